import type { BodyOf, chat } from '@onair/contract'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import { parseShortText } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { requireModerator } from './require-moderator.ts'
import { lockVisibleMessage, putNoticeRow, deleteNoticeRow } from './chat-store.ts'

type ModeratedChannel = { channelId: string; moderatorChannelId: string }

/** Sets the notice: a text, which is not a chat message, or a visible message of the chat. Gap 52. */
export async function putNotice(
  { channelId, moderatorChannelId }: ModeratedChannel,
  { message, messageId }: BodyOf<typeof chat.putNotice>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  const hasText = message !== undefined && message !== null
  const hasMessage = messageId !== undefined && messageId !== null
  if (hasText === hasMessage) throw new Refusal('badInput', 'NOTICE_CONTENT_NOT_SPECIFIED')

  const text = hasText ? parseShortText(message) : null
  if (text !== null && 'refusal' in text) throw new Refusal('badInput', reasonForField('message', text.refusal))

  await db.transaction(async (tx, publish) => {
    await requireModerator(tx, channelId, moderatorChannelId)
    const visibleMessage = hasMessage ? await lockVisibleMessage(tx, channelId, messageId) : null
    const content = text?.text ?? visibleMessage?.content
    if (content === undefined) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
    const message_id = hasMessage ? messageId : null
    await putNoticeRow(tx, { channel_id: channelId, message_id, content, created_at: now })
    publish(channelChanged(channelId))
  })
}

/** Deletes the notice, if there is one. Gap 136. */
export async function deleteNotice(
  { channelId, moderatorChannelId }: ModeratedChannel,
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  await db.transaction(async (tx, publish) => {
    await requireModerator(tx, channelId, moderatorChannelId)
    await deleteNoticeRow(tx, channelId)
    publish(channelChanged(channelId))
  })
}
