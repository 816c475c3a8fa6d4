import { limits, type BodyOf, type consoleApi, type ContentOf } from '@onair/contract'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import type { ReportSnapshot } from '../../infra/db/tables.ts'
import { countReports, insertReport, putCase } from './report-store.ts'
import { loadAppSubject, loadChannelSubject, loadMessageSubject } from './subject-store.ts'

type NewReport = BodyOf<typeof consoleApi.reports.createReport> & { reporterId: string }

/**
 * Reports a message, a channel or an application, with a snapshot of it. A person can report a subject once until it is
 * decided.
 */
export async function createReport(
  { reporterId, reason, text = '', ...named }: NewReport,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const subject = await readSubject(tx, named)
    const caseId = await putCase(tx, {
      id: random.uuid(),
      kind: named.kind,
      ...subject,
      snapshot: JSON.stringify(subject.snapshot),
      reported_at: now,
    })
    const isFull = (await countReports(tx, caseId)) >= limits.reportsPerSubject
    const report = { case_id: caseId, reporter_channel_id: reporterId, reason, text: text.trim(), created_at: now }
    if (!(await insertReport(tx, report))) throw new Refusal('badInput', 'ALREADY_REPORTED')
    if (isFull) throw new Refusal('badInput', 'REPORTED_OFTEN')
  })
}

/** The name of an application and the host that it leads to, for a person who wants to report it. */
export async function getReportableApp(
  clientId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.reports.getReportableApp>> {
  const { name, redirectHost } = (await readSubject(db.read, { kind: 'APP', clientId })).snapshot
  return { name, redirectHost }
}

/** The columns of a case about a subject. */
type Subject = { subject_id: string; channel_id: string | null; person_id: string | null; snapshot: ReportSnapshot }

const empty = {
  channelName: null,
  content: null,
  sentAt: null,
  liveId: null,
  liveTitle: null,
  categoryName: null,
  redirectHost: null,
}

export async function readSubject(
  db: Reader,
  { kind, channelId, messageId, clientId }: Omit<NewReport, 'reporterId' | 'reason' | 'text'>,
): Promise<Subject> {
  if (kind === 'APP') {
    if (clientId === undefined) throw invalidField('clientId', 'MISSING')
    const app = await loadAppSubject(db, clientId)
    if (app === null) throw new Refusal('notFound', 'NO_SUCH_APP')
    const snapshot = { ...empty, name: app.name, redirectHost: URL.parse(app.redirectUri)?.host || null }
    return { subject_id: clientId, channel_id: null, person_id: app.personId, snapshot }
  }
  if (channelId === undefined) throw invalidField('channelId', 'MISSING')
  if (kind === 'CHANNEL') {
    const channel = await loadChannelSubject(db, channelId)
    if (channel === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    const snapshot = { ...empty, ...channel, channelName: channel.name }
    return { subject_id: channelId, channel_id: channelId, person_id: channelId, snapshot }
  }
  if (messageId === undefined) throw invalidField('messageId', 'MISSING')
  const message = await loadMessageSubject(db, channelId, messageId)
  if (message === null) throw new Refusal('notFound', 'NO_SUCH_MESSAGE')
  const { personId, ...seen } = message
  return { subject_id: messageId, channel_id: channelId, person_id: personId, snapshot: { ...empty, ...seen } }
}
