import { sandboxClock } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { clockTopic, resetTopic, signal } from '../../kit/signals.ts'
import { putOffset } from './clock-store.ts'
import { seedDemo } from './demo.ts'
import { removeEverything } from './reset-store.ts'

/** Back to the first day: everything is forgotten, sockets are closed, time is real time again, the demo world is there. */
export const reset = handle(sandboxClock.reset, async (_call, world) => {
  await world.db.change(async (tx, tell) => {
    await removeEverything(tx)
    await putOffset(tx, 0)
    tell(signal(clockTopic, { offsetMs: 0 }))
    tell(signal(resetTopic, {}))
  })
  await seedDemo(world)
  return null
})
