import {
  endingFaultKinds,
  type AttemptFailureCode,
  type DeliveryState,
  type Failure,
  type RecordDetail,
  type RecordKind,
  type WireProfile,
} from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import type { Reader } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'
import { receiversOf } from './receivers-store.ts'
import { isInScope } from './record-store.ts'
import type {
  EndpointFacts,
  InjectedFault,
  Moment,
  RefusedOpening,
  RefusedRequest,
  SubscriptionChange,
} from './missing-event-rules.ts'

export type OccurredEvent = Moment & { eventId: string; eventType: string; channelId: string }
/** Events of one kind in a channel up to `until`. `clientId` matters for claims only, which belong to an application. */
export type EventQuery = { eventType: string; channelId: string; until: number; clientId: string }

/** The last such event, from the tables of the events themselves, with the position of its record. */
export async function loadLastEvent(db: Reader, query: EventQuery): Promise<OccurredEvent | null> {
  const { rows } = await sql<OccurredEvent>`
    select event.id::text as "eventId", event.at, ${query.eventType} as "eventType", ${query.channelId} as "channelId",
      (select min(position) from inspector_record where event_id = event.id::text and kind = 'event') as position
    from (${eventSource(query)}) as event`.execute(db)
  return rows[0] ?? null
}

function eventSource({ eventType, channelId, until, clientId }: EventQuery): RawBuilder<unknown> {
  const last = (table: string, time: string, extraCondition = sql``) => sql`
    select id, ${sql.ref(time)} as at from ${sql.table(table)}
    where channel_id = ${channelId} and ${sql.ref(time)} <= ${until} ${extraCondition} order by ${sql.ref(time)} desc, position desc limit 1`
  if (eventType === 'CHAT') return last('chat_message', 'message_time')
  if (eventType === 'DONATION') return last('donation', 'created_at')
  if (eventType === 'SUBSCRIPTION') return last('subscription_event', 'created_at')
  return last('claim', 'claimed_at', sql`and client_id = ${clientId}`)
}

export type QueriedRecord = {
  kind: RecordKind
  name: string
  at: number
  position: number
  channelId: string | null
  eventId: string | null
  status: number | null
  traceId: string | null
}

/** The record of an event, or of a request that would have made one. An owner may query only the records they can list. */
export async function loadQueriedRecord(
  db: Reader,
  position: number,
  { clientId, isOwner }: { clientId: string; isOwner: boolean },
): Promise<QueriedRecord | null> {
  const isVisible = isInScope(isOwner ? { by: 'owner', clientId } : { by: 'all' })
  const { rows } = await sql<QueriedRecord>`
    select kind, name, at, position, channel_id as "channelId", event_id as "eventId", status, trace_id as "traceId"
    from inspector_record as record
    where coalesce(record.last_position, record.position) >= ${position} and ${isVisible}
      and record.position = (select max(position) from inspector_record where position <= ${position})`.execute(db)
  return rows[0] ?? null
}

/** The recorded event that a request made. A claim belongs to one application. */
export async function loadEventByTrace(
  db: Reader,
  { traceId, eventType, clientId }: { traceId: string; eventType: string; clientId: string },
): Promise<OccurredEvent | null> {
  const { rows } = await sql<OccurredEvent>`
    select event_id as "eventId", at, position, name as "eventType", channel_id as "channelId" from inspector_record
    where trace_id = ${traceId} and kind = 'event' and name = ${eventType} and event_id is not null
      and (client_id is null or client_id = ${clientId})
    order by position limit 1`.execute(db)
  return rows[0] ?? null
}

/** The last refused request of these names about a channel, after `since`. */
export async function loadLastRefusal(
  db: Reader,
  names: readonly string[],
  {
    channelId,
    since,
    until,
    clientId,
  }: { channelId: string; since: Moment | null; until: number; clientId: string | null },
): Promise<RefusedRequest | null> {
  const afterCondition =
    since === null ? sql`` : sql`and (at > ${since.at} or at = ${since.at} and position > ${since.position ?? 0})`
  const { rows } = await sql<RefusalRow>`
    select at, position, detail from inspector_record
    where kind = 'request' and name = any(${names}::text[]) and status between 400 and 599
      and channel_id = ${channelId} and at <= ${until} ${afterCondition}
      and (${clientId}::text is null or client_id = ${clientId})
    order by position desc limit 1`.execute(db)
  return rows[0] === undefined ? null : toRefusal(rows[0])
}

type RefusalRow = { at: number; position: number; detail: string }

function toRefusal({ at, position, detail }: RefusalRow): RefusedRequest {
  return { at, position, reason: (JSON.parse(detail) as RecordDetail).reason }
}

/**
 * The last request of an application for a session that can receive events of a channel, if it was refused. The channel of a
 * token that is unknown or was revoked is not recorded: it counts as this one.
 */
