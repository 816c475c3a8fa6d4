import { limits, type DisconnectCode, type EventType, type Failure } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

/** An application's own sessions (`ownerChannelId` null), or those of one user in it. */
type Owner = { clientId: string; ownerChannelId: string | null }

export async function countListedSessions(db: Reader, owner: Owner, now: number): Promise<number> {
  const { count } = await listedSessions(db, owner, now)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The console shows the newest sessions only. */
const connectedSessionsLimit = 200
const endedSessionsLimit = 50

/** Finds the sessions of one page, newest connection first. */
export async function findListedSessions(
  db: Reader,
  owner: Owner,
  { now, page, size }: { now: number; page: number; size: number },
) {
  const sessions = await listedSessions(db, owner, now)
    .select(['key', 'connected_at as connectedAt', 'disconnected_at as disconnectedAt'])
    .orderBy('connected_at', 'desc')
    .orderBy('key', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return withSubscriptions(db, sessions)
}

/** The used slots of an application's own sessions, unused session URLs included, and the unused URLs of its users. */
export function countUsedSlots(db: Reader, clientId: string, monotonicNow: number) {
  return sessionsWithSlot(db, monotonicNow)
    .where('client_id', '=', clientId)
    .select([
      sql<number>`count(*) filter (where owner_channel_id is null)::int`.as('usedSlots'),
      sql<number>`count(*) filter (where owner_channel_id is not null and connected_at is null)::int`.as(
        'unusedUserUrls',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** The used slots of users in all applications, by channel. Channels without a session are left out. */
export async function countUsedSlotsByUser(
  db: Reader,
  channelIds: readonly string[],
  monotonicNow: number,
): Promise<Map<string, number>> {
  if (channelIds.length === 0) return new Map()
  const rows = await sessionsWithSlot(db, monotonicNow)
    .where('owner_channel_id', 'in', channelIds)
    .groupBy('owner_channel_id')
    .select([sql<string>`owner_channel_id`.as('channelId'), sql<number>`count(*)::int`.as('usedSlots')])
    .execute()
  return new Map(rows.map(({ channelId, usedSlots }) => [channelId, usedSlots]))
}

/** The connected sessions, and the session URLs that can still be used. */
function sessionsWithSlot(db: Reader, monotonicNow: number) {
  return db
    .selectFrom('session')
    .leftJoin('gateway', 'gateway.id', 'session.gateway_id')
    .where('disconnected_at', 'is', null)
    .where(sql<boolean>`case when connected_at is null then ticket_expires_at > ${monotonicNow}
      else gateway.lease_expires_at_db > clock_timestamp() end`)
}

/** The connected sessions of one or all applications, with those of users, newest first. */
export async function findConnectedSessions(db: Reader, clientId: string | null) {
  let connected = db
    .selectFrom('session')
    .innerJoin('gateway', 'gateway.id', 'session.gateway_id')
    .innerJoin('app', 'app.client_id', 'session.client_id')
    .leftJoin('channel', 'channel.id', 'session.owner_channel_id')
    .where('disconnected_at', 'is', null)
    .where(sql<boolean>`gateway.lease_expires_at_db > clock_timestamp()`)
  if (clientId !== null) connected = connected.where('session.client_id', '=', clientId)
  const sessions = await connected
    .select(['key', 'app.client_id as clientId', 'app.name as appName'])
    .select(['session.owner_channel_id as ownerChannelId', 'channel.name as ownerName'])
    .select(sql<number>`connected_at`.as('connectedAt'))
    .orderBy('connected_at', 'desc')
    .orderBy('key')
    .limit(connectedSessionsLimit)
    .execute()
  return withSubscriptions(db, sessions)
}

/** The sessions of an application, and of users in it, that ended after `since`, the last to end first. */
export async function findEndedSessions(db: Reader, clientId: string, since: number) {
  const sessions = await db
    .selectFrom('session')
    .leftJoin('channel', 'channel.id', 'session.owner_channel_id')
    .where('session.client_id', '=', clientId)
    .where('disconnected_at', '>', since)
    .where('connected_at', 'is not', null)
    .select(['key', 'session.owner_channel_id as ownerChannelId', 'channel.name as ownerName'])
    .select(sql<number>`connected_at`.as('connectedAt'))
    .select(sql<number>`disconnected_at`.as('disconnectedAt'))
    .orderBy('disconnected_at', 'desc')
    .orderBy('key')
    .limit(endedSessionsLimit)
    .execute()
  return withSubscriptions(db, sessions)
}

/** Why sessions ended, by their keys, as far as the inspector recorded it. */
export async function findSessionFailures(
  db: Reader,
  sessionKeys: readonly string[],
): Promise<Map<string, Failure<DisconnectCode>>> {
  if (sessionKeys.length === 0) return new Map()
  const { rows } = await sql<{ sessionKey: string; detail: string }>`
    select session_key as "sessionKey", detail from inspector_record
    where kind = 'frame' and name = 'closed' and session_key = any(${sessionKeys}::text[])`.execute(db)
  return new Map(
    rows.map(({ sessionKey, detail }) => [
      sessionKey,
      (JSON.parse(detail) as { failure: Failure<DisconnectCode> }).failure,
    ]),
  )
}

/** The connected sessions of an application with their gateways. */
export function findSessionGateways(db: Reader, clientId: string) {
  return db
    .selectFrom('session')
    .where('client_id', '=', clientId)
    .where('disconnected_at', 'is', null)
    .where('gateway_id', 'is not', null)
    .select(['key as session_key', 'gateway_id'])
    .execute()
}

function listedSessions(db: Reader, { clientId, ownerChannelId }: Owner, now: number) {
  return db
    .selectFrom('session')
    .where('client_id', '=', clientId)
    .where('owner_channel_id', ownerChannelId === null ? 'is' : '=', ownerChannelId)
    .where('connected_at', 'is not', null)
    .where((where) =>
      where.or([
        where('disconnected_at', 'is', null),
        where('disconnected_at', '>', now - limits.sessionRetentionSec * 1000),
      ]),
    )
}

async function withSubscriptions<Session extends { key: string }>(db: Reader, sessions: readonly Session[]) {
  const subscriptions = await loadSubscriptions(
    db,
    sessions.map(({ key }) => key),
  )
  return sessions.map((session) => ({ ...session, subscriptions: subscriptions.get(session.key) ?? [] }))
}

async function loadSubscriptions(db: Reader, keys: string[]) {
  if (keys.length === 0) return new Map<string, { eventType: EventType; channelId: string }[]>()
  const rows = await db
    .selectFrom('session_subscription')
    .where('session_key', 'in', keys)
    .select(['session_key as key', sql<EventType>`event_type`.as('eventType'), 'channel_id as channelId'])
    .orderBy('channel_id')
    .orderBy('event_type')
    .execute()
  return Map.groupBy(rows, ({ key }) => key)
}
