import { keyFor, unseal } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { loadNewestSecret } from './secret-store.ts'

/** Whether the program's key is the one that the newest client secret was sealed with; so too where there is none yet. */
export async function isOwnKey({ db, programKey }: Pick<World, 'db' | 'programKey'>): Promise<boolean> {
  const newest = await loadNewestSecret(db.read)
  if (newest === null) return true
  try {
    unseal(newest.sealed, newest.client_id, keyFor('client secrets', programKey))
    return true
  } catch {
    return false
  }
}
