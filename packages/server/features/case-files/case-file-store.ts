import { sql, type RawBuilder } from 'kysely'
import type { CaseFileSubject } from '@onair/contract'
import type { Reader } from '../../infra/db/db.ts'

/** Rows of a table, without the columns `leftOut`. The columns that name the person or the channel depend on the subject. */
type Source = {
  table: string
  /** Orders the rows, and decides whether they are in the range; without `isDated` all are. Null for rows without a time. */
  at: string | null
  isDated: boolean
  /** Fields that are unique together among rows of one time. */
  id: readonly string[]
  /** Whether a hold keeps what a row was before a change, beside what it is. */
  isVersioned?: true
  of: Readonly<Record<CaseFileSubject, readonly string[]>>
  actions?: { isIn: boolean }
  /** How many rows are read at once where they are large. */
  mostRows?: number
  leftOut?: readonly string[]
}

const ofOwner = { PERSON: ['channel_id'], CHANNEL: ['channel_id'] } as const
const signIns = ['account.created', 'account.signed_in', 'account.sign_in_failed']
const audit = { table: 'audit_log', at: 'at', isDated: true, id: ['position'], leftOut: ['trace_id', 'written_at_db'] }
const stored = { isDated: true, id: ['id'], leftOut: ['picture', 'playback_id', 'media_url', 'owner', 'spans'] }
const restricted = {
  at: 'created_at',
  isDated: false,
  id: ['channel_id', 'restricted_channel_id'],
  of: { PERSON: ['restricted_channel_id'], CHANNEL: ['channel_id'] },
} as const
const undated = { at: null, isDated: false, isVersioned: true } as const

/** The content is in base64. */
const picture = { ...undated, id: ['channel_id'], of: ofOwner, leftOut: ['bytes'], mostRows: 10 } as const

/** The kinds of a case file, in its order. A row that a hold has kept counts as if it was not deleted. */
const sources = {
  account: {
    table: 'account',
    at: 'created_at',
    isDated: false,
    id: ['channel_id'],
    isVersioned: true,
    of: ofOwner,
    leftOut: ['password_hash'],
  },
  names: {
    table: 'channel',
    at: 'created_at',
    isDated: false,
    id: ['id'],
    isVersioned: true,
    of: { PERSON: ['id'], CHANNEL: ['id'] },
    leftOut: ['chat_channel_id', 'image_url', 'name_spellings', 'named_at'],
  },
  profile: { table: 'channel_profile', ...undated, id: ['channel_id'], of: ofOwner },
  handles: { table: 'channel_handle', ...undated, id: ['skeleton'], of: ofOwner },
  pictures: { table: 'channel_picture', ...picture },
  thumbnails: { table: 'live_thumbnail', ...picture },
  livePictures: { table: 'live_picture', ...picture, id: ['live_id'] },
  uploads: { table: 'channel_upload', ...picture, id: ['kind', 'name'] },
  webSessions: {
    table: 'web_session',
    at: 'created_at',
    isDated: false,
    id: ['id'],
    of: ofOwner,
    leftOut: ['token_hash', 'password_verified_at', 'second_factor_at', 'expires_at', 'latest_expiry_at'],
  },
  signIns: { ...audit, of: ofOwner, actions: { isIn: true } },
  chatMessages: {
    table: 'chat_message',
    at: 'message_time',
    isDated: true,
    id: ['id'],
    of: { PERSON: ['sender_channel_id'], CHANNEL: ['channel_id'] },
  },
  donations: {
    table: 'donation',
    at: 'created_at',
    isDated: true,
    id: ['id'],
    of: { PERSON: ['donator_channel_id'], CHANNEL: ['channel_id'] },
  },
  subscriptions: {
    table: 'subscription_event',
    at: 'created_at',
    isDated: true,
    id: ['id'],
    of: { PERSON: ['subscriber_channel_id'], CHANNEL: ['channel_id'] },
  },
  gifts: {
    table: 'subscription_gift',
    at: 'created_at',
    isDated: true,
    id: ['id'],
    of: { PERSON: ['giver_channel_id'], CHANNEL: ['channel_id'] },
  },
  restrictions: { table: 'channel_restriction', ...restricted },
  timeouts: { table: 'temporary_restriction', ...restricted },
  reports: {
    table: 'report_case',
    at: 'reported_at',
    isDated: true,
    id: ['id'],
    of: { PERSON: ['person_id'], CHANNEL: ['channel_id'] },
    leftOut: ['position', 'written_at_db'],
  },
  notes: {
    table: 'person_note',
    at: 'created_at',
    isDated: true,
    id: ['id'],
    of: { PERSON: ['channel_id'], CHANNEL: [] },
  },
  ownReports: {
    table: 'report',
    at: 'created_at',
    isDated: true,
    id: ['case_id'],
    of: { PERSON: ['reporter_channel_id'], CHANNEL: [] },
  },
  streamRequests: {
    table: 'stream_request',
    at: 'created_at',
    isDated: false,
    id: ['channel_id'],
    isVersioned: true,
    of: { PERSON: ['channel_id'], CHANNEL: [] },
  },
  schedule: { table: 'scheduled_live', at: 'created_at', isDated: false, id: ['id'], isVersioned: true, of: ofOwner },
  polls: { table: 'poll', at: 'created_at', isDated: true, id: ['id'], of: ofOwner },
  lives: { table: 'live', at: 'opened_at', isDated: true, id: ['id'], of: ofOwner },
  recordings: { table: 'recording', at: 'started_at', ...stored, of: ofOwner },
  clips: {
    table: 'clip',
    at: 'created_at',
    ...stored,
    of: { PERSON: ['created_by'], CHANNEL: ['channel_id'] },
  },
  auditLog: {
    ...audit,
    of: { PERSON: ['channel_id', 'actor_id'], CHANNEL: ['channel_id'] },
    actions: { isIn: false },
  },
} as const satisfies Record<string, Source>

