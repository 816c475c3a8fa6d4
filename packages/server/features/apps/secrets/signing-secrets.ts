import { unseal } from '../../../shared/secrets.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { clientSecretSeal } from './client-secret-seal.ts'
import { listOldestSecrets } from './secret-store.ts'

/**
 * The client secret that signs the webhooks of each application. While two are valid, the older one signs,
 * until it expires or is revoked: the developer decides when the receiver switches.
 */
export async function loadSigningSecrets(
  tx: Tx,
  clientIds: readonly string[],
  { clock, programKey }: Pick<Deps, 'clock' | 'programKey'>,
): Promise<Map<string, string>> {
  const rows = await listOldestSecrets(tx, clientIds, clock.monotonicNow())
  return new Map(
    rows.map(({ client_id, sealed }) => [client_id, unseal(sealed, clientSecretSeal(client_id), programKey)]),
  )
}
