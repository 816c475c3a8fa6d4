import type { Deps } from '../../infra/deps.ts'
import { repeat, type Repeat } from '../../shared/repeat.ts'
import { deleteGateway, renewLease, putLease } from './session-store.ts'

/** In database time. After it the slots of a gateway that was killed are free. */
const leaseSec = 14
const renewIntervalMs = 3_000
const retryMs = 1_000
/**
 * A gateway closes its sessions after this time without a renewal. The renewal in progress can take 4.25 s more: 13.25 s
 * in total, less than `leaseSec`.
 */
const maxRenewalGapMs = 9_000

/** A gateway's claim on the slots of its sessions. While it is not held, no session may connect. */
export type Lease = AsyncDisposable & { readonly isHeld: boolean }

type LeaseDeps = Pick<Deps, 'clock' | 'db' | 'log'>

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
  readonly #onLost: () => void
  readonly #renewal: Repeat
  readonly #recovery: Disposable
  #isHeld = false
  #renewedAt = 0

  constructor(gatewayId: string, deps: LeaseDeps, onLost: () => void) {
    this.#gatewayId = gatewayId
    this.#deps = deps
    this.#onLost = onLost
    this.#renewal = repeat(() => this.#renewOrAcquire(), {
      clock: deps.clock,
      intervalMs: renewIntervalMs,
      retryMs,
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
    await db.reservedTransaction((tx) => putLease(tx, this.#gatewayId, leaseSec, clock.now()))
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
    if (await db.reservedTransaction((tx) => renewLease(tx, this.#gatewayId, leaseSec))) this.#renewedAt = startedAt
    else this.#lose()
  }

  #renewalFailed(error: unknown): void {
    const { clock, log } = this.#deps
    log.warn({ gatewayId: this.#gatewayId, error: String(error) }, 'gateway.lease_renewal_failed')
    if (this.#isHeld && clock.uptime() - this.#renewedAt >= maxRenewalGapMs) this.#lose()
  }

  #lose(): void {
    this.#isHeld = false
    this.#deps.log.warn({ gatewayId: this.#gatewayId }, 'gateway.lease_lost')
    this.#onLost()
  }
}
