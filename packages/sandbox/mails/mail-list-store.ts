import type { MailKind } from '@onair/contract'
import type { Reader } from '@onair/server/infra/db/db.ts'

export type MailFilter = { channelId: string | undefined; kind: MailKind | undefined }
/** The last mail of a page. */
export type MailCursor = { createdAt: number; id: string }

/** Mails, newest first, after one in that order. */
export function findMails(
  db: Reader,
  { channelId, kind }: MailFilter,
  { after, limit }: { after: MailCursor | null; limit: number },
) {
  let mails = db.selectFrom('mail').selectAll()
  if (channelId !== undefined) mails = mails.where('channel_id', '=', channelId)
  if (kind !== undefined) mails = mails.where('kind', '=', kind)
  if (after !== null)
    mails = mails
      // Where the index begins; the second condition leaves out those of the same time that were listed before.
      .where('created_at', '<=', after.createdAt)
      .where((where) => where.or([where('created_at', '<', after.createdAt), where('id', '>', after.id)]))
  return mails.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}
