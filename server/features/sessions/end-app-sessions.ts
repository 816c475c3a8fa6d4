import { syncCommands } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import { findSessionGateways } from './session-list-store.ts'
import { deleteAppSubscriptions } from './session-store.ts'

/**
 * Ends the sessions of an application in the transaction that deletes it. Their gateways send
 * `revoked` and close them, at the latest with their next reconcile, because a deleted application
 * has no sessions.
 */
export async function endAppSessions(tx: Tx, publish: Publish, clientId: string): Promise<void> {
  await deleteAppSubscriptions(tx, clientId)
  for (const event of syncCommands(await findSessionGateways(tx, clientId))) publish(event)
}
