import { isOnlyEmoticons } from '../../kit/emoticons.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import { channelTopic, signal } from '../../kit/signals.ts'
import { shortText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { chatEventOf } from './chat-event.ts'
import { insertMessage, takeTurn } from './chat-store.ts'
import { loadSpeaker } from './speaker-store.ts'
import { refusalToSpeak, slowModeRefusal, takesTurns } from './speaking-rules.ts'

export type Said = { messageId: string; chatChannelId: string; messageTime: number }

/** Someone speaks in a channel's chat: the one way in for API senders, viewers and the sandbox. Answers what the message is known by. */
export async function say(
  words: { channelId: string; senderChannelId: string; message: string },
  { addresses, clock, db, random }: Pick<World, 'addresses' | 'clock' | 'db' | 'random'>,
): Promise<Said> {
  const now = clock.now()
  const text = shortText(words.message)
  if ('refused' in text) throw new Refusal('badInput', inField('message', text.refused))
  const speaker = await loadSpeaker(db.read, words.channelId, words.senderChannelId)
  if (speaker === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const refusal = refusalToSpeak(speaker, { onlyEmoticons: isOnlyEmoticons(text.text) }, now)
  if (refusal) throw new Refusal('forbidden', refusal)

  const messageId = random.uuid()
  await db.change(async (tx, tell) => {
    if (takesTurns(speaker) && !(await takeTurn(tx, speaker, now)))
      throw new Refusal('forbidden', slowModeRefusal(speaker.chatSlowModeSec))
    await insertMessage(tx, {
      id: messageId,
      channel_id: speaker.channelId,
      sender_channel_id: speaker.senderChannelId,
      content: text.text,
      message_time: now,
    })
    const event = chatEventOf(speaker, { messageId, content: text.text, now, assetsUrl: addresses.baseUrl })
    tell(signal(channelTopic(speaker.channelId, 'CHAT'), { type: 'CHAT', event }))
  })
  return { messageId, chatChannelId: speaker.chatChannelId, messageTime: now }
}
