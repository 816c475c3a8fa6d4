import { isUuid } from '../../shared/ids.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** Locks a visible message of a chat, so that it cannot be hidden before the commit. */
export function lockVisibleMessage(tx: Tx, channelId: string, messageId: string) {
  if (!isUuid(messageId)) return null
  return tx
    .selectFrom('chat_message')
    .select('content')
    .where('id', '=', messageId)
    .where('channel_id', '=', channelId)
    .where('hidden_at', 'is', null)
    .forShare()
    .$call(firstOrNull)
}

/** The latest notice of a chat is the current one. */
export async function putNoticeRow(tx: Tx, notice: Tables['chat_notice']) {
  const { message_id, content, created_at } = notice
  await tx
    .insertInto('chat_notice')
    .values(notice)
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ message_id, content, created_at }))
    .execute()
}

export function loadNotice(db: Reader, channelId: string) {
  return db
    .selectFrom('chat_notice')
    .select(['content', 'created_at as createdAt'])
    .where('channel_id', '=', channelId)
    .$call(firstOrNull)
}

export async function deleteNoticeRow(tx: Tx, channelId: string) {
  await tx.deleteFrom('chat_notice').where('channel_id', '=', channelId).execute()
}
