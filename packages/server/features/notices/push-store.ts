import type { Language } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull, firstValue } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

export function loadPushKey(db: Reader): Promise<Omit<Tables['push_key'], 'singleton'> | null> {
  return db.selectFrom('push_key').select(['public_key', 'sealed']).$call(firstOrNull)
}

/** Stores the key pair in place of `former`, if that is still the stored one. */
export async function putPushKey(
  tx: Tx,
  key: Omit<Tables['push_key'], 'singleton'>,
  former: string | null,
): Promise<void> {
  await tx
    .insertInto('push_key')
    .values(key)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(key).where('push_key.public_key', '=', former))
    .execute()
}

/**
 * Stores the subscription of a session in place of its former one with the notices that wait, and of that of another session
 * in the same browser. Of two at the same time the first stays.
 */
export async function putSubscription(tx: Tx, subscription: Tables['push_subscription']): Promise<void> {
  const { session_hash, endpoint_hash } = subscription
  await tx
    .deleteFrom('push_subscription')
    .where((row) => row.or({ session_hash, endpoint_hash }))
    .execute()
  await tx
    .insertInto('push_subscription')
    .values(subscription)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The id of a session whose browser gets notices, or null. */
export function findSubscribedSession(db: Reader, sessionHash: Buffer): Promise<string | null> {
  return db
    .selectFrom('push_subscription')
    .innerJoin('web_session', 'token_hash', 'session_hash')
    .where('session_hash', '=', sessionHash)
    .select('web_session.id')
    .$call(firstValue)
}

/** Deletes the subscription of a session of the person. */
export async function deleteSubscriptionOf(tx: Tx, personId: string, sessionId: string): Promise<void> {
  await sql`
    delete from push_subscription using web_session
    where token_hash = session_hash and channel_id = ${personId} and web_session.id = ${sessionId}`.execute(tx)
}

export async function deleteSubscription(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('push_subscription').where('id', '=', id).execute()
}

/** Deletes the browsers of the original from a copy, with what waits for them. */
export async function deleteSubscriptions(tx: Tx): Promise<void> {
  await tx.deleteFrom('push_subscription').execute()
}

/** The start of a live waits to be sent to the browsers of these people. */
export async function enqueuePushes(
  tx: Tx,
  { personIds, liveId, now }: { personIds: readonly string[]; liveId: number; now: number },
): Promise<void> {
  await sql`
    insert into push_notice (subscription_id, live_id, next_attempt_at)
    select push_subscription.id, ${liveId}, ${now} from push_subscription
    join web_session on token_hash = session_hash
    where channel_id = any(${personIds}::text[])
    on conflict do nothing`.execute(tx)
}

export type DuePush = {
  subscriptionId: string
  liveId: number
  sealed: Buffer
  attempts: number
  channelId: string
  channelName: string
  handle: string | null
  title: string | null
  language: Language | null
  /** Whether the live goes on. */
  isOpen: boolean
}

const isDue = (now: number) => sql<boolean>`(
  next_attempt_at <= ${now} and (lease_expires_at_db is null or lease_expires_at_db <= now()))`

/** The push services for which notices are due, the one that waits longest first. */
export async function findDueOrigins(db: Reader, now: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ origin: string }>`
    select origin from push_notice join push_subscription on id = subscription_id
    where ${isDue(now)} group by origin order by min(next_attempt_at) limit ${limit}`.execute(db)
  return rows.map(({ origin }) => origin)
}

/** Leases notices for a push service that are due, and counts their attempts. Other workers lease others. */
export async function leaseDuePushes(
  tx: Tx,
  { origin, now, limit, leaseSec }: { origin: string; now: number; limit: number; leaseSec: number },
): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    with due as (
      update push_notice set attempts = attempts + 1, lease_expires_at_db = now() + ${leaseSec} * interval '1 second'
      where (subscription_id, live_id) in (
        select subscription_id, live_id from push_notice join push_subscription on id = subscription_id
        where origin = ${origin} and ${isDue(now)}
        order by next_attempt_at limit ${limit} for update of push_notice skip locked)
      returning *)
    select due.subscription_id as "subscriptionId", due.live_id as "liveId", due.attempts, push_subscription.sealed,
      channel.id as "channelId", channel.name as "channelName", channel_handle.handle, account.language,
      case when live_setting.adult then null else live_setting.default_live_title end as title,
      live.closed_at is null and channel.ended_at is null as "isOpen"
    from due
    join push_subscription on push_subscription.id = due.subscription_id
    join web_session on token_hash = session_hash
    join account on account.channel_id = web_session.channel_id
    join live on live.id = due.live_id
    join channel on channel.id = live.channel_id
    left join live_setting on live_setting.channel_id = channel.id
    left join channel_handle on channel_handle.channel_id = channel.id and released_at is null`.execute(tx)
  return rows
}

type PushId = Pick<DuePush, 'subscriptionId' | 'liveId'>

/** Stores when a notice is sent again; null: never, as it was sent or is given up. */
export async function recordPush(
  tx: Tx,
  { subscriptionId, liveId }: PushId,
  nextAttemptAt: number | null,
): Promise<void> {
  if (nextAttemptAt === null)
    await tx
      .deleteFrom('push_notice')
      .where('subscription_id', '=', subscriptionId)
      .where('live_id', '=', liveId)
      .execute()
  else
    await tx
      .updateTable('push_notice')
      .set({ next_attempt_at: nextAttemptAt, lease_expires_at_db: null })
      .where('subscription_id', '=', subscriptionId)
      .where('live_id', '=', liveId)
      .execute()
}
