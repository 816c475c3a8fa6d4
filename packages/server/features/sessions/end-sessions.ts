import { type DisconnectCode, disconnectCodes } from '@onair/contract'
import { gatewayTopic, busMessage, syncCommands } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockSession, deleteAppSubscriptions, disconnectSessions } from './session-store.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import { findSessionGateways } from './session-list-store.ts'
import { BatchWriter } from '../../shared/batch-writer.ts'

type DisconnectOptions = {
  sessionKey: string
  /** Only disconnects a session of this application. */
  clientId?: string
  /** Appears in the gateway's log. */
  code: DisconnectCode
}

/**
 * Commands the session's gateway to close it, unless it has ended. False when the session does not
 * exist.
 */
export async function disconnectSession(
  { sessionKey, clientId, code }: DisconnectOptions,
  { db }: Pick<Deps, 'db'>,
): Promise<boolean> {
  return db.transaction(async (tx, publish) => {
    const session = await lockSession(tx, sessionKey)
    if (session === null || (clientId !== undefined && session.clientId !== clientId)) return false
    if (session.gatewayId !== null && !session.disconnected)
      publish(busMessage(gatewayTopic(session.gatewayId), { sessionKey, type: 'close', code }))
    return true
  })
}

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

const maxBatchSessions = 1_000

type Disconnect = { key: string; at: number }

/**
 * Writes the disconnects of a gateway's sessions, and writes them again after a failure, so that no
 * slot leaks.
 */
export function disconnectWriter(
  gatewayId: string,
  { clock, db, log, metrics }: Pick<Deps, 'clock' | 'db' | 'log' | 'metrics'>,
): BatchWriter<Disconnect> {
  return new BatchWriter<Disconnect>({
    name: 'disconnects',
    clock,
    metrics,
    maxRows: maxBatchSessions,
    write: (batch) => db.transaction((tx) => disconnectSessions(tx, batch)),
    onError(error, batch) {
      log.warn({ gatewayId, error: String(error) }, 'session.disconnect_write_failed')
      return batch
    },
  })
}
