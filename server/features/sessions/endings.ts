import { hashOf } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { endByTicket, markDisconnected } from './session-store.ts'

/** The ends of a gateway's sessions: each is written down, now or when the database is back, so that no place leaks. */
export type Endings = {
  add(sessionKey: string): void
  /** Nobody was let in with this ticket, and it may be used up all the same: the answer of the database did not come. */
  addRefused(ticket: string): void
  /** A ticket that was refused is good no longer. */
  isRefused(ticket: string): boolean
  /** Writes down what is not yet written. Throws when it could not. */
  write(): Promise<void>
}

/** What uses a ticket up late comes no later than this. */
const lateMs = 60_000
/** Those beyond give their places back when their URLs expire. */
const refusedAtMost = 10_000

export function endings(gatewayId: string, { clock, db, log }: Pick<World, 'clock' | 'db' | 'log'>): Endings {
  let ended: { key: string; at: number }[] = []
  const refused = new Map<string, { hash: Buffer; until: number }>()
  let writing: Promise<void> | null = null

  async function writeAll() {
    while (ended.length > 0 || refused.size > 0) {
      const due = ended
      ended = []
      try {
        await db.change(async (tx) => {
          await markDisconnected(tx, due)
          const hashes = [...refused.values()].map(({ hash }) => hash)
          if (hashes.length > 0) await endByTicket(tx, gatewayId, hashes, clock.now())
        })
      } catch (error) {
        ended = due.concat(ended)
        throw error
      }
      // A refused one is looked for again later: what used the ticket up may itself be late.
      for (const [ticket, { until }] of refused) if (until <= clock.real()) refused.delete(ticket)
      if (ended.length === 0) return
    }
  }
  const write = () => (writing ??= writeAll().finally(() => (writing = null)))

  return {
    add(sessionKey) {
      ended.push({ key: sessionKey, at: clock.now() })
      write().catch((error: unknown) => log.warn({ gatewayId, error: String(error) }, 'session.end-not-written'))
    },
    addRefused(ticket) {
      if (refused.size < refusedAtMost) refused.set(ticket, { hash: hashOf(ticket), until: clock.real() + lateMs })
    },
    isRefused: (ticket) => refused.has(ticket),
    write,
  }
}
