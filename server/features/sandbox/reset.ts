import { sandboxClock } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { clockTopic, resetTopic, signal } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { lockMoved, putMoved } from '../clock/clock-store.ts'
import { demoWriter } from './demo.ts'
import { removeEverything } from './reset-store.ts'

/** Back to the first day: everything is forgotten, sockets are closed, time is real time again, the demo world is there. */
export const reset = handle(sandboxClock.reset, async (_call, world) => {
  await togetherWithOthers(world)
  return null
})

type Resetting = { last: Promise<void>; waiting: Promise<void> | null }
const resets = new WeakMap<World['db'], Resetting>()

/** One at a time, and one for all who ask before it begins: many at once would wait for each other longer than a statement may. */
function togetherWithOthers(world: World): Promise<void> {
  const resetting: Resetting = resets.get(world.db) ?? { last: Promise.resolve(), waiting: null }
  resets.set(world.db, resetting)
  if (resetting.waiting !== null) return resetting.waiting
  const begin = () => {
    resetting.waiting = null
    return beginAgain(world)
  }
  resetting.waiting = resetting.last.then(begin, begin)
  resetting.last = resetting.waiting
  return resetting.waiting
}

async function beginAgain(world: World): Promise<void> {
  const writeDemo = await demoWriter(world)
  await world.db.change(async (tx, tell) => {
    await removeEverything(tx)
    const { offsetMs, takenBackMs } = await lockMoved(tx)
    const moved = { offsetMs: 0, takenBackMs: takenBackMs + Math.max(0, offsetMs) }
    await putMoved(tx, moved)
    await writeDemo(tx)
    tell(signal(clockTopic, moved))
    tell(signal(resetTopic, {}))
  })
}
