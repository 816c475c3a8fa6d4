import { chat } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import { shortText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { lockShownMessage, putNotice as writeNotice, removeNotice } from './notice-store.ts'

export const putNotice = handle(chat.putNotice, async ({ caller: { channelId }, body }, world) => {
  await putNoticeIn(channelId, body, world)
  return null
})

type Notice = { message?: string | null; messageId?: string | null }

/** Registers a notice: a text of its own, which is no chat message, or a message of the chat that can be seen. Gap 52. */
export async function putNoticeIn(
  channelId: string,
  { message, messageId }: Notice,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
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
}

/** Takes a channel's notice down; also where there is none. Gap 136. */
export function takeDownNotice(channelId: string, { db }: Pick<World, 'db'>): Promise<void> {
  return db.change((tx) => removeNotice(tx, channelId))
}
