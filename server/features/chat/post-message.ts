import { isOnlyEmoticons } from '../../shared/emoticons.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { channelTopic, busEvent } from '../../shared/events.ts'
import { validateShortText } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { chatEventOf, imageUrls } from './chat-event.ts'
import { insertMessage, acquireSlowModeSlot } from './chat-store.ts'
import { loadSpeaker } from './speaker-store.ts'
import { refusalToSpeak, slowModeRefusal, isInSlowMode } from './speaking-rules.ts'

export type PostedMessage = { messageId: string; chatChannelId: string; messageTime: number }

/** Posts a message to a channel's chat, for API callers, viewers and the sandbox. Returns the ids of the message. */
export async function postMessage(
  input: { channelId: string; senderChannelId: string; message: string },
  deps: Pick<Deps, 'addresses' | 'clock' | 'config' | 'db' | 'random'>,
): Promise<PostedMessage> {
  const { clock, db, random } = deps
  const now = clock.now()
  const text = validateShortText(input.message)
  if ('refusal' in text) throw new Refusal('badInput', reasonForField('message', text.refusal))
  const speaker = await loadSpeaker(db.read, input.channelId, input.senderChannelId)
  if (speaker === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const refusal = refusalToSpeak(speaker, { onlyEmoticons: isOnlyEmoticons(text.text) }, now)
  if (refusal) throw new Refusal('forbidden', refusal)

  const messageId = random.uuid()
  return db.transaction(async (tx, publish) => {
    if (isInSlowMode(speaker) && !(await acquireSlowModeSlot(tx, speaker, now)))
      throw new Refusal('forbidden', slowModeRefusal(speaker.chatSlowModeSec))
    // Messages are published in the order of `publish`, so their times never go back in a channel.
    const messageTime = clock.now()
    const event = chatEventOf(speaker, { messageId, content: text.text, messageTime, ...imageUrls(deps) })
    publish(busEvent(channelTopic(speaker.channelId, 'CHAT'), { type: 'CHAT', event }))
    await insertMessage(tx, {
      id: messageId,
      channel_id: speaker.channelId,
      sender_channel_id: speaker.senderChannelId,
      content: text.text,
      message_time: messageTime,
    })
    return { messageId, chatChannelId: speaker.chatChannelId, messageTime }
  })
}
