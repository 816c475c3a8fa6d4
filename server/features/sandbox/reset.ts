import { sandboxClock } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { clockTopic, resetTopic, signal } from '../../kit/signals.ts'
import { putOffset } from './clock-store.ts'
import { demoWriter } from './demo.ts'
import { removeEverything } from './reset-store.ts'

/** Back to the first day: everything is forgotten, sockets are closed, time is real time again, the demo world is there. */
export const reset = handle(sandboxClock.reset, async (_call, world) => {
  const writeDemo = await demoWriter(world)
  await world.db.change(async (tx, tell) => {
    await removeEverything(tx)
    await putOffset(tx, 0)
    await writeDemo(tx)
    tell(signal(clockTopic, { offsetMs: 0 }))
    tell(signal(resetTopic, {}))
  })
  return null
})
