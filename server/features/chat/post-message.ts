import { isOnlyEmoticons } from '../../shared/emoticons.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { channelTopic, busEvent } from '../../shared/events.ts'
import { validateShortText } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { chatEventOf } from './chat-event.ts'
import { insertMessage, acquireSlowModeSlot } from './chat-store.ts'
import { loadSpeaker } from './speaker-store.ts'
import { refusalToSpeak, slowModeRefusal, isInSlowMode } from './speaking-rules.ts'

export type PostedMessage = { messageId: string; chatChannelId: string; messageTime: number }

/** Posts a message to a channel's chat, for API callers, viewers and the sandbox. Returns the ids of the message. */
export async function postMessage(
  input: { channelId: string; senderChannelId: string; message: string },
  { addresses, clock, db, random }: Pick<Deps, 'addresses' | 'clock' | 'db' | 'random'>,
): Promise<PostedMessage> {
  const now = clock.now()
  const text = validateShortText(input.message)
  if ('refusal' in text) throw new Refusal('badInput', reasonForField('message', text.refusal))
  const speaker = await loadSpeaker(db.read, input.channelId, input.senderChannelId)
  if (speaker === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const refusal = refusalToSpeak(speaker, { onlyEmoticons: isOnlyEmoticons(text.text) }, now)
  if (refusal) throw new Refusal('forbidden', refusal)

  const messageId = random.uuid()
  await db.transaction(async (tx, publish) => {
    if (isInSlowMode(speaker) && !(await acquireSlowModeSlot(tx, speaker, now)))
      throw new Refusal('forbidden', slowModeRefusal(speaker.chatSlowModeSec))
    await insertMessage(tx, {
      id: messageId,
      channel_id: speaker.channelId,
      sender_channel_id: speaker.senderChannelId,
      content: text.text,
      message_time: now,
    })
    const event = chatEventOf(speaker, { messageId, content: text.text, now, assetsUrl: addresses.baseUrl })
    publish(busEvent(channelTopic(speaker.channelId, 'CHAT'), { type: 'CHAT', event }))
  })
  return { messageId, chatChannelId: speaker.chatChannelId, messageTime: now }
}
