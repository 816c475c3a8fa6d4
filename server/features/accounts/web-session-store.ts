import type { Reader, Tx } from '../../world/db/db.ts'
import type { WebSession } from '../../world/db/tables.ts'

export async function insertWebSession(tx: Tx, session: WebSession) {
  await tx.insertInto('web_session').values(session).execute()
}

export async function removeWebSession(tx: Tx, hash: Buffer) {
  await tx.deleteFrom('web_session').where('token_hash', '=', hash).execute()
}

export async function removeExpiredWebSessions(tx: Tx, channelId: string, now: number) {
  await tx.deleteFrom('web_session').where('channel_id', '=', channelId).where('expires_at', '<=', now).execute()
}

/** Whose session this is, unless it has expired. */
export async function loadVisitor(db: Reader, hash: Buffer, now: number) {
  const found = await db
    .selectFrom('web_session')
    .innerJoin('account', 'account.channel_id', 'web_session.channel_id')
    .innerJoin('channel', 'channel.id', 'web_session.channel_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .select(['account.channel_id as channelId', 'channel.name as channelName', 'account.email as email'])
    .executeTakeFirst()
  return found ?? null
}
