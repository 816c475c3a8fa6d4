import { signalsToLook } from '../../kit/signals.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import { removeSubscriptionsOfApp } from './session-store.ts'

/** Ends every event subscription of an application within a change; its open sessions are told `revoked`. */
export async function endSubscriptionsOfApp(tx: Tx, tell: Tell, clientId: string): Promise<void> {
  for (const each of signalsToLook(await removeSubscriptionsOfApp(tx, clientId))) tell(each)
}
