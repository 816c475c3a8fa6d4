import { defaultSiteSettings, type Language, type MailKind, type MailState } from '@onair/contract'
import { sql, type Insertable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

const dayMs = 86_400_000

export type Recipient = { email: string; language: Language | null }

/** The address of a person. Null for one who is deleted, and for a suspended one unless `mayHaveEnded`. */
export function loadRecipient(
  db: Reader,
  channelId: string,
  { mayHaveEnded = false }: { mayHaveEnded?: boolean } = {},
): Promise<Recipient | null> {
  return db
    .selectFrom('account')
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .where('account.channel_id', '=', channelId)
    .$if(!mayHaveEnded, (query) => query.where('channel.ended_at', 'is', null))
    .select(['account.email', 'account.language'])
    .$call(firstOrNull)
}

/** The name of the site, which its operators change while it runs. */
export async function loadSiteName(db: Reader): Promise<string> {
  const row = await db.selectFrom('site_setting').where('name', '=', 'name').select('value').executeTakeFirst()
  return (row?.value as string | undefined) ?? defaultSiteSettings.name
}

/** Counts a mail of a kind to a person, unless `mostPerDay` were counted in 24 hours: then false. */
export async function takeAllowance(
  tx: Tx,
  { channelId, kind, now, mostPerDay }: { channelId: string; kind: MailKind; now: number; mostPerDay: number },
): Promise<boolean> {
  // A clock that was moved back leaves a later time.
  const hasEnded = sql`mail_allowance.began_at <= ${now - dayMs} or mail_allowance.began_at > ${now}`
  const { rows } = await sql`
    insert into mail_allowance (channel_id, kind, began_at, mails) values (${channelId}, ${kind}, ${now}, 1)
    on conflict (channel_id, kind) do update set
      began_at = case when ${hasEnded} then excluded.began_at else mail_allowance.began_at end,
      mails = case when ${hasEnded} then 1 else mail_allowance.mails + 1 end
    where ${hasEnded} or mail_allowance.mails < ${mostPerDay}
    returning mails`.execute(tx)
  return rows.length > 0
}

export async function insertMail(tx: Tx, mail: Insertable<Tables['mail']>): Promise<void> {
  await tx.insertInto('mail').values(mail).execute()
}

export type DueMail = {
  id: string
  channelId: string
  kind: MailKind
  language: Language
  sealed: Buffer
  attempts: number
  expiresAt: number
}

/** Leases mails that are due, the longest first, and counts their attempts. Other workers lease others meanwhile. */
export async function leaseDueMails(
  tx: Tx,
  { now, limit, lease, leaseSec }: { now: number; limit: number; lease: string; leaseSec: number },
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    update mail set lease = ${lease}, lease_expires_at_db = now() + ${leaseSec} * interval '1 second',
      attempts = attempts + 1
    where id in (
      select id from mail
      where state = 'WAITING' and next_attempt_at <= ${now} and (lease is null or lease_expires_at_db <= now())
      order by next_attempt_at, id limit ${limit} for update skip locked)
    returning id, channel_id as "channelId", kind, language, sealed, attempts, expires_at as "expiresAt"`.execute(tx)
  return rows
}

/** Deletes a mail that was sent. */
export async function deleteLeasedMail(tx: Tx, id: string, lease: string): Promise<void> {
  await tx.deleteFrom('mail').where('id', '=', id).where('lease', '=', lease).execute()
}

export type MailEnd = { state: Exclude<MailState, 'WAITING'>; failure: string | null; endedAt: number }

/** Ends a mail, whose content stays where `keepsContent`. */
export async function endLeasedMail(
  tx: Tx,
  { id, lease, keepsContent }: { id: string; lease: string; keepsContent: boolean },
  { state, failure, endedAt }: MailEnd,
): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ state, failure, ended_at: endedAt, lease: null, lease_expires_at_db: null })
    .$if(!keepsContent, (update) => update.set({ sealed: null }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

/** Releases a mail for an attempt at `nextAttemptAt`. `failure`: why the last one failed. */
export async function postponeLeasedMail(
  tx: Tx,
  { id, lease }: { id: string; lease: string },
  { nextAttemptAt, failure }: { nextAttemptAt: number; failure: string | null },
): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ next_attempt_at: nextAttemptAt, failure, lease: null, lease_expires_at_db: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

/** Deletes the oldest mails of a person beyond `kept`. */
export async function deleteExcessMails(tx: Tx, channelId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom('mail')
    .where('id', 'in', (excess) =>
      excess
        .selectFrom('mail')
        .select('id')
        .where('channel_id', '=', channelId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(kept),
    )
    .execute()
}

/** Deletes the mails of a copy, whose links lead to the original. */
export async function deleteMails(tx: Tx): Promise<void> {
  await tx.deleteFrom('mail').execute()
}

/** How many mails wait, at most 100,000, and for how long the oldest one has been due. */
export async function measureMails(db: Reader, now: number): Promise<{ waiting: number; oldestDueSec: number }> {
  const { rows } = await sql<{ waiting: number; oldestDueSec: number }>`
    select (select count(*)::int from (select from mail where state = 'WAITING' limit 100000) as waiting) as waiting,
      coalesce((select greatest(0, (${now} - next_attempt_at) / 1000.0)::float from mail
        where state = 'WAITING' order by next_attempt_at limit 1), 0) as "oldestDueSec"`.execute(db)
  const [measured] = rows
  if (measured === undefined) throw new Error('a query without a condition returned no row')
  return measured
}
