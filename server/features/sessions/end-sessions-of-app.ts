import { signalsToLook } from '../../kit/signals.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import { findOpen } from './session-list-store.ts'
import { removeSubscriptionsOfApp } from './session-store.ts'

/**
 * Ends every session of an application within the change that deletes it: they are told `revoked` and closed, at the latest
 * in the next round of their gateways, which hold no session of a deleted application.
 */
export async function endSessionsOfApp(tx: Tx, tell: Tell, clientId: string): Promise<void> {
  await removeSubscriptionsOfApp(tx, clientId)
  for (const each of signalsToLook(await findOpen(tx, clientId))) tell(each)
}
