import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sandboxApi } from '@onair/contract'
import { api } from './api.ts'
import { isSandbox } from './page-settings.ts'

const tickMs = 5_000

/** The difference between the platform's clock and the browser's. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async () => ({ aheadMs: Date.parse((await api(sandboxApi.clock.getClock)).now) - Date.now() }),
  enabled: isSandbox,
  refetchInterval: 30_000,
})

/** The platform's time, which a sandbox can move. Updated every 5 seconds. */
export function usePlatformTime(): number {
  const { data } = useQuery(clockQuery)
  return useSyncExternalStore(subscribeToTicks, currentTick) + (data?.aheadMs ?? 0)
}

function subscribeToTicks(onTick: () => void) {
  const timer = setInterval(onTick, tickMs)
  return () => clearInterval(timer)
}

function currentTick() {
  return Math.ceil(Date.now() / tickMs) * tickMs
}
