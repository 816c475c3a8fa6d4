import { Refusal } from '../../kit/refusal.ts'
import { hashOf } from '../../kit/secrets.ts'
import type { TokenCaller } from '../../kit/handle.ts'
import type { World } from '../../world/world.ts'
import { loadTokenHolder } from './grant-store.ts'

/** Who an access token stands for, and when it ends, on the clock that never goes back. Unknown, expired and revoked are refused alike: 401 INVALID_TOKEN. */
export async function tokenCallerOf(
  token: string,
  { db, clock, config }: Pick<World, 'db' | 'clock' | 'config'>,
): Promise<{ caller: TokenCaller; expiresAt: number }> {
  const holder = await loadTokenHolder(db.read, hashOf(token))
  if (holder === null || holder.expiresAt <= clock.onward()) throw new Refusal('invalidToken', 'UNKNOWN_TOKEN')
  const { expiresAt, ...caller } = holder
  return { caller: { kind: 'token', ...caller, wireProfile: holder.wireProfile ?? config.wireProfile }, expiresAt }
}
