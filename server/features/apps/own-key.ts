import { keyFor, unseal } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { loadOldestSecret } from './secret-store.ts'

/** Whether the program's key is the one that the oldest client secret was sealed with; so too where there is none yet. */
export async function isOwnKey({ db, programKey }: Pick<World, 'db' | 'programKey'>): Promise<boolean> {
  const oldest = await loadOldestSecret(db.read)
  if (oldest === null) return true
  try {
    unseal(oldest.sealed, oldest.client_id, keyFor('client secrets', programKey))
    return true
  } catch {
    return false
  }
}
