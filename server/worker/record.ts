import { leaseSec, type Attempt } from '../features/webhooks/begin-attempts.ts'
import type { Ended } from '../features/webhooks/delivery-store.ts'
import { endOf, recordEnds } from '../features/webhooks/end-attempts.ts'
import type { Clock } from '../world/clock.ts'
import type { Answer, Failure } from '../world/outgoing.ts'
import type { World } from '../world/world.ts'

const recordedAtOnce = 200
const triedAgainMs = 500

type Waiting = { ended: Ended; until: number }

/** Writes down how attempts ended; those that end while it writes are written together. */
export function openRecorder(world: World) {
  const { clock, log } = world
  let waiting: Waiting[] = []
  let writing: Promise<void> | null = null

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, recordedAtOnce)
      try {
        const ended = batch.map(({ ended }) => ended)
        tell(await recordEnds(ended, world), batch)
      } catch (error) {
        log.error({ error }, 'deliveries.not-recorded')
        // When the lease is over, somebody else has written it.
        waiting = [...batch.filter(({ until }) => until > clock.real()), ...waiting]
        await wait(clock, triedAgainMs)
      }
    }
    writing = null
  }
  const tell = (recorded: Awaited<ReturnType<typeof recordEnds>>, batch: readonly Waiting[]) => {
    for (const { ended } of batch) {
      const { deliveryId, clientId, resendNo, outcome, reason, state, tookMs: ms } = ended
      if (!recorded.deliveryIds.has(deliveryId)) log.warn({ deliveryId, clientId, resendNo }, 'webhook.lease-lost')
      else if (outcome === 'DELIVERED') log.info({ deliveryId, clientId, resendNo, ms }, 'webhook.delivered')
      else if (state === 'WAITING') log.info({ deliveryId, clientId, resendNo, ms, reason }, 'webhook.failed')
      else log.warn({ deliveryId, clientId, resendNo, ms, reason }, 'webhook.given-up')
    }
    for (const clientId of recorded.disabled) log.warn({ clientId }, 'webhook.disabled')
  }
  return {
    record(attempt: Attempt, result: Answer | Failure) {
      waiting.push({ ended: endOf(attempt, result, world), until: clock.real() + leaseSec * 1000 })
      writing ??= write()
    },
    /** Resolves when everything is written that was to be. */
    async written() {
      await writing
    },
  }
}

function wait(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}
