import { sql } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { hasChanged, countChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Session } from './session-rules.ts'

/** `now` is stored as a date; `monotonicNow` decides what has expired. */
type Times = { now: number; monotonicNow: number }

/**
 * Counts the used slots of an application's own sessions, or of a user's in all applications. Locks
 * the owner until the transaction ends, so that two callers cannot both take the last slot. Ends
 * expired URLs and orphaned sessions first: they occupy no slot, and must not become connected
 * later.
 */
export async function lockUsedSlots(
  tx: Tx,
  owner: { clientId: string } | { channelId: string },
  { now, monotonicNow }: Times,
) {
  const lockName = 'clientId' in owner ? `client ${owner.clientId}` : `user ${owner.channelId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sessions of ${lockName}`}, 0))`.execute(tx)
  const isOwned =
    'clientId' in owner
      ? sql<boolean>`client_id = ${owner.clientId} and owner_channel_id is null`
      : sql<boolean>`owner_channel_id = ${owner.channelId}`
  await tx
    .deleteFrom('session')
    .where(isOwned)
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is', null)
    .where('ticket_expires_at', '<=', monotonicNow)
    .execute()
  await moveSubscriptions(tx, await orphanedSessionsQuery(tx, now).where(isOwned).execute())
  const { usedSlots } = await tx
    .selectFrom('session')
    .where(isOwned)
    .where('disconnected_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('usedSlots'))
    .executeTakeFirstOrThrow()
  return usedSlots
}

export type IssuedSession = Omit<Tables['session'], 'connected_at' | 'disconnected_at' | 'gateway_id'>

export async function insertSession(tx: Tx, session: IssuedSession) {
  await tx.insertInto('session').values(session).execute()
}

/** Whether the account that owns a session has not ended; true for sessions of an application. */
export const isOwnerActive = sql<boolean>`not exists (
  select from channel where channel.id = session.owner_channel_id and channel.ended_at is not null)`

/**
 * Redeems the tickets that are unused and not expired. Of several connections with one ticket
 * exactly one succeeds, and none for an application or a user that has ended.
 */
export function redeemTickets(
  tx: Tx,
  ticketHashes: readonly Buffer[],
  gatewayId: string,
  { now, monotonicNow }: Times,
) {
  return (
    tx
      // Materialized: on a new database the planner would read all sessions of each application instead of the tickets.
      .with(
        (cte) => cte('ticket').materialized(),
        (query) =>
          query
            .selectFrom('session')
            .select(['key', 'client_id'])
            .where(sql<boolean>`ticket_hash = any(${ticketHashes}::bytea[])`)
            .where('disconnected_at', 'is', null)
            .where('connected_at', 'is', null)
            .where('ticket_expires_at', '>', monotonicNow),
      )
      .updateTable('session')
      .from('ticket')
      .innerJoin('active_app as app', 'app.client_id', 'ticket.client_id')
      .whereRef('session.key', '=', 'ticket.key')
      .where('session.disconnected_at', 'is', null)
      // Again, for the row as a concurrent redemption left it.
      .where('session.connected_at', 'is', null)
      .where(isOwnerActive)
      .set({ connected_at: now, gateway_id: gatewayId })
      .returning([
        'session.key',
        'session.client_id',
        'session.owner_channel_id',
        'session.ticket_hash',
        'app.wire_profile',
      ])
      .execute()
  )
}

/** The session that the ticket was issued for, connected or not. */
export function findSessionByTicket(read: Reader, ticketHash: Buffer) {
  return read
    .selectFrom('session')
    .where('ticket_hash', '=', ticketHash)
    .select(['key', 'client_id', 'owner_channel_id'])
    .executeTakeFirst()
}

/** Marks sessions as disconnected, each at its own time. */
export async function disconnectSessions(tx: Tx, ended: readonly { key: string; at: number }[]) {
  const { rows } = await sql<EndedSession>`
    update session set disconnected_at = ended.at
    from unnest(${ended.map(({ key }) => key)}::uuid[], ${ended.map(({ at }) => at)}::bigint[]) ended (key, at)
    where session.key = ended.key and disconnected_at is null
    returning session.key, disconnected_at`.execute(tx)
  await moveSubscriptions(tx, rows)
}

/**
 * Releases the slots of tickets that this gateway rejected: deletes unredeemed sessions, and ends
 * redeemed ones.
 */
export async function disconnectSessionsByTicket(
  tx: Tx,
  gatewayId: string,
  ticketHashes: readonly Buffer[],
  now: number,
) {
  const isMatching = sql<boolean>`ticket_hash = any(${ticketHashes}::bytea[])`
  await tx
    .deleteFrom('session')
    .where(isMatching)
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is', null)
    .execute()
  await moveSubscriptions(tx, await gatewaySessionsQuery(tx, gatewayId, now).where(isMatching).execute())
}

/**
 * Locks a session until the transaction ends, so that two calls cannot both add the last allowed
 * subscription.
 */
export async function lockSession(tx: Tx, key: string): Promise<(Session & { gatewayId: string | null }) | null> {
  if (!isUuid(key)) return null
  const session = tx.selectFrom('session').selectAll().where('key', '=', key)
  const open = await session.where('disconnected_at', 'is', null).forUpdate().executeTakeFirst()
  // An ended session does not change.
  const row = open ?? (await session.executeTakeFirst())
  if (row === undefined) return null
  const subscriptions = await tx
    .selectFrom('session_subscription')
    .select(['event_type as eventType', 'channel_id as channelId'])
    .where('session_key', '=', key)
    .where('session_ended_at', 'is', null)
    .execute()
  return {
    clientId: row.client_id,
    ownerChannelId: row.owner_channel_id,
    connected: row.connected_at !== null,
    disconnected: row.disconnected_at !== null,
    gatewayId: row.gateway_id,
    subscriptions,
  }
}

/**
 * Inserts a subscription that depends on a scope of a grant. False when the user has revoked that
 * scope. A concurrent revocation either commits first, or waits for this transaction and then
 * deletes the subscription.
 */
export async function insertSubscription(
  tx: Tx,
  key: string,
  subscription: { eventType: string; channelId: string; grantId: string; scope: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into session_subscription (session_key, event_type, channel_id, grant_id, scope)
    select ${key}::uuid, ${subscription.eventType}, ${subscription.channelId}, grant_id, scope from user_grant_scope
    where grant_id = ${subscription.grantId} and scope = ${subscription.scope} for key share`.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes the subscriptions of connected sessions. Disconnected sessions keep theirs for the session list. */
