import { coalesce } from '../../shared/coalesce.ts'
import { clockTopic, resetTopic, busMessage } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockClockOffset, updateClockOffset } from '../clock/clock-store.ts'
import { prepareDemo } from './demo.ts'
import { truncateAll } from './reset-store.ts'

const resetsByDb = new WeakMap<Deps['db'], () => Promise<void>>()

/**
 * Deletes all data, closes every socket, sets the clock to real time and inserts the demo data. Calls that wait for a
 * running reset share the next one: many resets at once would exceed the statement timeout.
 */
export function reset(deps: Deps): Promise<void> {
  const run = resetsByDb.get(deps.db) ?? coalesce(() => resetSandbox(deps))
  resetsByDb.set(deps.db, run)
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
    publish(busMessage(clockTopic, newOffset))
    publish(busMessage(resetTopic, {}))
  })
}
