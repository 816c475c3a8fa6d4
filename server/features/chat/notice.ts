import { chat } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { shortText } from '../../kit/text.ts'
import { lockShownMessage, putNotice as writeNotice } from './notice-store.ts'

/** Registers a notice: a text of its own, which is no chat message, or a message of the chat that can be seen. Gap 52. */
export const putNotice = handle(chat.putNotice, async ({ caller: { channelId }, body }, { clock, db }) => {
  const now = clock.now()
  const { message, messageId } = body
  const hasText = message !== undefined && message !== null
  const hasMessage = messageId !== undefined && messageId !== null
  if (hasText === hasMessage) throw new Refusal('badInput', 'message or messageId is needed, and not both')

  const text = hasText ? shortText(message) : null
  if (text !== null && 'refused' in text) throw new Refusal('badInput', `message: ${text.refused}`)

  await db.change(async (tx) => {
    const said = hasMessage ? await lockShownMessage(tx, channelId, messageId) : null
    const content = text?.text ?? said?.content
    if (content === undefined) throw new Refusal('notFound', 'no such message in this chat')
    const message_id = hasMessage ? messageId : null
    await writeNotice(tx, { channel_id: channelId, message_id, content, created_at: now })
  })
  return null
})
