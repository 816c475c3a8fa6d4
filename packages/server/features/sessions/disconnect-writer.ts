import { BatchWriter } from '../../shared/batch-writer.ts'
import type { Deps } from '../../infra/deps.ts'
import { disconnectSessions } from './session-store.ts'

const maxBatchSessions = 1_000

type Disconnect = { key: string; at: number }

/**
 * Writes the disconnects of a gateway's sessions, and writes them again after a failure, so that no
 * slot leaks.
 */
export class DisconnectWriter implements AsyncDisposable {
  readonly #clock: Deps['clock']
  readonly #disconnects: BatchWriter<Disconnect>

  constructor(gatewayId: string, { clock, db, log, metrics }: Pick<Deps, 'clock' | 'db' | 'log' | 'metrics'>) {
    this.#clock = clock
    this.#disconnects = new BatchWriter<Disconnect>({
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

  add(sessionKey: string): void {
    this.#disconnects.add({ key: sessionKey, at: this.#clock.now() })
  }

  /** Writes all pending disconnects. Throws when the database is unavailable. */
  flush(): Promise<void> {
    return this.#disconnects.flush()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#disconnects[Symbol.asyncDispose]()
  }
}
