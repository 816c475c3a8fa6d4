import { sandboxClock } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { clockTopic, resetTopic, busEvent } from '../../shared/events.ts'
import { coalesce } from '../../shared/coalesce.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockClockOffset, updateClockOffset } from '../clock/clock-store.ts'
import { prepareDemo } from './demo.ts'
import { truncateAll } from './reset-store.ts'

/** Back to the first day: everything is forgotten, sockets are closed, time is real time again, the demo world is there. */
export const reset = defineHandler(sandboxClock.reset, async (_call, deps) => {
  await coalesceReset(deps)
  return null
})

const resets = new WeakMap<Deps['db'], () => Promise<void>>()

/** Concurrent resets would block each other for longer than a statement may run, so callers share one. */
function coalesceReset(deps: Deps): Promise<void> {
  const run = resets.get(deps.db) ?? coalesce(() => resetSandbox(deps))
  resets.set(deps.db, run)
  return run()
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
