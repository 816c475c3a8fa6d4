import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { ContentOf, sandboxApi } from '@onair/contract'
import { isSandbox, servedAheadMs } from './page-settings.ts'

const [fastTickMs, slowTickMs] = [1_000, 15_000]
/** Times within this distance are shown in seconds. */
const secondsRangeMs = 90_000

/**
 * The difference between the platform's clock and the browser's: first that of the page, then measured. `movedSec`: by how
 * much the clock of the sandbox was moved, 0 until it is known.
 */
const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async () => {
    // A site does not load what only a sandbox has.
    const { readClock } = await import('./read-clock.ts')
    const askedAt = Date.now()
    const { now, aheadSeconds } = await readClock()
    // The server read its clock between the request and the response.
    return { aheadMs: Math.round(Date.parse(now) - (askedAt + Date.now()) / 2), movedSec: aheadSeconds }
  },
  initialData: { aheadMs: servedAheadMs, movedSec: 0 },
  initialDataUpdatedAt: 0,
  enabled: isSandbox,
  refetchInterval: 30_000,
  gcTime: Infinity,
})

/** The platform's time, which a sandbox can move. Updated every second for the time `at` when that is near, else every 15. */
export function usePlatformTime(at: number | null = null): number {
  const { aheadMs } = useQuery(clockQuery).data
  const slowNow = useSyncExternalStore(slowTicks.subscribe, slowTicks.current) + aheadMs
  const ticks = at !== null && Math.abs(at - slowNow) < secondsRangeMs ? fastTicks : slowTicks
  return useSyncExternalStore(ticks.subscribe, ticks.current) + aheadMs
}

/** The platform's time as a clock shows it: without milliseconds, updated when a second begins. */
export function usePlatformSecond(): number {
  const { aheadMs } = useQuery(clockQuery).data
  const secondNow = () => Math.floor((Date.now() + aheadMs) / 1_000) * 1_000
  const subscribe = useCallback(
    (onTick: () => void) => {
      let timer: ReturnType<typeof setTimeout>
      const wait = () => {
        timer = setTimeout(tick, 1_000 - ((Date.now() + aheadMs) % 1_000))
      }
      const tick = () => {
        onTick()
        wait()
      }
      wait()
      return () => clearTimeout(timer)
    },
    [aheadMs],
  )
  return useSyncExternalStore(subscribe, secondNow)
}

/** The seconds by which the clock of the sandbox is ahead of real time; negative when it is behind. */
export function useMovedSeconds(): number {
  return useQuery(clockQuery).data.movedSec
}

/** The platform's time of this moment. */
export function platformNow(queries: QueryClient): number {
  return Date.now() + (queries.getQueryData(clockQuery.queryKey)?.aheadMs ?? servedAheadMs)
}

/** Stores the time that the platform answered after its clock was moved. */
export function setPlatformTime(
  queries: QueryClient,
  { now, aheadSeconds }: ContentOf<typeof sandboxApi.clock.moveClock>,
): void {
  queries.setQueryData(clockQuery.queryKey, { aheadMs: Date.parse(now) - Date.now(), movedSec: aheadSeconds })
}

const fastTicks = createTicks(fastTickMs)
const slowTicks = createTicks(slowTickMs)

function createTicks(tickMs: number) {
  return {
    subscribe: (onTick: () => void) => {
      const timer = setInterval(onTick, tickMs)
      return () => clearInterval(timer)
    },
    current: () => Math.ceil(Date.now() / tickMs) * tickMs,
  }
}
