import { limits, type SortOrder, type DeliveryState } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'
import { isUuid } from '../../shared/ids.ts'
import { isOfChannel } from '../../shared/name-search-store.ts'
import type { AttemptOutcome, Tables } from '../../infra/db/tables.ts'

export type DeliveryFilter = {
  clientId: string
  endpointId?: string
  state?: DeliveryState
  since?: number | undefined
  /** A message id or claim id in lower case. */
  messageOrClaimId?: string
  /** A part of the name, or the id, of the viewers whose claims the deliveries are about. */
  viewer?: string
}
/** The range begins after the position `after`. */
type DeliveryRange = { sort: SortOrder; after: number | null }

/**
 * Deliveries of an application, or of one of its endpoints, each with the result of its last attempt. A filter by viewers
 * reads up to `deliveriesPerScan` others.
 */
export function findDeliveries(
  db: Reader,
  { viewer, ...filter }: DeliveryFilter,
  { size, ...range }: DeliveryRange & { size: number },
) {
  const scanned = matching(db, filter, range).limit(viewer === undefined ? size : limits.deliveriesPerScan)
  let deliveries = db
    .selectFrom(scanned.as('webhook_delivery'))
    .leftJoinLateral(sql<Tables['webhook_attempt']>`${attemptsOf('webhook_delivery')}`.as('attempt'), (join) =>
      join.on('attempt.retry_no', '=', sql<number>`webhook_delivery.attempts - 1`),
    )
  if (viewer !== undefined)
    deliveries = deliveries.where(isOfChannel(sql`webhook_delivery.event_data::jsonb ->> 'channelId'`, viewer))
  return deliveries
    .select([
      'id',
      'endpoint_id',
      'event_type',
      'event_data',
      'state',
      'attempts',
      'created_at',
      'next_attempt_at',
      'webhook_delivery.ended_at',
    ])
    .select(['resend_of', 'is_test', 'position', 'retry_no', 'outcome', 'failure', 'response_status', 'took_ms'])
    .orderBy('position', range.sort === 'newest' ? 'desc' : 'asc')
    .limit(size)
    .execute()
}

/** The position at which a scan of `deliveriesPerScan` deliveries ends, without the filter by viewers; null at the end. */
export async function loadScanEnd(db: Reader, filter: DeliveryFilter, range: DeliveryRange): Promise<string | null> {
  const [last, next] = await matching(db, filter, range)
    .offset(limits.deliveriesPerScan - 1)
    .limit(2)
    .execute()
  return last && next ? String(last.position) : null
}

function matching(
  db: Reader,
  { clientId, endpointId, state, since, messageOrClaimId }: DeliveryFilter,
  { sort, after }: DeliveryRange,
) {
  const order = sort === 'newest' ? 'desc' : 'asc'
  let deliveries = db
    .selectFrom(messageOrClaimId === undefined ? 'webhook_delivery' : withId(clientId, messageOrClaimId))
    .where(isOf({ clientId, endpointId }))
  if (state !== undefined) deliveries = deliveries.where('state', '=', state)
  if (since !== undefined) deliveries = deliveries.where('created_at', '>=', since)
  if (after !== null) deliveries = deliveries.where('position', order === 'desc' ? '<' : '>', after)
  return deliveries.selectAll('webhook_delivery').orderBy('position', order)
}

/** The delivery with this message id, or those about the claim with this id: as many as a scan reads. */
function withId(clientId: string, id: string) {
  return sql<Tables['webhook_delivery']>`(
    (select * from webhook_delivery where client_id = ${clientId} and claim_id = ${id} limit ${limits.deliveriesPerScan})
    union all
    (select * from webhook_delivery where id = ${isUuid(id) ? id : null}::uuid limit 1))`.as('webhook_delivery')
}

