import { clockTopic, listen } from '../../kit/signals.ts'
import type { OffsetClock } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { loadMoved, putReached } from './clock-store.ts'

/** How often a process writes down how far lifetimes have come, and takes up what the others wrote. */
const everyMs = 5_000
/** Machines of one platform are this close together; who is further behind is told of in the log. */
const apartMs = 10_000

/**
 * Keeps the clock of this process with those of the others, and with what was before it began: moved as far as they are,
 * and `onward` nowhere behind. So no lifetime that has ended begins again, whatever becomes of a machine's time.
 */
export async function keepTime(
  { bus, db, log }: Pick<World, 'bus' | 'db' | 'log'>,
  clock: OffsetClock,
): Promise<AsyncDisposable> {
  let hasEnded = false
  let news = 0
  let timer: Disposable | null = null
  let running: Promise<void> = Promise.resolve()

  const keep = async () => {
    const newsBefore = news
    const onward = clock.onward()
    const { reached, ...moved } = await db.change((tx) => putReached(tx, onward))
    if (reached - onward > apartMs) log.warn({ behindMs: reached - onward }, 'clock.behind')
    // What was read while news came may be older than the news.
    if (news === newsBefore) clock.setMoved(moved)
    clock.catchUp(reached)
  }
  const keepOn = () => {
    if (hasEnded) return
    timer = clock.after(everyMs, () => {
      running = keep()
        .catch((error: unknown) => log.warn({ error: String(error) }, 'clock.not-kept'))
        .finally(keepOn)
    })
  }

  const listening = await listen(bus, clockTopic, (moved) => {
    news += 1
    clock.setMoved(moved)
  })
  clock.setMoved(await loadMoved(db.read))
  await keep()
  keepOn()
  return {
    async [Symbol.asyncDispose]() {
      hasEnded = true
      timer?.[Symbol.dispose]()
      await running
      await listening[Symbol.asyncDispose]()
      await keep().catch((error: unknown) => log.warn({ error: String(error) }, 'clock.not-kept'))
    },
  }
}
