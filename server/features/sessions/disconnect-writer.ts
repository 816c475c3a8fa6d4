import { hashSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { endSessionsByTicket, markDisconnected } from './session-store.ts'

/** The ends of a gateway's sessions: each is written down, now or when the database is back, so that no place leaks. */
export type DisconnectWriter = {
  add(sessionKey: string): void
  /** Nobody was let in with this ticket, and it may be used up all the same: the answer of the database did not come. */
  rejectTicket(ticket: string): void
  /** A ticket that was refused is good no longer. */
  isTicketRejected(ticket: string): boolean
  /** Writes down what is not yet written. Throws when it could not. */
  flush(): Promise<void>
}

/** What uses a ticket up late comes no later than this. */
const rejectedTicketTtlMs = 60_000
/** Those beyond give their places back when their URLs expire. */
const maxRejectedTickets = 10_000

export function createDisconnectWriter(
  gatewayId: string,
  { clock, db, log }: Pick<Deps, 'clock' | 'db' | 'log'>,
): DisconnectWriter {
  let pending: { key: string; at: number }[] = []
  const rejectedTickets = new Map<string, { hash: Buffer; until: number }>()
  let flushing: Promise<void> | null = null

  async function flushAll() {
    while (pending.length > 0 || rejectedTickets.size > 0) {
      const batch = pending
      pending = []
      try {
        await db.transaction(async (tx) => {
          await markDisconnected(tx, batch)
          const hashes = [...rejectedTickets.values()].map(({ hash }) => hash)
          if (hashes.length > 0) await endSessionsByTicket(tx, gatewayId, hashes, clock.now())
        })
      } catch (error) {
        pending = batch.concat(pending)
        throw error
      }
      // A refused one is looked for again later: what used the ticket up may itself be late.
      for (const [ticket, { until }] of rejectedTickets) if (until <= clock.uptime()) rejectedTickets.delete(ticket)
      if (pending.length === 0) return
    }
  }
  const flush = () => (flushing ??= flushAll().finally(() => (flushing = null)))

  return {
    add(sessionKey) {
      pending.push({ key: sessionKey, at: clock.now() })
      flush().catch((error: unknown) =>
        log.warn({ gatewayId, error: String(error) }, 'session.disconnect_write_failed'),
      )
    },
    rejectTicket(ticket) {
      if (rejectedTickets.size < maxRejectedTickets)
        rejectedTickets.set(ticket, { hash: hashSecret(ticket), until: clock.uptime() + rejectedTicketTtlMs })
    },
    isTicketRejected: (ticket) => rejectedTickets.has(ticket),
    flush,
  }
}
