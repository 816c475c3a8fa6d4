import type { Deps } from '../../infra/deps.ts'
import { repeat, type Repeat } from '../../shared/repeat.ts'
import { deleteGateway, renewLease, putLease } from './session-store.ts'

type LeaseTimes = {
  /** The lease in database time. When it expires, the slots of a gateway that was killed are free. */
  leaseSec: number
  renewIntervalMs: number
  retryMs: number
  /**
   * A gateway closes its sessions when a renewal fails this long after the last one that succeeded. The pause before the
   * last attempt and the attempt (2.25 s) follow, and the sum is less than `leaseSec`.
   */
  maxRenewalGapMs: number
}

/** Several processes can share the database: sessions of a killed gateway can be opened at another within 10 s. */
const sharedDatabase: LeaseTimes = { leaseSec: 9.5, renewIntervalMs: 1_000, retryMs: 500, maxRenewalGapMs: 6_000 }
/** No other process takes the slots, so sessions outlast a longer restart of the embedded database server. */
const embeddedDatabase: LeaseTimes = { leaseSec: 14, renewIntervalMs: 3_000, retryMs: 1_000, maxRenewalGapMs: 9_000 }

/** A gateway's claim on the slots of its sessions. While it is not held, no session may connect. */
export type Lease = AsyncDisposable & { readonly isHeld: boolean }

type LeaseDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log'>

/**
 * Acquires a gateway's lease and renews it until it is disposed of. `onLost` is called when the
 * lease ran out, or may have: other sessions may take its slots, so all its sessions must be
 * closed. The lease is then acquired again. Disposing releases it and ends the sessions that are
 * left.
 */
export async function acquireLease(gatewayId: string, deps: LeaseDeps, onLost: () => void): Promise<Lease> {
  const lease = new GatewayLease(gatewayId, deps, onLost)
  await lease.acquire()
  return lease
}

class GatewayLease implements Lease {
  readonly #gatewayId: string
  readonly #deps: LeaseDeps
  readonly #times: LeaseTimes
  readonly #onLost: () => void
  readonly #renewal: Repeat
  readonly #recovery: Disposable
  #isHeld = false
  #renewedAt = 0

  constructor(gatewayId: string, deps: LeaseDeps, onLost: () => void) {
    this.#gatewayId = gatewayId
    this.#deps = deps
    this.#onLost = onLost
    this.#times = deps.config.databaseUrl === null ? embeddedDatabase : sharedDatabase
    this.#renewal = repeat(() => this.#renewOrAcquire(), {
      clock: deps.clock,
      intervalMs: this.#times.renewIntervalMs,
      retryMs: this.#times.retryMs,
      onError: (error) => this.#renewalFailed(error),
    })
    this.#recovery = deps.db.onRecovered(() => this.#renewal.runNow())
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  async acquire(): Promise<void> {
    const { clock, db } = this.#deps
    const startedAt = clock.uptime()
    await db.reservedTransaction((tx) => putLease(tx, this.#gatewayId, this.#times.leaseSec, clock.now()))
    this.#renewedAt = startedAt
    this.#isHeld = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { clock, db, log } = this.#deps
    this.#recovery[Symbol.dispose]()
    await this.#renewal[Symbol.asyncDispose]()
    // Without the database the lease expires on its own.
    await db
      .reservedTransaction((tx) => deleteGateway(tx, this.#gatewayId, clock.now()))
      .catch((error: unknown) =>
        log.warn({ gatewayId: this.#gatewayId, error: String(error) }, 'gateway.lease_release_failed'),
      )
  }

  async #renewOrAcquire(): Promise<void> {
    if (this.#isHeld) await this.#renew()
    if (!this.#isHeld) await this.acquire()
  }

  async #renew(): Promise<void> {
    const { clock, db } = this.#deps
    const startedAt = clock.uptime()
    const isRenewed = await db.reservedTransaction((tx) => renewLease(tx, this.#gatewayId, this.#times.leaseSec))
    if (isRenewed) this.#renewedAt = startedAt
    else this.#lose()
  }

  #renewalFailed(error: unknown): void {
    const { clock, log } = this.#deps
    log.warn({ gatewayId: this.#gatewayId, error: String(error) }, 'gateway.lease_renewal_failed')
    if (this.#isHeld && clock.uptime() - this.#renewedAt >= this.#times.maxRenewalGapMs) this.#lose()
  }

  #lose(): void {
    this.#isHeld = false
    this.#deps.log.warn({ gatewayId: this.#gatewayId }, 'gateway.lease_lost')
    this.#onLost()
  }
}
