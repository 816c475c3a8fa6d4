import type { Reader, Tx } from '../../world/db/db.ts'
import type { WebSession } from '../../world/db/tables.ts'

export async function insertWebSession(tx: Tx, session: WebSession) {
  await tx.insertInto('web_session').values(session).execute()
}

export async function removeWebSession(tx: Tx, hash: Buffer) {
  await tx.deleteFrom('web_session').where('token_hash', '=', hash).execute()
}

/** Removes some of those that have expired, and answers how many. */
export async function removeExpiredWebSessions(tx: Tx, onward: number, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('web_session')
    .where('token_hash', 'in', (expired) =>
      expired
        .selectFrom('web_session')
        .select('token_hash')
        .where('expires_at', '<=', onward)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whose session this is, unless it has expired. */
export async function loadVisitor(db: Reader, hash: Buffer, onward: number) {
  const found = await db
    .selectFrom('web_session')
    .innerJoin('account', 'account.channel_id', 'web_session.channel_id')
    .innerJoin('channel', 'channel.id', 'web_session.channel_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', onward)
    .select(['account.channel_id as channelId', 'channel.name as channelName', 'account.email as email'])
    .select(({ eb }) => eb('account.identity_verified_at', 'is not', null).$castTo<boolean>().as('identityVerified'))
    .executeTakeFirst()
  return found ?? null
}
