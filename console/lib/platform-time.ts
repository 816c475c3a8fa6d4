import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sandboxApi } from '@onair/contract'
import { api } from './api.ts'
import { isSandbox } from './page-settings.ts'

const [fastTickMs, slowTickMs] = [1_000, 15_000]
/** Times within this distance are shown in seconds. */
const secondsRangeMs = 90_000

/** The difference between the platform's clock and the browser's. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async () => ({ aheadMs: Date.parse((await api(sandboxApi.clock.getClock)).now) - Date.now() }),
  enabled: isSandbox,
  refetchInterval: 30_000,
})

/** The platform's time, which a sandbox can move. Updated every second for the time `at` when that is near, else every 15. */
export function usePlatformTime(at: number | null = null): number {
  const { data } = useQuery(clockQuery)
  const aheadMs = data?.aheadMs ?? 0
  const slowNow = useSyncExternalStore(slowTicks.subscribe, slowTicks.current) + aheadMs
  const ticks = at !== null && Math.abs(at - slowNow) < secondsRangeMs ? fastTicks : slowTicks
  return useSyncExternalStore(ticks.subscribe, ticks.current) + aheadMs
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