export async function findRefusedOpening(
  db: Reader,
  { clientId, channelId, until }: { clientId: string; channelId: string; until: number },
): Promise<RefusedOpening | null> {
  const { rows } = await sql<RefusalRow & { status: number; fault: string | null }>`
    select at, position, status, fault, detail from inspector_record
    where client_id = ${clientId} and kind = 'request' and at <= ${until}
      and (name = 'GET /open/v1/sessions/auth/client'
        or name = 'GET /open/v1/sessions/auth' and coalesce(channel_id, ${channelId}) = ${channelId})
    order by position desc limit 1`.execute(db)
  const [row] = rows
  return row === undefined || row.status < 400 || row.status > 499 ? null : { ...toRefusal(row), fault: row.fault }
}

const maxSessions = 200

/** The sessions of an application, newest first, or the one with this key. Those of the application itself have no owner. */
export async function findSessionsOf(
  db: Reader,
  { clientId, sessionKey }: { clientId?: string; sessionKey: string | undefined },
) {
  if (sessionKey !== undefined && !isUuid(sessionKey)) return []
  let sessions = db.selectFrom('session')
  if (clientId !== undefined) sessions = sessions.where('client_id', '=', clientId)
  if (sessionKey !== undefined) sessions = sessions.where('key', '=', sessionKey)
  return sessions
    .select(['key', 'client_id as clientId', 'owner_channel_id as ownerChannelId'])
    .select(['ticket_expires_at as ticketExpiresAt'])
    .select(['connected_at as connectedAt', 'disconnected_at as disconnectedAt'])
    .orderBy('issued_at', 'desc')
    .orderBy('key', 'desc')
    .limit(maxSessions)
    .execute()
}

export type SessionRow = Awaited<ReturnType<typeof findSessionsOf>>[number]

export async function findSubscriptions(db: Reader, sessionKeys: readonly string[]) {
  const { rows } = await sql<{ sessionKey: string; eventType: string; channelId: string }>`
    select session_key as "sessionKey", event_type as "eventType", channel_id as "channelId"
    from session_subscription where session_key = any(${sessionKeys}::uuid[]) order by id`.execute(db)
  return rows
}

type Frame = {
  at: number
  position: number
  sessionKey: string
  name: string
  channelId: string | null
  eventId: string | null
  wireProfile: WireProfile | null
  detail: string
}

/** The SYSTEM frames of sessions, oldest first, their `closed` records, and the frames of this event. */
export async function findFrames(db: Reader, sessionKeys: readonly string[], eventId: string | null): Promise<Frame[]> {
  const { rows } = await sql<Frame>`
    select session_key as "sessionKey", name, at, position, channel_id as "channelId", event_id as "eventId",
      wire_profile as "wireProfile", detail
    from inspector_record
    where kind = 'frame' and session_key = any(${sessionKeys}::text[]) and fault is null
      and (name like 'SYSTEM %' or name = 'closed' or event_id = ${eventId})
    union all
    select receiver.session_key, record.name, record.at, receiver.position, record.channel_id, record.event_id,
      record.wire_profile, record.detail
    from inspector_record as record cross join lateral ${receiversOf(sql`record`)} as receiver
    where record.kind = 'frame' and record.event_id = ${eventId} and record.receivers_id is not null
      and receiver.session_key = any(${sessionKeys}::text[])
    order by position`.execute(db)
  return rows
}

/** The faults of sessions and of their requests to subscribe that the fault plan rejected, oldest first. */
export async function findInjectedFaults(db: Reader, sessionKeys: readonly string[], eventId: string | null) {
  const { rows } = await sql<InjectedFault & { sessionKey: string }>`
    select session_key as "sessionKey", at, position, fault, coalesce(event_id = ${eventId}, false) as "isOfEvent"
    from inspector_record
    where session_key = any(${sessionKeys}::text[]) and fault is not null
      and (kind = 'frame' and (event_id is null or event_id = ${eventId} or fault = any(${[...endingFaultKinds]}::text[]))
        or kind = 'request' and status >= 400 and name like 'POST /open/v1/sessions/events/subscribe/%')
    order by position`.execute(db)
  return rows
}

/** The last gap in the records. Gaps among anonymous requests concern no session. */
export function loadLastGap(db: Reader): Promise<{ position: number } | null> {
  return db
    .selectFrom('inspector_record')
    .select('position')
    .where('kind', '=', 'gap')
    .where('is_anonymous', '=', false)
    .orderBy('position', 'desc')
    .limit(1)
    .$call(firstOrNull)
}

/**
 * Refused requests of an application to subscribe its sessions to a kind of event. The channel is null where the credentials
 * were not valid.
 */
