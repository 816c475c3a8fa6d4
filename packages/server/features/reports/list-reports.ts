import { limits, reportReasons, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { loadEmoticons } from '../../shared/chat/emoticon-store.ts'
import { emojisIn, type ChannelEmoticons } from '../../shared/chat/emoticons.ts'
import { utcSecond, utcSecondOrNull, withDates } from '../../shared/dates.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { findCase, findCases, findOwnReports, findReports, isMessageHidden, type CaseRow } from './report-store.ts'

type ReadDeps = Pick<Deps, 'addresses' | 'db'>

/** A page of what people reported about others than the caller. */
export async function listReports(
  {
    state = 'OPEN',
    sort = 'oldest',
    next,
    ...filter
  }: QueryOf<typeof consoleApi.admin.listReports> & { callerId: string | null },
  { addresses, db }: ReadDeps,
): Promise<ContentOf<typeof consoleApi.admin.listReports>> {
  const after = next === undefined ? null : Number(next)
  const rows = await findCases(db.read, { ...filter, state, sort, after, limit: limits.reportListSize + 1 })
  const page = rows.slice(0, limits.reportListSize)
  const emoticons = await loadEmoticons(db.read, page.map(textOf))
  return {
    data: page.map((row) => toReport(row, emoticons, addresses.baseUrl)),
    page: { next: rows.length > page.length ? String(page.at(-1)?.position) : null },
  }
}

/** The reports about one subject, unless it is the caller. */
export async function getReport(
  { callerId, reportId }: { callerId: string | null; reportId: string },
  { addresses, db }: ReadDeps,
): Promise<ContentOf<typeof consoleApi.admin.getReport>> {
  const row = await findCase(db.read, callerId, reportId)
  if (row === null) throw new Refusal('notFound', 'NO_SUCH_REPORT')
  const reports = await findReports(db.read, reportId)
  const { kind, channel_id: channelId, subject_id: messageId } = row
  return {
    ...toReport(row, await loadEmoticons(db.read, [textOf(row)]), addresses.baseUrl),
    isHidden: kind === 'MESSAGE' && channelId !== null && (await isMessageHidden(db.read, channelId, messageId)),
    reporters: reports.map(withDates),
    decidedBy: toPerson(row.decided_by, row.decider_name),
    note: row.note,
    answer: row.answer,
  }
}

/** The newest reports of a person, with the answers. */
export async function listOwnReports(
  reporterId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.reports.listOwnReports>> {
  const rows = await findOwnReports(db.read, reporterId, limits.ownReports)
  return { data: rows.map(({ snapshot, ...row }) => ({ ...withDates(row), subjectName: snapshot.name })) }
}

function textOf({ channel_id: channelId, snapshot }: CaseRow) {
  return { channelId: channelId ?? '', content: snapshot.content ?? '' }
}

function toReport(row: CaseRow, emoticons: ChannelEmoticons, assetsUrl: string) {
  const { sentAt, ...seen } = row.snapshot
  return {
    reportId: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    channelId: row.channel_id,
    personId: row.person_id,
    snapshot: {
      ...seen,
      emojis: emojisIn(textOf(row), emoticons, assetsUrl),
      sentDate: utcSecondOrNull(sentAt),
    },
    word: row.word,
    reports: row.reports ?? 0,
    reasons: reportReasons.filter((reason) => row.reasons.includes(reason)),
    reportedDate: utcSecond(row.reported_at),
    assignee: toPerson(row.assignee_channel_id, row.assignee_name),
    decision: row.decision,
    decidedDate: utcSecondOrNull(row.decided_at),
  }
}

function toPerson(channelId: string | null, channelName: string | null) {
  return channelId === null || channelName === null ? null : { channelId, channelName }
}
