import type { RevocationCause } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'

export type Revocation = { cause: RevocationCause; now: number; monotonicNow: number }

/** Expired rows that one revocation deletes at most. */
const maxDeleted = 1_000

/** Keeps why the codes and tokens of a grant ended, until they would have expired. Deletes those that have. */
export async function keepRevoked(tx: Tx, grantId: string, { cause, now, monotonicNow }: Revocation) {
  await sql`
    delete from revoked_credential where hash = any(array(
      select hash from revoked_credential where expires_at <= ${monotonicNow}
      order by expires_at limit ${maxDeleted} for update skip locked))`.execute(tx)
  await sql`
    insert into revoked_credential (hash, client_id, cause, revoked_at, expires_at)
    select credential.hash, user_grant.client_id, ${cause}, ${now}, credential.expires_at
    from user_grant
    join (
      select hash, grant_id, expires_at from authorization_code
      union all select hash, grant_id, expires_at from access_token
      union all select hash, grant_id, expires_at from refresh_token) as credential
      on credential.grant_id = user_grant.id
    where user_grant.id = ${grantId} and credential.expires_at > ${monotonicNow}
    on conflict do nothing`.execute(tx)
}

export type EndedCredential = { clientId: string; appName: string; at: number; cause: RevocationCause }

/** Who or what revoked a code or token; null if nothing did, and after it would have expired. */
export function findRevoked(db: Reader, hash: Buffer): Promise<EndedCredential | null> {
  return db
    .selectFrom('revoked_credential')
    .innerJoin('app', 'app.client_id', 'revoked_credential.client_id')
    .where('revoked_credential.hash', '=', hash)
    .select(['app.client_id as clientId', 'app.name as appName', 'revoked_at as at', 'cause'])
    .$call(firstOrNull)
}

/** An access token that exists, also of a deleted application or an ended account. Times in ms. */
export function findAccessToken(db: Reader, hash: Buffer) {
  return db
    .selectFrom('access_token')
    .innerJoin('user_grant', 'user_grant.id', 'access_token.grant_id')
    .innerJoin('app', 'app.client_id', 'user_grant.client_id')
    .innerJoin('channel', 'channel.id', 'user_grant.channel_id')
    .where('access_token.hash', '=', hash)
    .select([
      'app.client_id as clientId',
      'app.name as appName',
      'app.deleted_at as appDeletedAt',
      'channel.id as channelId',
      'channel.ended_at as channelEndedAt',
      'access_token.created_at as createdAt',
      'access_token.expires_at as expiresAt',
    ])
    .$call(firstOrNull)
}
