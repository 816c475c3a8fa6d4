import { Refusal } from '../../shared/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { TokenCaller } from '../../shared/caller.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadTokenCaller } from './grant-store.ts'

/** Who an access token stands for, and when it ends, on the clock that never goes back. Unknown, expired and revoked are refused alike: 401 INVALID_TOKEN. */
export async function authenticateToken(
  token: string,
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
): Promise<{ caller: TokenCaller; expiresAt: number }> {
  const row = await loadTokenCaller(db.read, hashSecret(token))
  if (row === null || row.expiresAt <= clock.monotonicNow()) throw new Refusal('invalidToken', 'UNKNOWN_TOKEN')
  const { expiresAt, ...caller } = row
  return { caller: { kind: 'token', ...caller, wireProfile: row.wireProfile ?? config.wireProfile }, expiresAt }
}
