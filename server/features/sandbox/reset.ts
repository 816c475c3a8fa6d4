import { sandboxClock } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { clockTopic, resetTopic, busEvent } from '../../shared/events.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockClockOffset, updateClockOffset } from '../clock/clock-store.ts'
import { prepareDemo } from './demo.ts'
import { truncateAll } from './reset-store.ts'

/** Back to the first day: everything is forgotten, sockets are closed, time is real time again, the demo world is there. */
export const reset = defineHandler(sandboxClock.reset, async (_call, deps) => {
  await coalesceReset(deps)
  return null
})

type ResetQueue = { running: Promise<void>; waiting: Promise<void> | null }
const resetQueues = new WeakMap<Deps['db'], ResetQueue>()

/** One at a time, and one for all who ask before it begins: many at once would wait for each other longer than a statement may. */
function coalesceReset(deps: Deps): Promise<void> {
  const queue: ResetQueue = resetQueues.get(deps.db) ?? { running: Promise.resolve(), waiting: null }
  resetQueues.set(deps.db, queue)
  if (queue.waiting !== null) return queue.waiting
  const run = () => {
    queue.waiting = null
    return resetSandbox(deps)
  }
  queue.waiting = queue.running.then(run, run)
  queue.running = queue.waiting
  return queue.waiting
}

async function resetSandbox(deps: Deps): Promise<void> {
  const insertDemo = await prepareDemo(deps)
  await deps.db.transaction(async (tx, publish) => {
    await truncateAll(tx)
    const { offsetMs, rewoundMs } = await lockClockOffset(tx)
    const newOffset = { offsetMs: 0, rewoundMs: rewoundMs + Math.max(0, offsetMs) }
    await updateClockOffset(tx, newOffset)
    await insertDemo(tx)
    publish(busEvent(clockTopic, newOffset))
    publish(busEvent(resetTopic, {}))
  })
}
