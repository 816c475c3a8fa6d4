import { isOnlyEmoticons } from '../../shared/emoticons.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { channelTopic, busMessage } from '../../shared/bus-messages.ts'
import { parseShortText } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { chatEventOf, imageUrls } from './chat-event.ts'
import { insertMessage, acquireSlowModeSlot } from './chat-store.ts'
import { loadSender } from './sender-store.ts'
import { refusalToSend, slowModeRefusal, isInSlowMode } from './sending-rules.ts'

export type SentMessage = { messageId: string; chatChannelId: string; messageTime: number }

/** Sends a message to a channel's chat, for API callers, viewers and the sandbox. Returns the ids of the message. */
export async function sendMessage(
  input: { channelId: string; senderChannelId: string; message: string },
  deps: Pick<Deps, 'addresses' | 'clock' | 'config' | 'db' | 'random'>,
): Promise<SentMessage> {
  const { clock, db, random } = deps
  const now = clock.now()
  const validated = parseShortText(input.message)
  if ('refusal' in validated) throw new Refusal('badInput', reasonForField('message', validated.refusal))
  const sender = await loadSender(db.read, input.channelId, input.senderChannelId)
  if (sender === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const refusal = refusalToSend(sender, { onlyEmoticons: isOnlyEmoticons(validated.text) }, now)
  if (refusal) throw new Refusal('forbidden', refusal)

  const messageId = random.uuid()
  return db.transaction(async (tx, publish) => {
    if (isInSlowMode(sender) && !(await acquireSlowModeSlot(tx, sender, now)))
      throw new Refusal('forbidden', slowModeRefusal(sender.chatSlowModeSec))
    const messageTime = clock.now()
    const event = chatEventOf(sender, { messageId, content: validated.text, messageTime, ...imageUrls(deps) })
    // The event is published after the commit. It is queued before the insert, so that events have the order of
    // `messageTime`.
    publish(busMessage(channelTopic(sender.channelId, 'CHAT'), { type: 'CHAT', event }))
    await insertMessage(tx, {
      id: messageId,
      channel_id: sender.channelId,
      sender_channel_id: sender.memberChannelId,
      content: validated.text,
      message_time: messageTime,
    })
    return { messageId, chatChannelId: sender.chatChannelId, messageTime }
  })
}
