import type { World } from '../../world/world.ts'
import { beginLease, removeGateway, renewLease } from './session-store.ts'

/** When a gateway is killed, the database gives its sessions' places away after this long. */
const leaseSec = 14
const renewedEveryMs = 3_000
const triedAgainMs = 1_000
/**
 * A gateway that could not renew for so long gives up before the database does. A try that hangs takes 4.25 s, so it has
 * given up before 14 s.
 */
const patienceMs = 9_000

/** A gateway's word that it lives. While it is not `held` nobody may be let in. */
export type Lease = AsyncDisposable & { readonly held: boolean }

/**
 * Holds a gateway's lease, in real time. `lost` is called when it ran out, or may have: others may take the places of
 * its sessions, so all of them have to end; then it begins anew. Disposing ends the lease and every session that is left.
 */
export async function holdLease(
  gatewayId: string,
  { clock, db, log }: Pick<World, 'clock' | 'db' | 'log'>,
  lost: () => void,
): Promise<Lease> {
  let ended = false
  let held = false
  let renewedAt = clock.real()
  let timer: Disposable | null = null
  let trying: Promise<void> = Promise.resolve()

  const lose = () => {
    held = false
    log.warn({ gatewayId }, 'gateway.lease-lost')
    lost()
  }
  const begin = async () => {
    const at = clock.real()
    await db.change((tx) => beginLease(tx, gatewayId, leaseSec, clock.now()))
    renewedAt = at
    held = true
  }
  const renew = async () => {
    const at = clock.real()
    if (await db.change((tx) => renewLease(tx, gatewayId, leaseSec))) renewedAt = at
    else lose()
  }
  const goOn = async () => {
    try {
      if (held) await renew()
      if (!held) await begin()
      later(renewedEveryMs)
    } catch (error) {
      log.warn({ gatewayId, error: String(error) }, 'gateway.lease-not-renewed')
      if (held && clock.real() - renewedAt >= patienceMs) lose()
      later(triedAgainMs)
    }
  }
  const later = (ms: number) => {
    if (!ended) timer = clock.after(ms, () => void (trying = goOn()))
  }
  await begin()
  later(renewedEveryMs)
  return {
    get held() {
      return held
    },
    async [Symbol.asyncDispose]() {
      ended = true
      timer?.[Symbol.dispose]()
      await trying
      // Where the database is away the lease runs out by itself.
      await db
        .change((tx) => removeGateway(tx, gatewayId, clock.now()))
        .catch((error: unknown) => log.warn({ gatewayId, error: String(error) }, 'gateway.lease-not-ended'))
    },
  }
}
