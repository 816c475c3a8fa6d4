import { limits, type ContentOf, type QueryOf, type sandboxApi } from '@onair/contract'
import { unsealMail } from '@onair/server/features/mail/sealed-mail.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { utcSecond } from '@onair/server/shared/dates.ts'
import { cutPage, decodeCursor } from '@onair/server/shared/list-cursor.ts'
import { findMails, type MailCursor } from './mail-list-store.ts'

export type MailList = ContentOf<typeof sandboxApi.mails.listMails>

/** A page of the mails to people, newest first. */
export async function listMails(
  { channelId, kind, size = limits.sandboxListSize, next }: QueryOf<typeof sandboxApi.mails.listMails>,
  { dataKey, db }: Pick<Deps, 'dataKey' | 'db'>,
): Promise<MailList> {
  const after = next === undefined ? null : parseCursor(next)
  const found = await findMails(db.read, { channelId, kind }, { after, limit: size + 1 })
  const { page, next: following } = cutPage(found, size, ({ created_at, id }) => [created_at, id])
  const data = page.flatMap((mail) => {
    if (mail.sealed === null) return []
    const { to, subject, text, html, link } = unsealMail(mail.id, mail.sealed, { dataKey })
    const { language, state, failure } = mail
    const createdDate = utcSecond(mail.created_at)
    const ids = { mailId: mail.id, channelId: mail.channel_id }
    return [{ ...ids, to, kind: mail.kind, language, state, failure, subject, text, html, link, createdDate }]
  })
  return { data, page: { next: following } }
}

function parseCursor(next: string): MailCursor {
  const [createdAt, id = ''] = decodeCursor(next, /^(\d{1,15}) ([0-9a-f-]{36})$/)
  return { createdAt: Number(createdAt), id }
}
