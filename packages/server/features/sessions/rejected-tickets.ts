import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { disconnectSessionsByTicket } from './session-store.ts'

/** A ticket expires after 60 s, so the database cannot redeem it later than this. */
const ttlMs = 60_000
/** Tickets beyond this number are not remembered. Their slots are released when the URLs expire. */
const maxTickets = 10_000

/**
 * Tickets whose redemption the database did not confirm. Their clients were rejected, but the statement may still redeem
 * the ticket, so `endSessions` must be called repeatedly.
 */
export class RejectedTickets {
  readonly #gatewayId: string
  readonly #deps: Pick<Deps, 'clock' | 'db'>
  readonly #tickets = new Map<string, { hash: Buffer; until: number }>()

  constructor(gatewayId: string, deps: Pick<Deps, 'clock' | 'db'>) {
    this.#gatewayId = gatewayId
    this.#deps = deps
  }

  add(ticket: string): void {
    if (this.#tickets.size >= maxTickets) return
    this.#tickets.set(ticket, { hash: hashSecret(ticket), until: this.#deps.clock.uptime() + ttlMs })
  }

  has(ticket: string): boolean {
    return this.#tickets.has(ticket)
  }

  /** Ends the sessions of these tickets. Throws when the database is unavailable. */
  async endSessions(): Promise<void> {
    if (this.#tickets.size === 0) return
    const { clock, db } = this.#deps
    const hashes = [...this.#tickets.values()].map(({ hash }) => hash)
    await db.transaction((tx) => disconnectSessionsByTicket(tx, this.#gatewayId, hashes, clock.now()))
    // The database may redeem a ticket after this statement, so it stays in the list until its TTL ends.
    for (const [ticket, { until }] of this.#tickets) if (until <= clock.uptime()) this.#tickets.delete(ticket)
  }
}
