import { BatchWriter } from '../../shared/batch-writer.ts'
import type { Deps } from '../../infra/deps.ts'
import { disconnectSessions } from './session-store.ts'

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
