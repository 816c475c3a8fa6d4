import { hashOf } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { markDisconnected, markDisconnectedByTicket } from './session-store.ts'

/** The ends of a gateway's sessions: each is written down, now or when the database is back, so that no place leaks. */
export type Endings = {
  add(sessionKey: string): void
  /** Nobody knows whether this ticket was used up: the answer of the database did not come. */
  addUncertain(ticket: string): void
  /** Writes down what is not yet written. Throws when it could not. */
  write(): Promise<void>
}

/** Tickets are good for so long, and an answer that is late by more does not come. */
const uncertainMs = 60_000

export function endings(gatewayId: string, { clock, db, log }: Pick<World, 'clock' | 'db' | 'log'>): Endings {
  let ended: { key: string; at: number }[] = []
  let uncertain: { hash: Buffer; until: number }[] = []
  let writing: Promise<void> | null = null

  async function writeAll() {
    while (ended.length > 0 || uncertain.length > 0) {
      const due = ended
      ended = []
      try {
        await db.change(async (tx) => {
          await markDisconnected(tx, due)
          const hashes = uncertain.map(({ hash }) => hash)
          if (hashes.length > 0) await markDisconnectedByTicket(tx, gatewayId, hashes, clock.now())
        })
      } catch (error) {
        ended = due.concat(ended)
        throw error
      }
      // An uncertain one is looked for again later: what used the ticket up may itself be late.
      uncertain = uncertain.filter(({ until }) => until > clock.real())
      if (ended.length === 0) return
    }
  }
  const write = () => (writing ??= writeAll().finally(() => (writing = null)))

  return {
    add(sessionKey) {
      ended.push({ key: sessionKey, at: clock.now() })
      write().catch((error: unknown) => log.warn({ gatewayId, error: String(error) }, 'session.end-not-written'))
    },
    addUncertain(ticket) {
      uncertain.push({ hash: hashOf(ticket), until: clock.real() + uncertainMs })
    },
    write,
  }
}
