import { leaseSec, type Attempt } from '../features/webhooks/begin-attempts.ts'
import type { Ended } from '../features/webhooks/delivery-store.ts'
import { endOf, recordEnds } from '../features/webhooks/end-attempts.ts'
import type { Clock } from '../world/clock.ts'
import type { Answer, Failure } from '../world/outgoing.ts'
import type { World } from '../world/world.ts'

const recordedAtOnce = 200
const triedAgainMs = 500

type Waiting = { ended: Ended; until: number; done: () => void }

/** Writes down how attempts ended; those that end while it writes are written together. */
export function openRecorder(world: World): { record(attempt: Attempt, result: Answer | Failure): Promise<void> } {
  const { clock, log } = world
  let waiting: Waiting[] = []
  let writing = false

  const write = async () => {
    writing = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, recordedAtOnce)
      try {
        const ended = batch.map(({ ended }) => ended)
        tell(await recordEnds(ended, world), batch)
        for (const { done } of batch) done()
      } catch (error) {
        log.error({ error }, 'deliveries.not-recorded')
        const kept = batch.filter(({ until }) => until > clock.real())
        for (const { done } of batch.filter((one) => !kept.includes(one))) done()
        waiting = [...kept, ...waiting]
        await wait(clock, triedAgainMs)
      }
    }
    writing = false
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
    /** Resolves when it is written, or when the lease is over and there is nothing to write any more. */
    record(attempt, result) {
      const until = clock.real() + leaseSec * 1000
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ ended: endOf(attempt, result, world), until, done: resolve })
      if (!writing) void write()
      return promise
    },
  }
}

function wait(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}
