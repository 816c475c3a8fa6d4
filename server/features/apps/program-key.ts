import { deriveKey, unseal } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadOldestSecret } from './secret-store.ts'

/** Whether the program key decrypts the oldest client secret. True if there is no secret yet. */
export async function isProgramKeyUnchanged({ db, programKey }: Pick<Deps, 'db' | 'programKey'>): Promise<boolean> {
  const oldest = await loadOldestSecret(db.read)
  if (oldest === null) return true
  try {
    unseal(oldest.sealed, oldest.client_id, deriveKey('client secrets', programKey))
    return true
  } catch {
    return false
  }
}
