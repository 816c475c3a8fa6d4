import { Refusal } from '../../shared/refusal.ts'
import { hashSecret, isIssuedCredential } from '../../shared/secrets.ts'
import { resolveWireProfile } from '../../shared/callers/wire-profile.ts'
import type { TokenCaller } from '../../shared/callers/caller.ts'
import type { Deps } from '../../infra/deps.ts'
import { explainEndedToken } from './explain-ended.ts'
import { loadTokenCaller } from './grant-store.ts'

/**
 * The caller with this access token, and when it expires on the monotonic clock. Unknown, expired and revoked
 * tokens get the same response: 401 INVALID_TOKEN; the reason in the records differs. Made-up ones are not looked up.
 */
export async function authenticateToken(
  token: string,
  { db, clock, config, dataKey }: Pick<Deps, 'db' | 'clock' | 'config' | 'dataKey'>,
): Promise<{ caller: TokenCaller; expiresAt: number }> {
  if (!isIssuedCredential(token, dataKey)) throw new Refusal('invalidToken', 'UNKNOWN_TOKEN')
  const hash = hashSecret(token)
  const row = await loadTokenCaller(db.read, hash)
  if (row === null || row.expiresAt <= clock.monotonicNow())
    throw new Refusal('invalidToken', await explainEndedToken(hash, { db, clock }))
  const { expiresAt, ...caller } = row
  return { caller: { kind: 'token', ...caller, wireProfile: resolveWireProfile(row.wireProfile, config) }, expiresAt }
}
