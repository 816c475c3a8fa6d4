import { coalesce } from '@onair/server/shared/coalesce.ts'
import { clockTopic, resetTopic, busMessage } from '@onair/server/shared/bus-messages.ts'
import type { Tx } from '@onair/server/infra/db/db.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { lockClockOffset, updateClockOffset } from '@onair/server/features/clock/clock-store.ts'
import { prepareDemo } from './demo.ts'
import { isLockTimeout, truncateAll } from './reset-store.ts'

/**
 * Creates the reset of a platform: it deletes all data, closes every socket, sets the clock to real time and inserts the demo
 * data. Calls that wait for a running reset share the next one: many resets at once would exceed the statement timeout.
 */
export function createReset(deps: Deps): () => Promise<void> {
  return coalesce(() => resetSandbox(deps))
}

/** Each waits at most 100 ms for a lock, so 3 s in all. */
const maxAttempts = 30

async function resetSandbox(deps: Deps): Promise<void> {
  const insertDemo = await prepareDemo(deps)
  for (let attempt = 1; ; attempt++) {
    try {
      return await replaceData(deps, insertDemo)
    } catch (error) {
      if (attempt === maxAttempts || !isLockTimeout(error)) throw error
    }
  }
}

async function replaceData({ db }: Pick<Deps, 'db'>, insertDemo: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction(async (tx, publish) => {
    await truncateAll(tx)
    const { offsetMs, rewoundMs } = await lockClockOffset(tx)
    const newOffset = { offsetMs: 0, rewoundMs: rewoundMs + Math.max(0, offsetMs) }
    await updateClockOffset(tx, newOffset)
    await insertDemo(tx)
    publish(busMessage(clockTopic, newOffset))
    publish(busMessage(resetTopic, {}))
  })
}
