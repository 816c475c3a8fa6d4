import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { countChanged, firstOrNull, hasChanged, isFound } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'

export async function insertWebSession(tx: Tx, session: Tables['web_session']) {
  await tx.insertInto('web_session').values(session).execute()
}

/**
 * Locks the account of a person, so that its sessions begin one after the other, and none begins while the password
 * changes or the account ends. Null when it has ended.
 */
export function lockWebSessionsOf(tx: Tx, channelId: string) {
  return tx
    .selectFrom('account')
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .select('password_hash')
    .where('channel_id', '=', channelId)
    .where('channel.ended_at', 'is', null)
    .forNoKeyUpdate('account')
    .$call(firstOrNull)
}

/** Locks the account of a visitor. False when the session has ended in the meantime, as by a reset of the password. */
export async function lockVisitor(tx: Tx, { channelId, sessionHash }: Pick<Visitor, 'channelId' | 'sessionHash'>) {
  if ((await lockWebSessionsOf(tx, channelId)) === null) return false
  return tx.selectFrom('web_session').select('id').where('token_hash', '=', sessionHash).$call(isFound)
}

/** Deletes the sessions of a person except the `kept` ones that expire last. */
export async function deleteExcessWebSessions(tx: Tx, channelId: string, kept: number) {
  await tx
    .deleteFrom('web_session')
    .where('token_hash', 'in', (excess) =>
      excess
        .selectFrom('web_session')
        .select('token_hash')
        .where('channel_id', '=', channelId)
        .orderBy('expires_at', 'desc')
        .orderBy('token_hash')
        .offset(kept),
    )
    .execute()
}

export async function deleteWebSession(tx: Tx, hash: Buffer) {
  await tx.deleteFrom('web_session').where('token_hash', '=', hash).execute()
}

/** Marks a session as used, and moves the time at which it expires when idle. */
export async function touchWebSession(
  tx: Tx,
  hash: Buffer,
  { now, monotonicNow, idleMs }: { now: number; monotonicNow: number; idleMs: number },
) {
  await tx
    .updateTable('web_session')
    .set({ last_used_at: now, expires_at: sql`least(latest_expiry_at, ${monotonicNow + idleMs}::bigint)` })
    .where('token_hash', '=', hash)
    .execute()
}

/** Marks the password as entered in a session, and where `hasSecondFactor` a second factor as proven. */
export async function markVerified(
  tx: Tx,
  hash: Buffer,
  { monotonicNow, hasSecondFactor }: { monotonicNow: number; hasSecondFactor: boolean },
) {
  await tx
    .updateTable('web_session')
    .set({ password_verified_at: monotonicNow, ...(hasSecondFactor && { second_factor_at: monotonicNow }) })
    .where('token_hash', '=', hash)
    .execute()
}

/** Takes the second factor back from the sessions of a person who has none any more. */
export async function clearSecondFactor(tx: Tx, channelId: string) {
  await tx
    .updateTable('web_session')
    .set({ second_factor_at: null })
    .where('channel_id', '=', channelId)
    .where('second_factor_at', 'is not', null)
    .execute()
}

/** The sessions of a person that have not expired, the last used first. */
export function listWebSessions(db: Reader, channelId: string, monotonicNow: number) {
  return db
    .selectFrom('web_session')
    .leftJoin('push_subscription', 'session_hash', 'token_hash')
    .where('channel_id', '=', channelId)
    .where('expires_at', '>', monotonicNow)
    .select(['web_session.id', 'token_hash', 'web_session.created_at', 'last_used_at', 'user_agent', 'network'])
    .select('push_subscription.id as push_id')
    .orderBy('last_used_at', 'desc')
    .orderBy('web_session.id')
    .execute()
}

/** False when this person has no such session. */
export function deleteWebSessionById(tx: Tx, channelId: string, id: string): Promise<boolean> {
  return tx.deleteFrom('web_session').where('id', '=', id).where('channel_id', '=', channelId).$call(hasChanged)
}

/** Deletes the sessions of a person, except one if it is given, and returns their number. */
export function deleteWebSessionsOf(tx: Tx, channelId: string, except: Buffer | null): Promise<number> {
  let query = tx.deleteFrom('web_session').where('channel_id', '=', channelId)
  if (except !== null) query = query.where('token_hash', '<>', except)
  return query.$call(countChanged)
}

/** The person signed in with this session, unless it has expired. */
export function loadVisitor(db: Reader, hash: Buffer, monotonicNow: number) {
  return db
    .selectFrom('web_session')
    .innerJoin('account', 'account.channel_id', 'web_session.channel_id')
    .innerJoin('channel', 'channel.id', 'web_session.channel_id')
    .leftJoin('site_role', 'site_role.channel_id', 'web_session.channel_id')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'web_session.channel_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', monotonicNow)
    .where('channel.ended_at', 'is', null)
    .select(['site_role.role as siteRole', 'channel_picture.id as pictureId'])
    .select(['last_used_at as lastUsedAt', 'password_verified_at as passwordVerifiedAt'])
    .select(['account.channel_id as channelId', 'channel.name as channelName', 'account.email as email'])
    .select('account.accepted_version as acceptedVersion')
    .select(({ eb }) => [
      eb('account.identity_verified_at', 'is not', null).$castTo<boolean>().as('identityVerified'),
      eb('second_factor_at', 'is not', null).$castTo<boolean>().as('hasSecondFactor'),
    ])
    .$call(firstOrNull)
}