const pictureTables: string[] = [sources.pictures, sources.thumbnails, sources.livePictures, sources.uploads].map(
  ({ table }) => table,
)

export type CaseFileKind = keyof typeof sources
export const caseFileKinds = Object.keys(sources) as CaseFileKind[]

type CaseFilePosition = { at: number; id: string; version: string }
/** `version` tells the changes of a row apart. */
export type CaseFileRow = CaseFilePosition & { content: Record<string, unknown>; deletedAt: Date | null }
type Page = {
  channelId: string
  subject: CaseFileSubject
  since: number
  until: number
  after: CaseFilePosition | null
  limit: number
}

/** Up to `limit` rows of a kind after a row, by time. */
export async function findCaseFileRows(
  db: Reader,
  kind: CaseFileKind,
  { channelId, subject, since, until, after, limit: most }: Page,
): Promise<CaseFileRow[]> {
  const { table, at, isDated, id, isVersioned, of, actions, leftOut = [], mostRows = most }: Source = sources[kind]
  const limit = Math.min(most, mostRows)
  const columns = of[subject]
  if (columns.length === 0) return []
  const isOf = (field: Field) =>
    sql.join(
      columns.map((column) => sql`${field(column)} = ${channelId}`),
      sql` or `,
    )
  const atOf = (field: Field) => (at === null ? sql`0::bigint` : sql`${field(at)}::bigint`)
  const idOf = (field: Field) => sql`concat_ws(' ', ${sql.join(id.map((column) => sql`${field(column)}`))})`
  const isNext = (field: Field, version: RawBuilder<unknown>) => sql`
    ${isDated ? sql`${atOf(field)} >= ${since} and ${atOf(field)} < ${until}` : sql`true`}
    and ${after === null ? sql`true` : sql`(${atOf(field)}, ${idOf(field)}, ${version}) > (${after.at}::bigint, ${after.id}::text, ${after.version}::bigint)`}
    and ${actions === undefined ? sql`true` : sql`(${field('action')} = any(${signIns})) = ${actions.isIn}`}`
  const ofTable = (column: string) => sql.ref(`${table}.${column}`)
  const current = isVersioned ? sql`${latest}::bigint` : sql`0::bigint`
  const kept = isVersioned ? sql`held_row.id` : sql`0::bigint`
  // A hold has copied those that are deleted, and of payments those that are anonymized now: the copy is the better one.
  const { rows } = await sql<CaseFileRow>`
    select distinct on (at, id, found.version) at, id, version::text as version,
      content ${datesOf(table)} - ${[...leftOut]}::text[] as content,
      "deletedAt" from (
      (select ${atOf(ofTable)} as at, ${idOf(ofTable)} as id, ${current} as version,
        to_jsonb(${sql.table(table)}) ${moreOf(table)} as content, null::timestamptz as "deletedAt"
      from ${sql.table(table)} where (${isOf(ofTable)}) and ${isNext(ofTable, current)} order by 1, 2, 3 limit ${limit})
      union all
      (select distinct on (1, 2, 3) ${atOf(ofCopy)}, ${idOf(ofCopy)}, ${kept}, content, deleted_at_db
      from held_row where channel_id = ${channelId} and kind = ${table} and (${isOf(ofCopy)}) and ${isNext(ofCopy, kept)}
      order by 1, 2, 3, deleted_at_db limit ${limit})
    ) as found order by at, id, found.version, "deletedAt" limit ${limit}`.execute(db)
  return rows
}

type Field = (column: string) => RawBuilder<unknown>

/** The version of a row that is not deleted: the last one. */
const latest = sql.lit('9223372036854775807')

function ofCopy(column: string): RawBuilder<unknown> {
  return sql`(content ->> ${sql.lit(column)})`
}

/** The date of a name is that of its choice. */
function datesOf(table: string): RawBuilder<unknown> {
  if (table !== 'channel') return sql``
  return sql`|| jsonb_build_object('created_at', coalesce(content ->> 'named_at', content ->> 'created_at')::bigint)`
}

function moreOf(table: string): RawBuilder<unknown> {
  if (pictureTables.includes(table))
    return sql`|| jsonb_build_object('base64', replace(encode(bytes, 'base64'), chr(10), ''))`
  if (table !== 'report_case') return sql``
  return sql`|| jsonb_build_object('reports',
    (select jsonb_agg(to_jsonb(report) order by created_at) from report where case_id = report_case.id))`
}
