import { disconnectCodes } from '@onair/contract'
import { busMessage, gatewayTopic, syncCommands } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
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

/** Closes the connected sessions of an application that goes on. A session that misses the message has no subscription. */
export async function closeAppSessions(clientId: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(async (tx, publish) => {
    await deleteAppSubscriptions(tx, clientId)
    for (const { session_key: sessionKey, gateway_id: gatewayId } of await findSessionGateways(tx, clientId))
      if (gatewayId !== null)
        publish(busMessage(gatewayTopic(gatewayId), { sessionKey, type: 'close', code: disconnectCodes.SESSION_ENDED }))
  })
}
