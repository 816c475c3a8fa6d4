import type { ReportAssignee, ReportKind, ReportState, SortOrder } from '@onair/contract'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { countRows, firstOrNull } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** Adds a report about a subject to its open case, which it locks, or begins one. Returns the id of the case. */
export async function putCase(tx: Tx, row: Insertable<Tables['report_case']>): Promise<string> {
  const { id } = await tx
    .insertInto('report_case')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject_id']).where('decided_at', 'is', null).doUpdateSet({ kind: row.kind }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How many messages of a person wait in the reports for a word. Messages at the same time may exceed a limit a little. */
export function countOpenWordCases(tx: Tx, personId: string | null): Promise<number> {
  return tx
    .selectFrom('report_case')
    .where('person_id', '=', personId)
    .where('word', 'is not', null)
    .where('decided_at', 'is', null)
    .$call(countRows)
}

/** How many people reported a case. The caller has locked it. */
export function countReports(tx: Tx, caseId: string): Promise<number> {
  return tx.selectFrom('report').where('case_id', '=', caseId).$call(countRows)
}

/** False when the person has reported this case. */
export async function insertReport(tx: Tx, row: Insertable<Tables['report']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('report')
    .values(row)
    .onConflict((conflict) => conflict.columns(['case_id', 'reporter_channel_id']).doNothing())
    .returning('case_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether a case is about another person than the caller. All are for the operator of the machine, who has no account: null. */
const isVisibleTo = (callerId: string | null) =>
  sql<boolean>`(${callerId}::text is null or person_id is distinct from ${callerId})`

/** The cases that a person may see. */
function visibleCases(db: Reader, callerId: string | null) {
  return db
    .selectFrom('report_case')
    .leftJoin('channel as assignee', 'assignee.id', 'assignee_channel_id')
    .leftJoin('channel as decider', 'decider.id', 'decided_by')
    .where(isVisibleTo(callerId))
    .selectAll('report_case')
    .select(['assignee.name as assignee_name', 'decider.name as decider_name'])
    .select((of) => [
      of
        .selectFrom('report')
        .whereRef('case_id', '=', 'report_case.id')
        .select(sql<number>`count(*)::int`.as('reports'))
        .as('reports'),
      sql<Tables['report']['reason'][]>`array(select distinct reason from report where case_id = report_case.id)`.as(
        'reasons',
      ),
    ])
}

export type CaseFilter = {
  callerId: string | null
  state: ReportState
  sort: SortOrder
  search?: string | undefined
  kind?: ReportKind | undefined
  assignee?: ReportAssignee | undefined
  /** The position of the last case of the page before. */
  after: number | null
  limit: number
}

/** The open or the decided cases in the order of their first reports. */
export function findCases(db: Reader, { callerId, state, sort, search, kind, assignee, after, limit }: CaseFilter) {
  const isOldestFirst = sort === 'oldest'
  let query = visibleCases(db, callerId)
    .where('decided_at', state === 'OPEN' ? 'is' : 'is not', null)
    .orderBy('position', isOldestFirst ? 'asc' : 'desc')
    .limit(limit)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (assignee === 'ME') query = query.where('assignee_channel_id', '=', callerId)
  if (assignee === 'NOBODY') query = query.where('assignee_channel_id', 'is', null)
  if (search !== undefined) query = query.where(isFoundBy(search))
  if (after !== null) query = query.where('position', isOldestFirst ? '>' : '<', after)
  return query.execute()
}

/** Whether the snapshot has the text, or an id of the case equals it. */
const isFoundBy = (search: string) => sql<boolean>`(
  strpos(lower(concat_ws(' ', snapshot->>'name', snapshot->>'channelName', snapshot->>'liveTitle', snapshot->>'content')),
    lower(${search})) > 0
  or ${search} in (subject_id, channel_id, person_id)
  or exists (select from report where case_id = report_case.id and reporter_channel_id = ${search}))`

/** How many open cases are about others than a person. */
export function countOpenCases(db: Reader, callerId: string): Promise<number> {
  return db
    .selectFrom('report_case')
    .where('decided_at', 'is', null)
    .where('person_id', 'is distinct from', callerId)
    .$call(countRows)
}

export type CaseRow = Awaited<ReturnType<typeof findCases>>[number]

/** The case, or null where there is none or it is about the person. */
export function findCase(db: Reader, callerId: string | null, id: string): Promise<CaseRow | null> {
  return visibleCases(db, callerId).where('report_case.id', '=', id).$call(firstOrNull)
}

/** Whether a message of a chat is hidden or no longer kept. */
export async function isMessageHidden(db: Reader, channelId: string, messageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_message')
    .select('hidden_at')
    .where('id', '=', messageId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return row === undefined || row.hidden_at !== null
}

/** Locks a case that is not about the person, or returns null. */
export function lockCase(tx: Tx, callerId: string | null, id: string) {
  return tx
    .selectFrom('report_case')
    .where('id', '=', id)
    .where(isVisibleTo(callerId))
    .selectAll()
    .forUpdate()
    .$call(firstOrNull)
}

export async function updateCase(tx: Tx, id: string, change: Updateable<Tables['report_case']>): Promise<void> {
  await tx.updateTable('report_case').set(change).where('id', '=', id).execute()
}

/** Who reported a case, and why, oldest first. */
export function findReports(db: Reader, caseId: string) {
  return db
    .selectFrom('report')
    .innerJoin('channel', 'channel.id', 'reporter_channel_id')
    .where('case_id', '=', caseId)
    .orderBy('report.created_at')
    .orderBy('reporter_channel_id')
    .select(['reporter_channel_id as channelId', 'channel.name as channelName', 'reason', 'text'])
    .select('report.created_at as createdAt')
    .execute()
}

/** The newest reports of a person, with their cases. */
export function findOwnReports(db: Reader, reporterId: string, limit: number) {
  return db
    .selectFrom('report')
    .innerJoin('report_case', 'report_case.id', 'case_id')
    .where('reporter_channel_id', '=', reporterId)
    .orderBy('created_at', 'desc')
    .orderBy('case_id')
    .limit(limit)
    .select(['case_id as reportId', 'kind', 'reason', 'snapshot', 'created_at as createdAt'])
    .select(['decision', 'decided_at as decidedAt', 'answer'])
    .execute()
}
