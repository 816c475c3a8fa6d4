import { useSyncExternalStore } from 'react'
import type { Silence, Standing } from '@onair/contract'

const tickMs = 250

/**
 * Why one may not speak now and how long yet, told anew while time goes by; null when one may. `since` is when the standing
 * was told. `waitUntil` is when one's own last message keeps one no more.
 */
export function useSilence(self: Standing, since: number, waitUntil: number): Silence | null {
  const told = self.silence
  const until = endOf(told, since, waitUntil)
  const now = useSyncExternalStore(everyTick, () => Math.min(Math.floor(Date.now() / tickMs) * tickMs, until ?? 0))
  if (until === null) return told
  return now < until ? { why: told?.why ?? 'SLOW_MODE', leftMs: until - now } : null
}

/** When one may speak again; null where that does not come by itself. */
function endOf(told: Silence | null, since: number, waitUntil: number): number | null {
  if (told === null) return waitUntil
  return told.leftMs === null ? null : Math.max(since + told.leftMs, waitUntil)
}

function everyTick(tell: () => void) {
  const timer = setInterval(tell, tickMs)
  return () => clearInterval(timer)
}
