import { BatchWriter } from '../../shared/batch-writer.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { endSessionsByTicket, markDisconnected } from './session-store.ts'

/** The database redeems a ticket at most this long after the connection was rejected. */
const rejectedTicketTtlMs = 60_000
/** The slots of further rejected tickets are released when their session URLs expire. */
const maxRejectedTickets = 10_000
const maxBatchSessions = 1_000

type Disconnect = { key: string; at: number }

/**
 * Writes the disconnects of a gateway's sessions, and writes them again after a failure, so that no
 * slot leaks.
 */
export class DisconnectWriter {
  readonly #gatewayId: string
  readonly #deps: Pick<Deps, 'clock' | 'db'>
  readonly #disconnects: BatchWriter<Disconnect>
  readonly #rejectedTickets = new Map<string, { hash: Buffer; until: number }>()

  constructor(gatewayId: string, { clock, db, log }: Pick<Deps, 'clock' | 'db' | 'log'>) {
    this.#gatewayId = gatewayId
    this.#deps = { clock, db }
    this.#disconnects = new BatchWriter<Disconnect>({
      clock,
      maxRows: maxBatchSessions,
      write: (batch) => db.transaction((tx) => markDisconnected(tx, batch)),
      onError(error, batch) {
        log.warn({ gatewayId, error: String(error) }, 'session.disconnect_write_failed')
        return batch
      },
    })
  }

  add(sessionKey: string): void {
    this.#disconnects.add({ key: sessionKey, at: this.#deps.clock.now() })
  }

  /**
   * Rejects a ticket when the database did not confirm that it was redeemed. The connection failed,
   * but the ticket may be redeemed later.
   */
  rejectTicket(ticket: string): void {
    if (this.#rejectedTickets.size >= maxRejectedTickets) return
    const until = this.#deps.clock.uptime() + rejectedTicketTtlMs
    this.#rejectedTickets.set(ticket, { hash: hashSecret(ticket), until })
  }

  /** Rejected tickets are no longer valid. */
  isTicketRejected(ticket: string): boolean {
    return this.#rejectedTickets.has(ticket)
  }

  /** Writes all pending disconnects. Throws when the database is unavailable. */
  async flush(): Promise<void> {
    await this.#disconnects.flush()
    await this.#endRejectedSessions()
  }

  async #endRejectedSessions(): Promise<void> {
    if (this.#rejectedTickets.size === 0) return
    const { clock, db } = this.#deps
    const hashes = [...this.#rejectedTickets.values()].map(({ hash }) => hash)
    await db.transaction((tx) => endSessionsByTicket(tx, this.#gatewayId, hashes, clock.now()))
    // The database may redeem a ticket after this statement, so it stays in the list until its TTL ends.
    for (const [ticket, { until }] of this.#rejectedTickets)
      if (until <= clock.uptime()) this.#rejectedTickets.delete(ticket)
  }
}
