import { setTimeout as after } from 'node:timers/promises'
import { offsetClock } from '../world/clock.ts'
import { tell } from './say.ts'

/** How many may be under way: a platform that does not keep up is not asked faster. */
const atOnce = 100
const silentMs = 2_000

/** Does something again and again, so many times a second, and says after two seconds how far it is. */
export async function burst(times: number, perSecond: number, act: (n: number) => Promise<void>): Promise<number> {
  const clock = offsetClock()
  const began = clock.real()
  const underWay = new Set<Promise<void>>()
  let told = began + silentMs
  let done = 0
  const failures: unknown[] = []
  for (let n = 1; n <= times && failures.length === 0; n++) {
    const early = began + ((n - 1) * 1_000) / perSecond - clock.real()
    if (early > 0) await after(early)
    if (underWay.size >= atOnce) await Promise.race(underWay)
    const one = act(n)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        done += 1
        underWay.delete(one)
      })
    underWay.add(one)
    if (clock.real() < told) continue
    tell(`${done} of ${times} …`)
    told += 1_000
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
  return clock.real() - began
}
