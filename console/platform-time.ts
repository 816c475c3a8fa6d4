import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sandboxClock } from '@onair/contract'
import { api } from './api.ts'
import { isSandbox } from './mode.ts'

const tickMs = 5_000

/** How far the platform's time is from that of this machine. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async () => ({ aheadMs: Date.parse((await api(sandboxClock.readClock)).now) - Date.now() }),
  enabled: isSandbox,
  refetchInterval: 30_000,
})

/** The platform's time, which a sandbox may have moved away from that of this machine; told anew every few seconds. */
export function usePlatformTime(): number {
  const { data } = useQuery(clockQuery)
  return useSyncExternalStore(everyTick, lastTick) + (data?.aheadMs ?? 0)
}

function everyTick(tell: () => void) {
  const timer = setInterval(tell, tickMs)
  return () => clearInterval(timer)
}

function lastTick() {
  return Math.ceil(Date.now() / tickMs) * tickMs
}
