import type { DeliveryState } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'

export type ResendableDelivery = { id: string; state: DeliveryState; position: number }

export async function findDeliveriesById(
  db: Reader,
  clientId: string,
  deliveryIds: readonly string[],
): Promise<ResendableDelivery[]> {
  const { rows } = await sql<ResendableDelivery>`
    select id, state, position from webhook_delivery
    where client_id = ${clientId} and id = any(${deliveryIds}::uuid[]) order by position`.execute(db)
  return rows
}

/** Events since a moment whose notification ended; with `isMissed` those alone that no repeat delivered or will try to. */
export async function findDeliveriesSince(
  db: Reader,
  clientId: string,
  { since, after, isMissed, limit }: { since: number; after: number; isMissed: boolean; limit: number },
): Promise<ResendableDelivery[]> {
  const { rows } = await sql<ResendableDelivery>`
    select id, state, position from webhook_delivery
    where client_id = ${clientId} and position > ${after} and created_at >= ${since} and resend_of is null
      and case when ${isMissed}::boolean then state = 'EXHAUSTED' and not exists (
        select from webhook_delivery as repeat
        where repeat.resend_of = webhook_delivery.id and repeat.state in ('WAITING', 'DELIVERED'))
      else state <> 'WAITING' end
    order by position limit ${limit}`.execute(db)
  return rows
}

/** Notes events again, each under the id given with it. */
export async function insertResends(tx: Tx, resends: readonly { id: string; originalId: string }[], now: number) {
  await sql`
    insert into webhook_delivery (id, client_id, event_type, event_data, created_at, next_attempt_at, resend_of)
    select repeat.id, old.client_id, old.event_type, old.event_data, ${now}::bigint, ${now}::bigint,
      coalesce(old.resend_of, old.id)
    from unnest(${resends.map(({ id }) => id)}::uuid[], ${resends.map(({ originalId }) => originalId)}::uuid[])
      with ordinality as repeat (id, old_id, place)
    join webhook_delivery as old on old.id = repeat.old_id
    order by repeat.place`.execute(tx)
}
