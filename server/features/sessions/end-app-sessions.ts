import { syncCommands } from '../../shared/events.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import { findOpenSessions } from './session-list-store.ts'
import { deleteAppSubscriptions } from './session-store.ts'

/**
 * Ends every session of an application within the change that deletes it: they are told `revoked` and closed, at the latest
 * in the next round of their gateways, which hold no session of a deleted application.
 */
export async function endAppSessions(tx: Tx, publish: Publish, clientId: string): Promise<void> {
  await deleteAppSubscriptions(tx, clientId)
  for (const event of syncCommands(await findOpenSessions(tx, clientId))) publish(event)
}
