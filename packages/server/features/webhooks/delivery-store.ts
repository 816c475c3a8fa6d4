import type {
  AttemptFailureCode,
  DeliveryState,
  DropRewardClaim,
  Failure,
  WebhookEvent,
  WireProfile,
} from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { AttemptOutcome } from '../../infra/db/tables.ts'
import type { DueWebhook } from './fairness-rules.ts'

/** Whether any delivery will be attempted, now or later. */
export async function hasWaitingDeliveries(db: Reader): Promise<boolean> {
  const row = db.selectFrom('webhook_delivery').select('id').where('ended_at', 'is', null).limit(1).executeTakeFirst()
  return (await row) !== undefined
}

/**
 * Inserts a delivery of an event to each endpoint of the application whose filters accept it, or to `testEndpointId` alone.
 * Returns their ids.
 */
export async function insertDeliveries(
  tx: Tx,
  event: Pick<DueDelivery, 'clientId' | 'eventType' | 'traceId'> & { data: DropRewardClaim; now: number },
  testEndpointId: string | null,
): Promise<string[]> {
  const { clientId, eventType, traceId, data, now } = event
  const { rows } = await sql<{ id: string }>`
    insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, trace_id, is_test, created_at, next_attempt_at)
    select gen_random_uuid(), client_id, id, ${eventType}, ${JSON.stringify(data)}, ${traceId}::uuid,
      ${testEndpointId}::text is not null, ${now}::bigint, ${now}::bigint
    from webhook_endpoint
    where client_id = ${clientId} and case when ${testEndpointId}::text is not null then id = ${testEndpointId}
      else (channel_ids = '{}' or ${data.channelId} = any(channel_ids))
        and (campaign_ids = '{}' or ${data.dropsCampaignId} = any(campaign_ids)) end
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * ENABLED endpoints with due deliveries, ordered by id, from the first id after `after`, and deleted ones with waiting
 * deliveries. The recursion reads one row for each endpoint, however many deliveries it has waiting.
 */
export async function findDueWebhooks(
  db: Reader,
  now: number,
  { after, limit }: { after: string; limit: number },
): Promise<{ webhooks: DueWebhook[]; deleted: string[]; isComplete: boolean; last: string }> {
  const { rows } = await sql<DueWebhook & { isDue: boolean; isDeleted: boolean }>`
    with recursive waiting as (
      (select endpoint_id, 1 as step from webhook_delivery
       where state = 'WAITING' and ended_at is null and lease is null and endpoint_id > ${after} order by endpoint_id limit 1)
      union all
      (select next.endpoint_id, waiting.step + 1 from waiting cross join lateral (
         select endpoint_id from webhook_delivery
         where state = 'WAITING' and ended_at is null and lease is null and endpoint_id > waiting.endpoint_id order by endpoint_id limit 1) as next
       where waiting.step < ${limit})
    )
    select waiting.endpoint_id as "endpointId", endpoint.failing_since is not null as "isFailing",
      endpoint.status = 'ENABLED' and app.client_id is not null and exists (
        select from webhook_delivery as due
        where due.endpoint_id = waiting.endpoint_id and due.state = 'WAITING' and due.ended_at is null and due.lease is null
          and due.next_attempt_at <= ${now}) as "isDue",
      endpoint.id is null and not exists (select from app where client_id = waiting.endpoint_id) as "isDeleted"
    from waiting
    left join webhook_endpoint as endpoint on endpoint.id = waiting.endpoint_id
    left join active_app as app on app.client_id = endpoint.client_id
    order by waiting.step`.execute(db)
  return {
    webhooks: rows.filter(({ isDue }) => isDue).map(({ endpointId, isFailing }) => ({ endpointId, isFailing })),
    deleted: rows.filter(({ isDeleted }) => isDeleted).map(({ endpointId }) => endpointId),
    isComplete: rows.length < limit,
    last: rows.at(-1)?.endpointId ?? '',
  }
}

/** How many deliveries of ENABLED endpoints are due, or have an attempt in progress. */
export async function countDueDeliveries(db: Reader, now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_delivery as delivery
    join webhook_endpoint as endpoint on endpoint.id = delivery.endpoint_id and endpoint.status = 'ENABLED'
    join active_app as app on app.client_id = endpoint.client_id
    where delivery.state = 'WAITING' and delivery.ended_at is null
      and (delivery.lease is not null or delivery.next_attempt_at <= ${now})`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Ends up to `limit` waiting deliveries of deleted endpoints, undelivered. Those with an attempt in flight end later, after
 * its result is written.
 */
export async function endDeliveriesOfDeleted(
  tx: Tx,
  endpointIds: readonly string[],
  { limit, now }: { limit: number; now: number },
): Promise<number> {
  const { rows } = await sql`
    with ended as (
      update webhook_delivery set state = 'EXHAUSTED', next_attempt_at = null, ended_at = ${now}
      from (
        select id from webhook_delivery
        where endpoint_id = any(${endpointIds}::text[]) and state = 'WAITING' and ended_at is null and lease is null
        limit ${limit} for update skip locked) as waiting
      where webhook_delivery.id = waiting.id and webhook_delivery.ended_at is null
      returning webhook_delivery.id
    ), attempts as (
      update webhook_attempt set delivery_ended_at = ${now} from ended
      where webhook_attempt.delivery_id = ended.id and webhook_attempt.delivery_ended_at is null
    )
    select id from ended`.execute(tx)
  return rows.length
}

export type DueDelivery = {
  id: string
  clientId: string
  endpointId: string
  eventType: WebhookEvent
  eventData: string
  body: Buffer | null
  retryNo: number
  url: string
  wireProfile: WireProfile | null
  headerPrefix: string | null
  traceId: string | null
  isTest: boolean
}

/** Locks due deliveries, as many of each endpoint as `allowances` says. Skips those that another transaction locks. */
export async function lockDueDeliveries(
  tx: Tx,
  allowances: ReadonlyMap<string, number>,
  now: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select due.id, due.client_id as "clientId", due.endpoint_id as "endpointId", due.event_type as "eventType", due.event_data as "eventData", due.body,
      due.attempts as "retryNo", due.trace_id as "traceId", due.is_test as "isTest",
      endpoint.url, app.wire_profile as "wireProfile", app.header_prefix as "headerPrefix"
    from unnest(${[...allowances.keys()]}::text[], ${[...allowances.values()]}::integer[]) as allowance (endpoint_id, attempts)
    join webhook_endpoint as endpoint on endpoint.id = allowance.endpoint_id and endpoint.status = 'ENABLED'
    join active_app as app on app.client_id = endpoint.client_id
    cross join lateral (
      select * from webhook_delivery as one
      where one.endpoint_id = allowance.endpoint_id and one.state = 'WAITING' and one.ended_at is null and one.lease is null
        and one.next_attempt_at <= ${now}
      order by one.next_attempt_at, one.position limit allowance.attempts
      for update skip locked) as due`.execute(tx)
  return rows
}

/** Changes when these deliveries are due, unless an attempt is in progress or they have ended. */
export async function postponeDeliveries(tx: Tx, postponed: readonly { id: string; until: number }[]) {
  await sql`
    update webhook_delivery set next_attempt_at = postponed.until
    from unnest(${postponed.map(({ id }) => id)}::uuid[], ${postponed.map(({ until }) => until)}::bigint[])
      as postponed (id, until)
    where webhook_delivery.id = postponed.id and state = 'WAITING' and ended_at is null and lease is null`.execute(tx)
}

export type StartedAttempt = { deliveryId: string; retryNo: number; url: string; headers: string; body: Buffer }

/** Leases locked deliveries and inserts their attempts, before anything is sent. */
export async function insertAttempts(
  tx: Tx,
  started: readonly StartedAttempt[],
  { lease, leaseSec, now }: { lease: string; leaseSec: number; now: number },
) {
  await sql`
    with started as (
      select * from unnest(
        ${started.map(({ deliveryId }) => deliveryId)}::uuid[], ${started.map(({ retryNo }) => retryNo)}::smallint[],
        ${started.map(({ url }) => url)}::text[], ${started.map(({ headers }) => headers)}::text[],
        ${started.map(({ body }) => body)}::bytea[]) as attempt (delivery_id, retry_no, url, headers, body)
    ), leased as (
      update webhook_delivery set
        attempts = started.retry_no + 1, body = coalesce(webhook_delivery.body, started.body),
        lease = ${lease}::uuid, lease_expires_at_db = now() + make_interval(secs => ${leaseSec})
      from started where webhook_delivery.id = started.delivery_id and webhook_delivery.ended_at is null
    )
    insert into webhook_attempt (delivery_id, retry_no, began_at, url, request_headers)
    select delivery_id, retry_no, ${now}::bigint, url, headers from started`.execute(tx)
}

/** Releases deliveries whose lease is still held, and deletes their attempts. */
export async function deleteAttempts(
  tx: Tx,
  attempts: readonly Pick<LeasedAttempt, 'deliveryId' | 'lease' | 'retryNo'>[],
) {
  await sql`
    with withdrawn as (
      select * from unnest(
        ${attempts.map(({ deliveryId }) => deliveryId)}::uuid[], ${attempts.map(({ lease }) => lease)}::uuid[],
        ${attempts.map(({ retryNo }) => retryNo)}::smallint[]) as attempt (id, lease, retry_no)
    ), released as (
      update webhook_delivery set
        attempts = withdrawn.retry_no, lease = null, lease_expires_at_db = null,
        body = case when withdrawn.retry_no > 0 then webhook_delivery.body end
      from withdrawn
      where webhook_delivery.id = withdrawn.id and webhook_delivery.ended_at is null
        and webhook_delivery.lease = withdrawn.lease
      returning webhook_delivery.id
    )
    delete from webhook_attempt using withdrawn join released on released.id = withdrawn.id
    where webhook_attempt.delivery_id = withdrawn.id and webhook_attempt.delivery_ended_at is null
      and webhook_attempt.retry_no = withdrawn.retry_no`.execute(tx)
}

export type LeasedAttempt = {
  deliveryId: string
  clientId: string
  endpointId: string
  lease: string
  retryNo: number
  isTest: boolean
}

/** Locks deliveries whose lease has expired. */
export async function lockExpiredLeases(tx: Tx, limit: number): Promise<LeasedAttempt[]> {
  const { rows } = await sql<LeasedAttempt>`
    select id as "deliveryId", client_id as "clientId", endpoint_id as "endpointId", lease, attempts - 1 as "retryNo", is_test as "isTest"
    from webhook_delivery where ended_at is null and lease is not null and lease_expires_at_db < now()
    order by id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export type AttemptResult = LeasedAttempt & {
  outcome: AttemptOutcome
  failure: Failure<AttemptFailureCode> | null
  endedAt: number
  tookMs: number | null
  status: number | null
  headers: string | null
  body: Buffer | null
  truncated: boolean | null
  state: DeliveryState
  nextAttemptAt: number | null
}

/**
 * Writes the results of attempts whose lease is still held. Returns the ids of their deliveries. The end of a delivery moves
 * it and its attempts from the queue to the partition of the day.
 */
export async function writeAttemptResults(tx: Tx, results: readonly AttemptResult[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      select * from unnest(
        ${results.map(({ deliveryId }) => deliveryId)}::uuid[], ${results.map(({ lease }) => lease)}::uuid[],
        ${results.map(({ retryNo }) => retryNo)}::smallint[], ${results.map(({ outcome }) => outcome)}::text[],
        ${results.map(toFailureJson)}::jsonb[], ${results.map(({ endedAt }) => endedAt)}::bigint[],
        ${results.map(({ tookMs }) => tookMs)}::integer[], ${results.map(({ status }) => status)}::integer[],
        ${results.map(({ headers }) => headers)}::text[], ${results.map(({ body }) => body)}::bytea[],
        ${results.map(({ truncated }) => truncated)}::boolean[], ${results.map(({ state }) => state)}::text[],
        ${results.map(({ nextAttemptAt }) => nextAttemptAt)}::bigint[])
        as result (id, lease, retry_no, outcome, failure, at, took_ms, status, headers, body, truncated, state, next_at)
    ), released as (
      update webhook_delivery set
        state = ended.state, next_attempt_at = ended.next_at, lease = null, lease_expires_at_db = null,
        ended_at = case when ended.state = 'WAITING' then null else ended.at end
      from ended
      where webhook_delivery.id = ended.id and webhook_delivery.ended_at is null and webhook_delivery.lease = ended.lease
      returning webhook_delivery.id, webhook_delivery.ended_at
    ), earlier as (
      update webhook_attempt set delivery_ended_at = released.ended_at
      from ended join released on released.id = ended.id
      where released.ended_at is not null and ended.retry_no > 0
        and webhook_attempt.delivery_id = ended.id and webhook_attempt.delivery_ended_at is null
        and webhook_attempt.retry_no < ended.retry_no
    )
    update webhook_attempt set
      delivery_ended_at = released.ended_at, outcome = ended.outcome, failure = ended.failure, ended_at = ended.at, took_ms = ended.took_ms,
      response_status = ended.status, response_headers = ended.headers, response_body = ended.body,
      response_truncated = ended.truncated
    from ended join released on released.id = ended.id
    where webhook_attempt.delivery_id = ended.id and webhook_attempt.delivery_ended_at is null
      and webhook_attempt.retry_no = ended.retry_no
    returning ended.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

function toFailureJson({ failure }: AttemptResult): string | null {
  return failure && JSON.stringify(failure)
}

const maxCounted = 100_000

/** How many notifications wait, and for how long the oldest that is due has waited. Those of disabled webhooks are not due. */
export async function measureQueue(db: Reader, now: number): Promise<{ waiting: number; oldestDueSec: number }> {
  const { rows } = await sql<{ waiting: string; due_at: number | null }>`
    select (select count(*) from (select from webhook_delivery where ended_at is null limit ${maxCounted}) w)::text as waiting,
      (select min(d.next_attempt_at) from webhook_endpoint e cross join lateral (
        select next_attempt_at from webhook_delivery
        where endpoint_id = e.id and state = 'WAITING' and ended_at is null and lease is null
        order by next_attempt_at limit 1
      ) d where e.status = 'ENABLED') as due_at`.execute(db)
  const { waiting = '0', due_at: dueAt = null } = rows[0] ?? {}
  return { waiting: Number(waiting), oldestDueSec: dueAt === null ? 0 : Math.max(0, now - dueAt) / 1_000 }
}
