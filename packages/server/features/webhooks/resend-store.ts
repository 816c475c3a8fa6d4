import type { DeliveryState } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'

export type ResendableDelivery = { id: string; endpointId: string; state: DeliveryState; position: number }

export async function findDeliveriesById(
  db: Reader,
  clientId: string,
  deliveryIds: readonly string[],
): Promise<ResendableDelivery[]> {
  const { rows } = await sql<ResendableDelivery>`
    select id, endpoint_id as "endpointId", state, position from webhook_delivery
    where client_id = ${clientId} and id = any(${deliveryIds}::uuid[]) order by position`.execute(db)
  return rows
}

/**
 * Original deliveries to these endpoints that were created at or after `since` and have ended. With `isMissed`: only exhausted ones without
 * a waiting or delivered resend.
 */
export async function findDeliveriesSince(
  db: Reader,
  clientId: string,
  {
    endpointIds,
    since,
    after,
    isMissed,
    limit,
  }: { endpointIds: readonly string[]; since: number; after: number; isMissed: boolean; limit: number },
): Promise<ResendableDelivery[]> {
  const { rows } = await sql<ResendableDelivery>`
    select id, endpoint_id as "endpointId", state, position from webhook_delivery
    where client_id = ${clientId} and endpoint_id = any(${endpointIds}::text[]) and position > ${after} and created_at >= ${since} and resend_of is null
      and not is_test
      and case when ${isMissed}::boolean then state = 'EXHAUSTED' and not exists (
        select from webhook_delivery as resend
        where resend.resend_of = webhook_delivery.id and resend.state in ('WAITING', 'DELIVERED'))
      else state <> 'WAITING' end
    order by position limit ${limit}`.execute(db)
  return rows
}

type Missed = { missed: number; waiting: number; recovered: number; oldestMissedAt: number | null }

/**
 * Counts exhausted originals that were created at or after `since`, to one endpoint or to all that exist, by their resends.
 * The newest `limit` are counted.
 */
export async function countMissed(
  db: Reader,
  clientId: string,
  { endpointId, since, limit }: { endpointId: string | null; since: number; limit: number },
): Promise<Missed> {
  const { rows } = await sql<Missed>`
    with missed as (
      select id, created_at from webhook_delivery
      where client_id = ${clientId} and state = 'EXHAUSTED' and created_at >= ${since} and resend_of is null and not is_test
        and endpoint_id in (
          select id from webhook_endpoint
          where client_id = ${clientId} and (${endpointId}::text is null or id = ${endpointId}))
      order by position desc limit ${limit}
    ), resent as (
      select missed.id, missed.created_at, coalesce(bool_or(resend.state = 'DELIVERED'), false) as is_recovered,
        coalesce(bool_or(resend.state = 'WAITING'), false) as is_waiting
      from missed left join webhook_delivery as resend on resend.resend_of = missed.id group by missed.id, missed.created_at
    )
    select (count(*) filter (where not is_recovered and not is_waiting))::integer as missed,
      (count(*) filter (where is_waiting and not is_recovered))::integer as waiting,
      (count(*) filter (where is_recovered))::integer as recovered,
      min(created_at) filter (where not is_recovered and not is_waiting) as "oldestMissedAt"
    from resent`.execute(db)
  return rows[0]!
}

/** Inserts a new delivery, with the given id, for each original. */
export async function insertResends(tx: Tx, resends: readonly { id: string; originalId: string }[], now: number) {
  await sql`
    insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, is_test, created_at, next_attempt_at, resend_of)
    select resend.id, original.client_id, original.endpoint_id, original.event_type, original.event_data, original.is_test, ${now}::bigint, ${now}::bigint,
      coalesce(original.resend_of, original.id)
    from unnest(${resends.map(({ id }) => id)}::uuid[], ${resends.map(({ originalId }) => originalId)}::uuid[])
      with ordinality as resend (id, original_id, ordinal)
    join webhook_delivery as original on original.id = resend.original_id
    order by resend.ordinal`.execute(tx)
}

/** Returns false when no such delivery waits. */
export async function expediteDelivery(
  tx: Tx,
  { clientId, deliveryId, now }: { clientId: string; deliveryId: string; now: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set next_attempt_at = least(next_attempt_at, ${now}::bigint)
    where id = ${deliveryId}::uuid and client_id = ${clientId} and state = 'WAITING' and ended_at is null`.execute(tx)
  return numAffectedRows === 1n
}