/** The attempts of a delivery. An equality with the time of its end reads one partition, and `is null` the queue. */
function attemptsOf(delivery: string) {
  const [id, endedAt] = [sql.ref(`${delivery}.id`), sql.ref(`${delivery}.ended_at`)]
  return sql`(
    select * from webhook_attempt where delivery_id = ${id} and delivery_ended_at = ${endedAt}
    union all
    select * from webhook_attempt where delivery_id = ${id} and delivery_ended_at is null)`
}

/** The deliveries of an application, or of one endpoint. Those of further endpoints have an index of their own. */
function isOf({ clientId, endpointId }: { clientId: string; endpointId?: string | undefined }) {
  const isOfApp = sql<boolean>`webhook_delivery.client_id = ${clientId}`
  if (endpointId === undefined) return isOfApp
  const isFurther =
    endpointId === clientId ? sql`` : sql`and webhook_delivery.endpoint_id <> webhook_delivery.client_id`
  return sql<boolean>`${isOfApp} and webhook_delivery.endpoint_id = ${endpointId} ${isFurther}`
}

/** Deliveries searched for last attempts: retries of older ones are rare, and the index has no time of attempts. */
const deliveriesSearched = 1_000

/** The last attempts that ended, newest first. */
export async function listLastAttempts(
  db: Reader,
  { limit, ...endpoint }: { clientId: string; endpointId?: string | undefined; limit: number },
) {
  type EndedAttempt = {
    deliveryId: string
    retryNo: number
    beganAt: number
    outcome: AttemptOutcome
    status: number | null
    tookMs: number | null
  }
  const { rows } = await sql<EndedAttempt>`
    select attempt.delivery_id as "deliveryId", retry_no as "retryNo", began_at as "beganAt", outcome, response_status as status,
      took_ms as "tookMs"
    from (
      select id, ended_at from webhook_delivery
      where ${isOf(endpoint)} order by position desc limit ${deliveriesSearched}
    ) as delivery
    cross join lateral ${attemptsOf('delivery')} as attempt
    where outcome is not null
    order by began_at desc, delivery_id, retry_no desc limit ${limit}`.execute(db)
  return rows
}

export function loadDelivery(db: Reader, deliveryId: string) {
  return db.selectFrom('webhook_delivery').selectAll().where('id', '=', deliveryId).$call(firstOrNull)
}

export function findAttempts(db: Reader, deliveryId: string) {
  return db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('retry_no')
    .execute()
}

/** The latest delivery of each of these claims to the registered webhook. */
export async function findLastDeliveryByClaim(db: Reader, clientId: string, claimIds: readonly string[]) {
  type ClaimDelivery = { claimId: string; deliveryId: string; state: DeliveryState }
  const { rows } = await sql<ClaimDelivery>`
    select distinct on (claim_id)
      claim_id as "claimId", id as "deliveryId", state
    from webhook_delivery
    where client_id = ${clientId} and endpoint_id = client_id and claim_id = any(${claimIds}::text[])
    order by claim_id, position desc`.execute(db)
  return rows
}

/** How many deliveries to an endpoint wait and are not in flight, counted up to `limit`. */
export async function countWaiting(db: Reader, endpointId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from webhook_delivery
      where endpoint_id = ${endpointId} and state = 'WAITING' and ended_at is null and lease is null limit ${limit}
    ) as waiting`.execute(db)
  return rows[0]?.count ?? 0
}

/** The rewards with these ids, which the notifications are about. */
export function findRewardNames(db: Reader, rewardIds: readonly string[]) {
  return db
    .selectFrom('reward')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${rewardIds}::uuid[])`)
    .execute()
}

/** The latest resend of each of these deliveries that was resent. */
export async function findLastResends(db: Reader, deliveryIds: readonly string[]) {
  type LastResend = { resendOf: string; deliveryId: string; state: DeliveryState }
  const { rows } = await sql<LastResend>`
    select distinct on (resend_of) resend_of as "resendOf", id as "deliveryId", state
    from webhook_delivery where resend_of = any(${deliveryIds}::uuid[])
    order by resend_of, position desc`.execute(db)
  return rows
}
