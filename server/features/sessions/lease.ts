import type { World } from '../../world/world.ts'
import { putLease, removeGateway } from './session-store.ts'

const leaseSec = 12
const renewedEveryMs = 4_000

/**
 * A gateway's word that it lives, in real time: when it is killed, its sessions give their places back within 12 s.
 * Disposing ends it, and with it every session that the gateway still holds.
 */
export async function holdLease(
  gatewayId: string,
  { clock, db, log }: Pick<World, 'clock' | 'db' | 'log'>,
): Promise<AsyncDisposable> {
  let ended = false
  let timer: Disposable
  const put = () => db.change((tx) => putLease(tx, gatewayId, leaseSec))
  const renewLater = () => {
    timer = clock.after(renewedEveryMs, () => {
      void put()
        .catch((error: unknown) => log.error({ gatewayId, error }, 'gateway.lease-not-renewed'))
        .then(() => ended || renewLater())
    })
  }
  await put()
  renewLater()
  return {
    async [Symbol.asyncDispose]() {
      ended = true
      timer[Symbol.dispose]()
      const now = clock.now()
      await db.change((tx) => removeGateway(tx, gatewayId, now))
    },
  }
}
