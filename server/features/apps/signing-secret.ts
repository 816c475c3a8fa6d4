import { keyFor, unseal } from '../../kit/secrets.ts'
import type { Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { findOldestSecrets } from './secret-store.ts'

/**
 * The client secret of each application that signs what is sent to it. While two are good, the older one signs, until it
 * is ended or ends by itself: so the receiver changes over when its developer says so.
 */
export async function signingSecrets(
  tx: Tx,
  clientIds: readonly string[],
  { clock, programKey }: Pick<World, 'clock' | 'programKey'>,
): Promise<Map<string, string>> {
  const key = keyFor('client secrets', programKey)
  const rows = await findOldestSecrets(tx, clientIds, clock.onward())
  return new Map(rows.map(({ client_id, sealed }) => [client_id, unseal(sealed, client_id, key)]))
}
