import type { AttemptFailureCode, DeliveryState, Failure, RecordKind, WireProfile } from '@onair/contract'
import { eventScopes, limits } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'

export type RecordRow = {
  kind: RecordKind
  name: string
  traceId: string | null
  at: number
  clientId: string | null
  channelId: string | null
  sessionKey: string | null
  eventId: string | null
  deliveryId: string | null
  status: number | null
  tookMs: number | null
  wireProfile: WireProfile | null
  detail: string
  isAnonymous: boolean
}

/** Writes are serialized by a lock, so a reader that has read up to a position has missed none before it. */
export async function insertRecords(tx: Tx, records: readonly RecordRow[]) {
  await sql`select pg_advisory_xact_lock(hashtext('onair.records'))`.execute(tx)
  const column = (pick: (record: RecordRow) => unknown, type: string) => sql`${records.map(pick)}::${sql.raw(type)}[]`
  await sql`
    insert into inspector_record
      (kind, name, trace_id, at, client_id, channel_id, session_key, event_id, delivery_id, status, took_ms,
        wire_profile, detail, is_anonymous)
    select * from unnest(
      ${column(({ kind }) => kind, 'text')}, ${column(({ name }) => name, 'text')},
      ${column(({ traceId }) => traceId, 'text')}, ${column(({ at }) => at, 'bigint')},
      ${column(({ clientId }) => clientId, 'text')}, ${column(({ channelId }) => channelId, 'text')},
      ${column(({ sessionKey }) => sessionKey, 'text')}, ${column(({ eventId }) => eventId, 'text')},
      ${column(({ deliveryId }) => deliveryId, 'uuid')}, ${column(({ status }) => status, 'integer')},
      ${column(({ tookMs }) => tookMs, 'integer')}, ${column(({ wireProfile }) => wireProfile, 'text')},
      ${column(({ detail }) => detail, 'text')}, ${column(({ isAnonymous }) => isAnonymous, 'boolean')})`.execute(tx)
}

export type RecordFilter = {
  kind?: RecordKind
  name?: string
  status?: string
  channelId?: string
  sessionKey?: string
  traceId?: string
  text?: string
  before?: number
  after?: number
  full?: boolean
}

/** All records, those of an application, or those of an application that its owner may read. */
export type RecordScope = { by: 'all' } | { by: 'app' | 'owner'; clientId: string }

export type FoundRecord = Omit<RecordRow, 'detail' | 'isAnonymous'> & {
  position: number
  appName: string | null
  channelName: string | null
  detail: string | null
  state: DeliveryState | null
  attempts: number | null
  nextAttemptAt: number | null
  failure: Failure<AttemptFailureCode> | null
}

/**
 * The range that a filter without an index searches: from the newest record down to `from`. `from` is null when older
 * records do not exist, and when no such filter is set.
 */
