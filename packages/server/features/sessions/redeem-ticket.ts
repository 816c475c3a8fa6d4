import type { WireProfile } from '@onair/contract'
import { BatchWriter } from '../../shared/batch-writer.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { resolveWireProfile } from '../../shared/callers/wire-profile.ts'
import type { Deps } from '../../infra/deps.ts'
import { redeemTickets, disconnectSessionsByTicket } from './session-store.ts'

/** `ownerChannelId` is null for a session of the application itself. */
export type ConnectedSession = {
  sessionKey: string
  clientId: string
  ownerChannelId: string | null
  wireProfile: WireProfile
}

type PendingTicket = {
  hash: Buffer
  resolve: (session: ConnectedSession | null) => void
  reject: (error: unknown) => void
}

/** In a connection storm thousands of tickets arrive at once. */
const maxBatchTickets = 250

type RedeemDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'metrics'>

/** Redeems tickets for a gateway. Tickets that arrive during a statement share the next one. */
export class TicketRedeemer implements AsyncDisposable {
  readonly #tickets: BatchWriter<PendingTicket>

  constructor(gatewayId: string, deps: RedeemDeps) {
    this.#tickets = new BatchWriter<PendingTicket>({
      name: 'tickets',
      clock: deps.clock,
      metrics: deps.metrics,
      maxRows: maxBatchTickets,
      write: (batch) => redeemBatch(batch, gatewayId, deps),
      onError(error, batch) {
        for (const { reject } of batch) reject(error)
        return []
      },
    })
  }

  /** Redeems a session URL's ticket. Null when it is unknown, already redeemed or expired. */
  redeem(ticket: string): Promise<ConnectedSession | null> {
    return new Promise((resolve, reject) => this.#tickets.add({ hash: hashSecret(ticket), resolve, reject }))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#tickets[Symbol.asyncDispose]()
  }
}

async function redeemBatch(batch: readonly PendingTicket[], gatewayId: string, { clock, config, db }: RedeemDeps) {
  const times = { now: clock.now(), monotonicNow: clock.monotonicNow() }
  const hashes = batch.map(({ hash }) => hash)
  const rows = await db.transaction((tx) => redeemTickets(tx, hashes, gatewayId, times))
  const sessionsByHash = new Map(
    rows.map(({ key, client_id, owner_channel_id, ticket_hash, wire_profile }) => [
      ticket_hash.toString('hex'),
      {
        sessionKey: key,
        clientId: client_id,
        ownerChannelId: owner_channel_id,
        wireProfile: resolveWireProfile(wire_profile, config),
      },
    ]),
  )
  for (const { hash, resolve } of batch) {
    const hexHash = hash.toString('hex')
    resolve(sessionsByHash.get(hexHash) ?? null)
    // Of two connections with one ticket in the same batch, the first succeeds.
    sessionsByHash.delete(hexHash)
  }
}

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