export async function findRefusedSubscriptions(
  db: Reader,
  { sessionKeys, eventType, clientId }: { sessionKeys: readonly string[]; eventType: string; clientId: string },
) {
  const name = `POST /open/v1/sessions/events/subscribe/${eventType.toLowerCase()}`
  const { rows } = await sql<RefusalRow & { sessionKey: string; channelId: string | null }>`
    select session_key as "sessionKey", channel_id as "channelId", at, position, detail
    from inspector_record
    where kind = 'request' and session_key = any(${sessionKeys}::text[]) and name = ${name}
      and client_id = ${clientId} and status between 400 and 499
    order by position`.execute(db)
  return rows.map((row) => ({ ...toRefusal(row), sessionKey: row.sessionKey, channelId: row.channelId }))
}

/** The scopes that a channel grants an application now, and since when. */
export async function loadGrant(db: Reader, clientId: string, channelId: string): Promise<Grant | null> {
  const { rows } = await sql<Grant>`
    select array(select scope from user_grant_scope where grant_id = user_grant.id) as scopes,
      coalesce(scopes_changed_at, created_at) as since
    from user_grant where client_id = ${clientId} and channel_id = ${channelId}`.execute(db)
  return rows[0] ?? null
}

export type Grant = { scopes: string[]; since: number }

/**
 * The registered webhook, whether it exists or not, and then the further endpoints, the oldest first, each with the
 * delivery of a claim that came furthest. Deleted endpoints that have one are last.
 */
export async function listEndpointFacts(
  db: Reader,
  clientId: string,
  claimId: string | null,
): Promise<(EndpointFacts & { endpointId: string; name: string | null })[]> {
  type Row = NonNullable<EndpointFacts['endpoint']> & {
    endpointId: string
    isRegistered: boolean
    name: string | null
    exists: boolean
    deliveryId: string | null
    state: DeliveryState
    nextAttemptAt: number | null
    endedAt: number | null
    failure: Failure<AttemptFailureCode> | null
    fault: string | null
  }
  const { rows } = await sql<Row>`
    with claimed as (
      select campaign_id::text as campaign_id, channel_id from claim
      where id = ${claimId !== null && isUuid(claimId) ? claimId : null}::uuid
    ), furthest as (
      select distinct on (endpoint_id) * from webhook_delivery
      where client_id = ${clientId} and claim_id = ${claimId}
      order by endpoint_id, array_position(array['DELIVERED', 'WAITING', 'EXHAUSTED'], state), position desc
    ), endpoint_id as (
      select ${clientId}::text as id union select id from webhook_endpoint where client_id = ${clientId}
      union select endpoint_id from furthest
    )
    select endpoint_id.id as "endpointId", endpoint_id.id = ${clientId} as "isRegistered",
      endpoint.id is not null as exists, name, status, endpoint.created_at as "createdAt", changed_at as "changedAt",
      status_reason as "statusReason", failing_since as "failingSince",
      array_remove(array[
        case when campaign_ids <> '{}' and claimed.campaign_id <> all(campaign_ids) then 'CAMPAIGNS' end,
        case when channel_ids <> '{}' and claimed.channel_id <> all(channel_ids) then 'VIEWERS' end
      ], null) as "excludingFilters",
      furthest.id as "deliveryId", furthest.state, furthest.next_attempt_at as "nextAttemptAt",
      furthest.ended_at as "endedAt", attempt.failure,
      (select fault from inspector_record where delivery_id = furthest.id and fault is not null
        order by position desc limit 1) as fault
    from endpoint_id
    left join webhook_endpoint as endpoint on endpoint.id = endpoint_id.id
    left join furthest on furthest.endpoint_id = endpoint_id.id
    left join webhook_attempt as attempt
      on attempt.delivery_id = furthest.id and attempt.retry_no = furthest.attempts - 1
    left join claimed on true
    order by "isRegistered" desc, endpoint.created_at, endpoint_id.id`.execute(db)
  return rows.map(
    ({
      endpointId,
      isRegistered,
      name,
      exists,
      deliveryId,
      state,
      nextAttemptAt,
      endedAt,
      failure,
      fault,
      ...endpoint
    }) => ({
      endpointId,
      isRegistered,
      name,
      endpoint: exists ? endpoint : null,
      delivery: deliveryId === null ? null : { deliveryId, state, nextAttemptAt, endedAt, failure, fault },
    }),
  )
}

export function toSubscriptionChange({ name, at, position, channelId, detail }: Frame): SubscriptionChange | null {
  const type = /^SYSTEM (subscribed|unsubscribed|revoked)$/.exec(name)?.[1]
  if (type === undefined || channelId === null) return null
  const { payload } = JSON.parse(detail) as { payload: { text: string } }
  const { data } = JSON.parse(payload.text) as { data: { eventType: string } }
  return { type: type as SubscriptionChange['type'], at, position, channelId, eventType: data.eventType }
}

export async function loadChannelName(db: Reader, channelId: string): Promise<string | null> {
  const row = await db.selectFrom('channel').where('id', '=', channelId).select('name').executeTakeFirst()
  return row?.name ?? null
}