export async function loadSearchRange(
  db: Reader,
  scope: RecordScope,
  filter: RecordFilter,
): Promise<{ newest: number | null; from: number | null }> {
  const { name, status, text, before, after } = filter
  if (name === undefined && status === undefined && text === undefined) return { newest: null, from: null }
  const bounds = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  const conditions = sql.join([isInScope(scope), ...filterConditions(bounds, sql`true`)], sql` and `)
  const positionAtOffset = (count: number) => sql<number | null>`(
    select position from inspector_record as record where ${conditions} order by position desc offset ${count} limit 1)`
  const { rows } = await sql<{ newest: number | null; from: number | null }>`
    select ${positionAtOffset(0)} as newest, ${positionAtOffset(limits.recordsPerSearch - 1)} as "from"`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Newest first, down to `searchedFrom`. */
export async function findRecords(
  db: Reader,
  scope: RecordScope,
  { searchedFrom, ...filter }: RecordFilter & { searchedFrom: number | null },
  limit: number,
): Promise<FoundRecord[]> {
  const isReadable = readableCondition(scope)
  const conditions = [isInScope(scope), ...filterConditions(filter, isReadable)]
  if (searchedFrom !== null) conditions.push(sql<boolean>`record.position >= ${searchedFrom}`)
  const { rows } = await sql<FoundRecord>`
    select record.position, record.kind, record.name, record.trace_id as "traceId", record.at, record.client_id as "clientId",
      record.channel_id as "channelId", record.session_key as "sessionKey", record.event_id as "eventId",
      record.delivery_id as "deliveryId", coalesce(record.status, attempt.response_status) as status,
      coalesce(record.took_ms, attempt.took_ms) as "tookMs", record.wire_profile as "wireProfile", app.name as "appName", channel.name as "channelName",
      ${filter.full ? sql`case when ${isReadable} then record.detail end` : sql`null::text`} as detail,
      delivery.state, delivery.attempts, delivery.next_attempt_at as "nextAttemptAt", attempt.failure
    from inspector_record as record
    left join app on app.client_id = record.client_id
    left join channel on channel.id = record.channel_id
    left join webhook_delivery as delivery on delivery.id = record.delivery_id
    left join webhook_attempt as attempt
      on attempt.delivery_id = delivery.id and attempt.retry_no = delivery.attempts - 1
    where ${sql.join(conditions, sql` and `)}
    order by record.position desc limit ${limit}`.execute(db)
  return rows
}

/** Records of an application, events of channels that granted it a scope, and gaps. Applies to the alias `record`. */
export function isInScope(scope: RecordScope): RawBuilder<boolean> {
  if (scope.by === 'all') return sql`true`
  return sql`(record.client_id = ${scope.clientId} or record.kind = 'gap' and not record.is_anonymous
    or record.kind = 'event' and record.client_id is null and exists (
      select from user_grant as granted
      where granted.client_id = ${scope.clientId} and granted.channel_id = record.channel_id))`
}

/** An owner may read an event's payload only if the channel granted the scope for such events. */
function readableCondition(recordScope: RecordScope): RawBuilder<boolean> {
  if (recordScope.by !== 'owner') return sql`true`
  const scope = sql.join(
    Object.entries(eventScopes).map(([type, name]) => sql`when ${type} then ${name}`),
    sql` `,
  )
  return sql`(record.kind <> 'event' or record.client_id is not null or exists (
    select from user_grant as granted
    join user_grant_scope as grant_scope on grant_scope.grant_id = granted.id and grant_scope.scope = case record.name ${scope} end
    where granted.client_id = ${recordScope.clientId} and granted.channel_id = record.channel_id))`
}

function filterConditions(
  { kind, name, status, channelId, sessionKey, traceId, text, before, after }: RecordFilter,
  isReadable: RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  return [
    kind !== undefined && sql<boolean>`record.kind = ${kind}`,
    name !== undefined && containsText(sql`record.name`, name),
    status !== undefined && hasStatus(status),
    channelId !== undefined && sql<boolean>`record.channel_id = ${channelId}`,
    sessionKey !== undefined && sql<boolean>`record.session_key = ${sessionKey}`,
    // Frames recovered from the database have no trace id, so they are matched by their event.
    traceId !== undefined &&
      sql<boolean>`(record.trace_id = ${traceId} or record.trace_id is null and record.event_id in (
        select cause.event_id from inspector_record as cause where cause.trace_id = ${traceId} and cause.event_id is not null))`,
    text !== undefined &&
      sql<boolean>`(${containsText(sql`record.name`, text)} or ${isReadable} and ${containsText(sql`record.detail`, text)})`,
    before !== undefined && sql<boolean>`record.position < ${before}`,
    after !== undefined && sql<boolean>`record.position > ${after}`,
  ].filter((condition) => condition !== false)
}

function containsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql`strpos(lower(${column}), lower(${text}::text)) > 0`
}

function hasStatus(status: string): RawBuilder<boolean> {
  const first = Number(status.replace('xx', '00'))
  const last = Number(status.replace('xx', '99'))
  return sql`coalesce(record.status, attempt.response_status) between ${first} and ${last}`
}

/** Up to `limit` channels that granted an application a scope. */
export async function findGrantedChannels(db: Reader, clientId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user_grant')
    .select('channel_id')
    .where('client_id', '=', clientId)
    .limit(limit)
    .execute()
  return rows.map(({ channel_id }) => channel_id)
}

/** Deletes up to `limit` records older than `hours` of database time. Returns how many it deleted. */
export async function deleteOldRecords(tx: Tx, { hours, limit }: { hours: number; limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from inspector_record where position in (
      select position from inspector_record
      where written_at_db < clock_timestamp() - make_interval(hours => ${hours}) limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes the oldest records of each application with more than `keep`; records of no application count as one. */
export async function deleteRecordsBeyond(tx: Tx, { keep, limit }: { keep: number; limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from inspector_record where position in (
      select record.position
      from (
        select client_id from inspector_record where not is_anonymous
        group by client_id having count(*) > ${keep}) as crowded
      cross join lateral (
        select position from inspector_record as one
        where one.client_id is not distinct from crowded.client_id and not is_anonymous
        order by position desc offset ${keep}) as record
      limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes the oldest anonymous records beyond `keep`. */
export async function deleteAnonymousRecordsBeyond(
  tx: Tx,
  { keep, limit }: { keep: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from inspector_record where position in (
      select position from inspector_record
      where is_anonymous and position <= (
        select position from inspector_record where is_anonymous order by position desc offset ${keep} limit 1)
      limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes the oldest records beyond `keep`. */
export async function deleteOldestRecords(tx: Tx, { keep, limit }: { keep: number; limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from inspector_record where position in (
      select position from inspector_record
      where position <= (select position from inspector_record order by position desc offset ${keep} limit 1)
      limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}
