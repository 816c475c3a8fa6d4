import { deriveKey, unseal } from '../../shared/secrets.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { listOldestSecrets } from './secret-store.ts'

/**
 * The client secret of each application that signs what is sent to it. While two are good, the older one signs, until it
 * is ended or ends by itself: so the receiver changes over when its developer says so.
 */
export async function loadSigningSecrets(
  tx: Tx,
  clientIds: readonly string[],
  { clock, programKey }: Pick<Deps, 'clock' | 'programKey'>,
): Promise<Map<string, string>> {
  const key = deriveKey('client secrets', programKey)
  const rows = await listOldestSecrets(tx, clientIds, clock.monotonicNow())
  return new Map(rows.map(({ client_id, sealed }) => [client_id, unseal(sealed, client_id, key)]))
}
