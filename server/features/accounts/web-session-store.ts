import type { Reader, Tx } from '../../infra/db/db.ts'
import type { WebSession } from '../../infra/db/tables.ts'

export async function insertWebSession(tx: Tx, session: WebSession) {
  await tx.insertInto('web_session').values(session).execute()
}

/** Sessions of one person begin one after the other, so that they can be counted. */
export async function lockWebSessionsOf(tx: Tx, channelId: string) {
  await tx
    .selectFrom('account')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .forNoKeyUpdate()
    .executeTakeFirst()
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

/** Deletes up to `limit` expired sessions and returns their number. */
export async function deleteExpiredWebSessions(tx: Tx, monotonicNow: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('web_session')
    .where('token_hash', 'in', (expired) =>
      expired
        .selectFrom('web_session')
        .select('token_hash')
        .where('expires_at', '<=', monotonicNow)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The person signed in with this session, unless it has expired. */
export async function loadVisitor(db: Reader, hash: Buffer, monotonicNow: number) {
  const row = await db
    .selectFrom('web_session')
    .innerJoin('account', 'account.channel_id', 'web_session.channel_id')
    .innerJoin('channel', 'channel.id', 'web_session.channel_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', monotonicNow)
    .select(['account.channel_id as channelId', 'channel.name as channelName', 'account.email as email'])
    .select(({ eb }) => eb('account.identity_verified_at', 'is not', null).$castTo<boolean>().as('identityVerified'))
    .executeTakeFirst()
  return row ?? null
}
