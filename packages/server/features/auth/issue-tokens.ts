import { limits, type ContentOf, type authorization, type WireProfile } from '@onair/contract'
import { hashSecret, newCredential, newSecret } from '../../shared/secrets.ts'
import { expiresIn } from '../../shared/callers/wire-profile.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Random } from '../../infra/random.ts'
import { insertTokens, type Grant } from './grant-store.ts'

export type TokenSet = ContentOf<typeof authorization.issueToken>

/** Issues a token set for a locked grant. Specification, "Token set". Contains `scope` at issue too (gap 8). */
export async function issueTokens(
  tx: Tx,
  grant: Grant,
  { clock, dataKey, random, wireProfile }: { clock: Clock; dataKey: Buffer; random: Random; wireProfile: WireProfile },
): Promise<TokenSet> {
  const accessToken = newCredential({ dataKey, random })
  const refreshToken = newSecret(random)
  const row = (secret: string, lifetimeSec: number) => ({
    hash: hashSecret(secret),
    grant_id: grant.id,
    created_at: clock.now(),
    expires_at: clock.monotonicNow() + lifetimeSec * 1000,
  })
  await insertTokens(tx, row(accessToken, limits.accessTokenSec), row(refreshToken, limits.refreshTokenSec))
  return {
    accessToken,
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: expiresIn(wireProfile, limits.accessTokenSec),
    scope: grant.scopes.join(' '),
    scopes: [...grant.scopes],
  }
}
