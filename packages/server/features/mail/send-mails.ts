import type { Deps } from '../../infra/deps.ts'
import type { OutgoingMail, MailResult } from '../../infra/mail/mailer.ts'
import { nextAttemptAt } from './mail-rules.ts'
import {
  deleteExcessMails,
  deleteLeasedMail,
  endLeasedMail,
  leaseDueMails,
  postponeLeasedMail,
  type DueMail,
  type MailEnd,
} from './mail-store.ts'
import { unsealMail } from './sealed-mail.ts'

/** How long a worker holds a mail, in database time: longer than an attempt. If it dies, the mail is sent again. */
const leaseSec = 60
/** Mails of one person that a mailbox keeps. */
const keptPerPerson = 100

export type LeasedMail = DueMail & { lease: string }

/** Leases mails that are due, and counts their attempts before they are sent. */
export async function leaseMails(
  limit: number,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<LeasedMail[]> {
  const lease = random.uuid()
  const mails = await db.transaction((tx) => leaseDueMails(tx, { now: clock.now(), limit, lease, leaseSec }))
  return mails.map((mail) => ({ ...mail, lease }))
}

export function toOutgoingMail({ id, language, sealed }: DueMail, deps: Pick<Deps, 'dataKey'>): OutgoingMail {
  const { to, subject, text, html, unsubscribeUrl } = unsealMail(id, sealed, deps)
  return { id, to, subject, text, html, language, unsubscribeUrl }
}

type RecordDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'metrics' | 'policy'>

/** Writes how an attempt ended. A mail whose attempt failed is tried again, or has been tried long enough. */
export async function recordMail(mail: LeasedMail, result: MailResult, deps: RecordDeps): Promise<void> {
  if ('sent' in result) return endMail(mail, { state: 'SENT', failure: null }, deps)
  if ('rejected' in result) return endMail(mail, { state: 'REJECTED', failure: result.rejected }, deps)
  const { clock, db, log } = deps
  const { failed: failure } = result
  const next = nextAttemptAt(mail, clock.now())
  if (next === null) return endMail(mail, { state: 'REJECTED', failure }, deps)
  await db.transaction((tx) => postponeLeasedMail(tx, mail, { nextAttemptAt: next, failure }))
  log.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts, failure }, 'mail.attempt_failed')
}

/** Leaves a mail for a later time. */
export async function postponeMail(mail: LeasedMail, until: number, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction((tx) => postponeLeasedMail(tx, mail, { nextAttemptAt: until, failure: null }))
}

/** Ends a mail. A site deletes what was sent, and keeps of what was not only why. */
export async function endMail(
  mail: LeasedMail,
  { state, failure }: Omit<MailEnd, 'endedAt'>,
  { clock, db, log, metrics, policy }: RecordDeps,
): Promise<void> {
  const { id, lease, channelId, kind } = mail
  const { keepsMails } = policy
  await db.transaction(async (tx) => {
    if (state === 'SENT' && !keepsMails) return deleteLeasedMail(tx, id, lease)
    await endLeasedMail(tx, { id, lease, keepsContent: keepsMails }, { state, failure, endedAt: clock.now() })
    await deleteExcessMails(tx, channelId, keptPerPerson)
  })
  metrics.mailEnded(outcomes[state])
  if (failure !== null) log.warn({ mailId: id, channelId, kind, state, failure }, 'mail.failed')
}

const outcomes = { SENT: 'sent', REJECTED: 'rejected', BOUNCED: 'bounced' } as const