export async function deleteAppSubscriptions(tx: Tx, clientId: string) {
  await tx
    .deleteFrom('session_subscription')
    .using('session')
    .whereRef('session.key', '=', 'session_subscription.session_key')
    .where('session.client_id', '=', clientId)
    .where('session.disconnected_at', 'is', null)
    .where('session_ended_at', 'is', null)
    .execute()
}

export async function deleteSubscription(
  tx: Tx,
  key: string,
  { eventType, channelId }: { eventType: string; channelId: string },
) {
  await tx
    .deleteFrom('session_subscription')
    .where('session_key', '=', key)
    .where('session_ended_at', 'is', null)
    .where('event_type', '=', eventType)
    .where('channel_id', '=', channelId)
    .execute()
}

/** Starts a gateway's lease, in the database's time, and ends its earlier sessions. */
export async function putLease(tx: Tx, gatewayId: string, leaseSec: number, now: number) {
  const leaseUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSec})`
  await tx
    .insertInto('gateway')
    .values({ id: gatewayId, lease_expires_at_db: leaseUntil })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lease_expires_at_db: leaseUntil }))
    .execute()
  await moveSubscriptions(tx, await gatewaySessionsQuery(tx, gatewayId, now).execute())
}

/** Extends a lease. False when it has expired: its sessions' slots may be taken. */
export function renewLease(tx: Tx, gatewayId: string, leaseSec: number): Promise<boolean> {
  return tx
    .updateTable('gateway')
    .set({
      lease_expires_at_db: sql`greatest(lease_expires_at_db, clock_timestamp() + make_interval(secs => ${leaseSec}))`,
    })
    .where('id', '=', gatewayId)
    .where(sql<boolean>`lease_expires_at_db > clock_timestamp()`)
    .$call(hasChanged)
}

export async function deleteGateway(tx: Tx, gatewayId: string, now: number) {
  await moveSubscriptions(tx, await gatewaySessionsQuery(tx, gatewayId, now).execute())
  await tx.deleteFrom('gateway').where('id', '=', gatewayId).execute()
}

/** Makes the leases endless, because the only process of its data does not renew its lease while it has no session. */
export async function extendLeases(tx: Tx) {
  await tx
    .updateTable('gateway')
    .set({ lease_expires_at_db: sql`'infinity'` })
    .execute()
}

/** Ends the sessions of a copy: their sockets are connected to the original. */
export async function endCopiedSessions(tx: Tx, now: number) {
  await tx.deleteFrom('gateway').execute()
  await moveSubscriptions(tx, await orphanedSessionsQuery(tx, now).execute())
}

type EndedSession = { key: string; disconnected_at: number | null }

/**
 * Moves the subscriptions of sessions to the partition in which these have ended. A statement of its own: it reads those
 * that were committed while the end of their session waited for its lock.
 */
async function moveSubscriptions(tx: Tx, ended: readonly EndedSession[]) {
  if (ended.length === 0) return
  await sql`
    update session_subscription set session_ended_at = ended.at
    from unnest(${ended.map(({ key }) => key)}::uuid[], ${ended.map(({ disconnected_at: at }) => at)}::bigint[])
      ended (key, at)
    where session_key = ended.key and session_ended_at is null`.execute(tx)
}

function gatewaySessionsQuery(tx: Tx, gatewayId: string, now: number) {
  return tx
    .updateTable('session')
    .set({ disconnected_at: now })
    .where('gateway_id', '=', gatewayId)
    .where('disconnected_at', 'is', null)
    .returning(['key', 'disconnected_at'])
}

/** Ends the sessions of gateways whose lease has expired. */
export async function disconnectOrphanedSessions(tx: Tx, now: number) {
  await moveSubscriptions(tx, await orphanedSessionsQuery(tx, now).execute())
  await tx
    .deleteFrom('gateway')
    .where(sql<boolean>`lease_expires_at_db <= clock_timestamp()`)
    .execute()
}

function orphanedSessionsQuery(tx: Tx, now: number) {
  return tx
    .updateTable('session')
    .set({ disconnected_at: now })
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('gateway')
            .select('id')
            .whereRef('gateway.id', '=', 'session.gateway_id')
            .where(sql<boolean>`lease_expires_at_db > clock_timestamp()`),
        ),
      ),
    )
    .returning(['key', 'disconnected_at'])
}

/** Deletes the sessions of session URLs that expired unused. */
export function deleteUnconnectedSessions(tx: Tx, monotonicNow: number, limit: number): Promise<number> {
  const unused = tx
    .selectFrom('session')
    .select('key')
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is', null)
    .where('ticket_expires_at', '<=', monotonicNow)
    .limit(limit)
  return tx
    .deleteFrom('session')
    .where('key', 'in', unused)
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is', null)
    .$call(countChanged)
}
