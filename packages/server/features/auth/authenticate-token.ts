import { Refusal } from '../../shared/refusal.ts'
import { hashSecret, isIssuedCredential } from '../../shared/secrets.ts'
import { resolveWireProfile } from '../../shared/wire-profile.ts'
import type { TokenCaller } from '../../shared/caller.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadTokenCaller } from './grant-store.ts'

/**
 * The caller with this access token, and when it expires on the monotonic clock. Unknown, expired and revoked
 * tokens get the same response: 401 INVALID_TOKEN. Made-up ones are not looked up.
 */
export async function authenticateToken(
  token: string,
  { db, clock, config, dataKey }: Pick<Deps, 'db' | 'clock' | 'config' | 'dataKey'>,
): Promise<{ caller: TokenCaller; expiresAt: number }> {
  const row = isIssuedCredential(token, dataKey) ? await loadTokenCaller(db.read, hashSecret(token)) : null
  if (row === null || row.expiresAt <= clock.monotonicNow()) throw new Refusal('invalidToken', 'UNKNOWN_TOKEN')
  const { expiresAt, ...caller } = row
  return { caller: { kind: 'token', ...caller, wireProfile: resolveWireProfile(row.wireProfile, config) }, expiresAt }
}
