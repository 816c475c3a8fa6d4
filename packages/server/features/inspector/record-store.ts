import type {
  AttemptFailureCode,
  consoleApi,
  DeliveryState,
  Failure,
  QueryOf,
  RecordKind,
  WireProfile,
} from '@onair/contract'
import { eventScopes, limits } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import type { NewRecord, ReceiverList } from '../../infra/recorder.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { isMissed, reachJson, receiversOf } from './receivers-store.ts'

/** A row to write. With `receivers` it is read as one record for each of them. */
export type NewRow = Omit<NewRecord, 'kind' | 'bytes' | 'sequence' | 'detail'> & {
  kind: RecordKind
  at: number
  isAnonymous: boolean
  detail: string
}

/** Writes are serialized by a lock, so a reader that has read up to a position has missed none before it. */
export async function insertRecords(tx: Tx, records: readonly NewRow[]) {
  const sizes = records.map(({ receivers }) => receivers?.sessionKeys.length ?? 1)
  let position = await reservePositions(
    tx,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  const rows = records.map(({ receivers, ...record }, at) => {
    const first = position
    position += sizes[at] ?? 1
    const list = receivers && { receiversId: receivers.id, lastPosition: position - 1 }
    return { ...record, ...list, position: first }
  })
  await putReceiverLists(
    tx,
    records.flatMap(({ receivers }) => receivers ?? []),
  )
  await sql`
    insert into inspector_record
      (position, kind, name, trace_id, at, client_id, channel_id, session_key, receivers_id, last_position, event_id,
        delivery_id, status, took_ms, wire_profile, detail, is_anonymous, fault)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as record (
      position bigint, kind text, name text, "traceId" text, at bigint, "clientId" text, "channelId" text,
      "sessionKey" text, "receiversId" uuid, "lastPosition" bigint, "eventId" text, "deliveryId" uuid, status integer,
      "tookMs" integer, "wireProfile" text, detail text, "isAnonymous" boolean, fault text)`.execute(tx)
}

/** Waits for other writers, and returns the first of these positions. */
async function reservePositions(tx: Tx, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    with locked as materialized (select pg_advisory_xact_lock(hashtext('onair.records')))
    select setval('inspector_record_position_seq', nextval('inspector_record_position_seq') + ${count}::bigint - 1) as last
    from locked`.execute(tx)
  return (rows[0]?.last ?? 0) - count + 1
}

/** Writes lists with the records that use them, because a crash, a reset or a sweep may have deleted earlier copies. */
async function putReceiverLists(tx: Tx, lists: readonly ReceiverList[]) {
  if (lists.length === 0) return
  const byId = new Map(lists.map((list) => [list.id, list]))
  await sql`
    insert into inspector_receivers (id, session_keys, used_at_db)
    select id, "sessionKeys", clock_timestamp()
    from json_to_recordset(${JSON.stringify([...byId.values()])}::json) as list (id uuid, "sessionKeys" uuid[])
    on conflict (id) do update set used_at_db = excluded.used_at_db`.execute(tx)
}

export type RecordFilter = Omit<QueryOf<typeof consoleApi.inspector.listRecords>, 'size'>

/** All records, those of an application, or those of an application that its owner may read. */
export type RecordScope = { by: 'all' } | { by: 'app' | 'owner'; clientId: string }

export type FoundRecord = {
  position: number
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
  fault: string | null
  appName: string | null
  channelName: string | null
  detail: string | null
  reach: { sent: number; reached: number } | null
  endpointId: string | null
  endpointName: string | null
  rewardName: string | null
  isTest: boolean | null
  state: DeliveryState | null
  attempts: number | null
  nextAttemptAt: number | null
  failure: Failure<AttemptFailureCode> | null
}

/**
 * The range that a filter without an index searches: from the newest record down to `from`. It has a bounded number of
 * records, and of bytes where they are searched for a text. `from` is null when older records do not exist, and when no such
 * filter is set.
 */
export async function loadSearchRange(
  db: Reader,
  scope: RecordScope,
  filter: RecordFilter,
): Promise<{ newest: number | null; from: number | null }> {
  const { name, status, text, missed = false, before, after } = filter
  if (name === undefined && status === undefined && text === undefined && !missed) return { newest: null, from: null }
  const bounds = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  const conditions = sql.join([isInScope(scope), ...filterConditions(bounds)], sql` and `)
  // Reads the length of a detail without the detail.
  const bytes = text === undefined ? sql`0` : sql`octet_length(detail)`
  const { rows } = await sql<{ newest: number | null; from: number | null }>`
    with recent as (
      select position, row_number() over newest_first as nth, sum(bytes) over newest_first as bytes
      from (
        select position, ${bytes} as bytes from inspector_record as record where ${conditions}
        order by position desc limit ${limits.recordsPerSearch}) as record
      window newest_first as (order by position desc)
    )
    select max(position) as newest,
      max(position) filter (where nth = ${limits.recordsPerSearch} or bytes >= ${limits.bytesPerSearch}) as "from"
    from recent`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Newest first, down to `searchedFrom`. */
export async function findRecords(
  db: Reader,
  scope: RecordScope,
  { searchedFrom, ...filter }: RecordFilter & { searchedFrom: number | null },
  limit: number,
): Promise<FoundRecord[]> {
  const conditions = [isInScope(scope), ...filterConditions(filter)]
  if (searchedFrom !== null) conditions.push(sql<boolean>`record.position >= ${searchedFrom}`)
  const clientId = scope.by === 'all' ? null : scope.clientId
  if (filter.missed) conditions.push(isMissed(clientId))
  // At the ends of the range, records with receivers may be in it only in part, or with other sessions.
  const rowLimit = limit + 2
  const { rows } = await sql<FoundRecord>`
    select receiver.position, record.kind, record.name, record.trace_id as "traceId", record.at, record.client_id as "clientId",
      record.channel_id as "channelId", receiver.session_key as "sessionKey", record.event_id as "eventId",
      record.delivery_id as "deliveryId", coalesce(record.status, record.response_status) as status,
      coalesce(record.took_ms, record.response_took_ms) as "tookMs", record.wire_profile as "wireProfile", record.fault,
      app.name as "appName", channel.name as "channelName",
      ${filter.full || filter.summary ? sql`record.detail` : sql`null::text`} as detail,
      ${filter.summary ? reachJson(clientId) : sql`null::json`} as reach,
      record.endpoint_id as "endpointId", endpoint.name as "endpointName", reward.name as "rewardName",
      record.is_test as "isTest", record.state, record.attempts, record.next_attempt_at as "nextAttemptAt", record.failure
    from (
      select record.*, attempt.response_status, attempt.took_ms as response_took_ms,
        delivery.endpoint_id, delivery.event_data, delivery.is_test, delivery.state, delivery.attempts,
        delivery.next_attempt_at, attempt.failure
      from inspector_record as record
      left join webhook_delivery as delivery on delivery.id = record.delivery_id
      left join webhook_attempt as attempt
        on attempt.delivery_id = delivery.id and attempt.retry_no = delivery.attempts - 1
      where ${sql.join(conditions, sql` and `)}
      order by record.position desc limit ${rowLimit}) as record
    cross join lateral ${receiversOf(sql`record`)} as receiver
    left join app on app.client_id = record.client_id
    left join channel on channel.id = record.channel_id
    left join webhook_endpoint as endpoint on endpoint.id = record.endpoint_id
    left join reward
      on reward.id = case when not record.is_test then (record.event_data::jsonb ->> 'dropsRewardId')::uuid end
    where ${sql.join([sql`true`, ...receiverConditions(filter)], sql` and `)}
    order by receiver.position desc limit ${limit}`.execute(db)
  return rows
}

function receiverConditions({ sessionKey, before, after }: RecordFilter): RawBuilder<boolean>[] {
  return [
    sessionKey !== undefined && sql<boolean>`receiver.session_key = ${sessionKey}`,
    before !== undefined && sql<boolean>`receiver.position < ${before}`,
    after !== undefined && sql<boolean>`receiver.position > ${after}`,
  ].filter((condition) => condition !== false)
}

/** Records of this session, and records with a list of receivers that contains it. */
function isSentTo(sessionKey: string): RawBuilder<boolean> {
  const ofLists = sql`
    union all
    select listed.position from inspector_receivers as list
    join inspector_record as listed on listed.receivers_id = list.id
    where ${sessionKey}::uuid = any(list.session_keys)`
  return sql`record.position in (
    select single.position from inspector_record as single where single.session_key = ${sessionKey}
    ${isUuid(sessionKey) ? ofLists : sql``})`
}

/**
 * Records of an application, events of channels that granted it access, and gaps. An owner has only the events whose scope
 * the channel granted. Applies to the alias `record`.
 */
export function isInScope(scope: RecordScope): RawBuilder<boolean> {
  if (scope.by === 'all') return sql`true`
  const isGranted = scope.by === 'owner' ? isScopeGranted : sql`true`
  return sql`(record.client_id = ${scope.clientId} or record.kind = 'gap' and not record.is_anonymous
    or record.kind = 'event' and record.client_id is null and exists (
      select from user_grant as granted
      where granted.client_id = ${scope.clientId} and granted.channel_id = record.channel_id and ${isGranted}))`
}

/** Whether the grant `granted` has the scope of the event `record`. */
const isScopeGranted = sql<boolean>`exists (
  select from user_grant_scope as grant_scope
  where grant_scope.grant_id = granted.id and grant_scope.scope = case record.name ${sql.join(
    Object.entries(eventScopes).map(([type, name]) => sql`when ${type} then ${name}`),
    sql` `,
  )} end)`

function filterConditions({
  kind,
  name,
  status,
  channelId,
  sessionKey,
  traceId,
  text,
  before,
  after,
}: RecordFilter): RawBuilder<boolean>[] {
  return [
    kind !== undefined && sql<boolean>`record.kind = ${kind}`,
    name !== undefined && containsText(sql`record.name`, name),
    status !== undefined && hasStatus(status),
    channelId !== undefined && sql<boolean>`record.channel_id = ${channelId}`,
    sessionKey !== undefined && isSentTo(sessionKey),
    // Frames recovered from the database have no trace id, so they are matched by their event.
    traceId !== undefined &&
      sql<boolean>`(record.trace_id = ${traceId} or record.trace_id is null and record.event_id in (
        select cause.event_id from inspector_record as cause where cause.trace_id = ${traceId} and cause.event_id is not null))`,
    text !== undefined &&
      sql<boolean>`(${containsText(sql`record.name`, text)} or ${containsText(sql`record.detail`, text)})`,
    before !== undefined && sql<boolean>`record.position < ${before}`,
    after !== undefined &&
      sql<boolean>`(record.position > ${after}
        or record.position > ${after - limits.receiversPerRecord} and record.last_position > ${after})`,
  ].filter((condition) => condition !== false)
}

function containsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql`strpos(lower(${column}), lower(${text}::text)) > 0`
}

/** An error is also a notification whose last attempt failed, with or without a response. */
function hasStatus(status: string): RawBuilder<boolean> {
  const recorded = sql`coalesce(record.status, attempt.response_status)`
  if (status === 'error')
    return sql`(${recorded} between 400 and 599 or delivery.state <> 'DELIVERED' and attempt.failure is not null)`
  return sql`${recorded} between ${Number(status.replace('xx', '00'))} and ${Number(status.replace('xx', '99'))}`
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

/** Deletes the oldest records of each application with more than `keep`; records of no application count as one. */
export function deleteRecordsBeyond(tx: Tx, keep: number, limit: number): Promise<number> {
  const positions = sql`
    select record.position
    from (
      select client_id from inspector_record where not is_anonymous
      group by client_id having count(*) > ${keep}) as crowded
    cross join lateral (
      select position from inspector_record as one
      where one.client_id is not distinct from crowded.client_id and not is_anonymous
      order by position desc offset ${keep}) as record
    limit ${limit}`
  return deleteRecords(tx, positions)
}

/** Deletes the oldest records of the applications of each person and team with more than `keep`. */
export function deleteRecordsOfOwnersBeyond(tx: Tx, keep: number, limit: number): Promise<number> {
  const positions = sql`
    select record.position
    from (
      select array_agg(client_id) as client_ids
      from (
        select client_id, count(*) as records from inspector_record
        where client_id is not null and not is_anonymous group by client_id) as counted
      join app using (client_id) where owner_channel_id is not null or team_id is not null
      group by owner_channel_id, team_id having sum(records) > ${keep}) as crowded
    cross join lateral (
      select position from inspector_record as one
      where one.client_id = any(crowded.client_ids) and not is_anonymous
      order by position desc offset ${keep}) as record
    limit ${limit}`
  return deleteRecords(tx, positions)
}

/** Deletes the oldest anonymous records beyond `keep`. */
export function deleteAnonymousRecordsBeyond(tx: Tx, keep: number, limit: number): Promise<number> {
  const positions = sql`
    select position from inspector_record
    where is_anonymous and position <= (
      select position from inspector_record where is_anonymous order by position desc offset ${keep} limit 1)
    limit ${limit}`
  return deleteRecords(tx, positions)
}

/** Deletes the oldest records beyond `keep`. */
export function deleteOldestRecords(tx: Tx, keep: number, limit: number): Promise<number> {
  const positions = sql`
    select position from inspector_record
    where position <= (select position from inspector_record order by position desc offset ${keep} limit 1)
    limit ${limit}`
  return deleteRecords(tx, positions)
}

/** Deletes records that were written more than an hour ago, in database time. */
export function deleteRecordsOlderThanHour(tx: Tx, limit: number): Promise<number> {
  const positions = sql`
    select position from inspector_record
    where written_at_db < clock_timestamp() - interval '1 hour' limit ${limit}`
  return deleteRecords(tx, positions)
}

/** Bytes of a record besides its detail, with its part of the indexes. */
const recordOverheadBytes = 500

/** The newest record with which the newest records exceed a size; null if all are within it. */
export async function findRecordBeyondSize(db: Reader, maxBytes: number): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`
    select position from (
      select position, sum(pg_column_size(detail) + ${recordOverheadBytes}) over (order by position desc) as bytes
      from inspector_record) as sized
    where bytes > ${maxBytes} order by position desc limit 1`.execute(db)
  return rows[0]?.position ?? null
}

/** Deletes up to `limit` records up to a position. Returns how many it deleted. */
export function deleteRecordsUpTo(tx: Tx, position: number, limit: number): Promise<number> {
  return deleteRecords(tx, sql`select position from inspector_record where position <= ${position} limit ${limit}`)
}

/** Deletes up to `limit` lists of receivers that no record refers to, except those of records that are being written. */
export async function deleteUnusedReceiverLists(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from inspector_receivers where id in (
      select id from inspector_receivers as list
      where used_at_db < clock_timestamp() - interval '1 minute'
        and not exists (select from inspector_record where receivers_id = list.id)
      limit ${limit}) and used_at_db < clock_timestamp() - interval '1 minute'`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes the lists of receivers beyond `keep` that were not used for the longest time, and their records. */
export async function deleteReceiverListsBeyond(tx: Tx, keep: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from inspector_receivers where id in (
        select id from inspector_receivers order by used_at_db desc offset ${keep} limit ${limit}) returning id
    ), orphaned as (
      delete from inspector_record where receivers_id in (select id from deleted)
    )
    select count(*) as count from deleted`.execute(tx)
  return rows[0]?.count ?? 0
}

async function deleteRecords(tx: Tx, positions: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from inspector_record where position = any(array(${positions}))`.execute(tx)
  return Number(numAffectedRows)
}
