import { Refusal } from '../../shared/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { resolveWireProfile } from '../../shared/wire-profile.ts'
import type { TokenCaller } from '../../shared/caller.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadTokenCaller } from './grant-store.ts'

/**
 * The caller with this access token, and when it expires on the monotonic clock. Unknown, expired and revoked
 * tokens get the same response: 401 INVALID_TOKEN.
 */
export async function authenticateToken(
  token: string,
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
): Promise<{ caller: TokenCaller; expiresAt: number }> {
  const row = await loadTokenCaller(db.read, hashSecret(token))
  if (row === null || row.expiresAt <= clock.monotonicNow()) throw new Refusal('invalidToken', 'UNKNOWN_TOKEN')
  const { expiresAt, ...caller } = row
  return { caller: { kind: 'token', ...caller, wireProfile: resolveWireProfile(row.wireProfile, config) }, expiresAt }
}
