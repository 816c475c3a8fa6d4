import type { EventType } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { isOwnerActive } from './session-store.ts'

/** A subscription of a session, and the granted scope that it depends on. */
export type SubscriptionState = { eventType: EventType; channelId: string; id: number; grantId: string; scope: string }

/**
 * The subscriptions of these sessions. Sessions that are not open on this gateway, or whose
 * application or user has ended, are missing from the result.
 */
export async function findSubscriptionStates(
  db: Reader,
  gatewayId: string,
  keys: readonly string[],
): Promise<Map<string, SubscriptionState[]>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('active_app as app', 'app.client_id', 'session.client_id')
    .leftJoin('session_subscription as subscription', (join) =>
      join.onRef('subscription.session_key', '=', 'session.key').on('subscription.session_ended_at', 'is', null),
    )
    .where(sql<boolean>`session.key = any(${keys}::uuid[])`)
    .where('gateway_id', '=', gatewayId)
    .where('disconnected_at', 'is', null)
    .where(isOwnerActive)
    .select(['key', 'event_type as eventType', 'channel_id as channelId', 'id', 'grant_id as grantId', 'scope'])
    .orderBy('id')
    .execute()
  const statesBySession = new Map<string, SubscriptionState[]>()
  for (const { key, eventType, channelId, id, grantId, scope } of rows) {
    const states = statesBySession.get(key) ?? []
    statesBySession.set(key, states)
    // All null when the session has no subscription.
    if (eventType === null || channelId === null || id === null || grantId === null || scope === null) continue
    states.push({ eventType: eventType as EventType, channelId, id, grantId, scope })
  }
  return statesBySession
}

/**
 * The ids of those subscriptions whose scope is still granted, so that they were not ended by a
 * revocation.
 */
export async function findStillPermitted(db: Reader, ended: readonly SubscriptionState[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select ended.id
    from unnest(${ended.map(({ id }) => id)}::bigint[], ${ended.map(({ grantId }) => grantId)}::uuid[],
      ${ended.map(({ scope }) => scope)}::text[]) ended (id, grant_id, scope)
    join user_grant_scope granted on granted.grant_id = ended.grant_id and granted.scope = ended.scope
    join user_grant on user_grant.id = ended.grant_id
    join active_app as app on app.client_id = user_grant.client_id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
