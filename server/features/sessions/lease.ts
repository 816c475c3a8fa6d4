import type { Deps } from '../../infra/deps.ts'
import { upsertLease, deleteGateway, renewLease } from './session-store.ts'

/** When a gateway is killed, the database gives its sessions' places away after this long. */
const leaseSec = 14
const renewIntervalMs = 3_000
const retryDelayMs = 1_000
/**
 * A gateway that could not renew for so long gives up before the database does. A try that hangs takes 4.25 s, so it has
 * given up before 14 s.
 */
const maxRenewalGapMs = 9_000

/** A gateway's word that it lives. While it is not `held` nobody may be let in. */
export type Lease = AsyncDisposable & { readonly isHeld: boolean }

/**
 * Holds a gateway's lease, in real time. `lost` is called when it ran out, or may have: others may take the places of
 * its sessions, so all of them have to end; then it begins anew. Disposing ends the lease and every session that is left.
 */
export async function acquireLease(
  gatewayId: string,
  { clock, db, log }: Pick<Deps, 'clock' | 'db' | 'log'>,
  onLost: () => void,
): Promise<Lease> {
  let isClosed = false
  let isHeld = false
  let renewedAt = clock.uptime()
  let timer: Disposable | null = null
  let renewal: Promise<void> = Promise.resolve()

  const markLost = () => {
    isHeld = false
    log.warn({ gatewayId }, 'gateway.lease_lost')
    onLost()
  }
  const acquire = async () => {
    const startedAt = clock.uptime()
    await db.transaction((tx) => upsertLease(tx, gatewayId, leaseSec, clock.now()))
    renewedAt = startedAt
    isHeld = true
  }
  const renew = async () => {
    const startedAt = clock.uptime()
    if (await db.transaction((tx) => renewLease(tx, gatewayId, leaseSec))) renewedAt = startedAt
    else markLost()
  }
  const renewOrAcquire = async () => {
    try {
      if (isHeld) await renew()
      if (!isHeld) await acquire()
      scheduleRenewal(renewIntervalMs)
    } catch (error) {
      log.warn({ gatewayId, error: String(error) }, 'gateway.lease_renewal_failed')
      if (isHeld && clock.uptime() - renewedAt >= maxRenewalGapMs) markLost()
      scheduleRenewal(retryDelayMs)
    }
  }
  const scheduleRenewal = (ms: number) => {
    if (!isClosed) timer = clock.after(ms, () => void (renewal = renewOrAcquire()))
  }
  await acquire()
  scheduleRenewal(renewIntervalMs)
  return {
    get isHeld() {
      return isHeld
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
      await renewal
      // Where the database is away the lease runs out by itself.
      await db
        .transaction((tx) => deleteGateway(tx, gatewayId, clock.now()))
        .catch((error: unknown) => log.warn({ gatewayId, error: String(error) }, 'gateway.lease_release_failed'))
    },
  }
}
