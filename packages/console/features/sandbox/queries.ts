import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sandboxApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { isSandbox } from '../../lib/page-settings.ts'
import { setPlatformTime } from '../../lib/platform-time.ts'

/** The fault plan. Another tab or a command may change it. */
export const faultsQuery = queryOptions({
  queryKey: ['faults'],
  queryFn: () => api(sandboxApi.faults.getFaults),
  enabled: isSandbox,
  refetchInterval: 30_000,
})

export const snapshotsQuery = queryOptions({
  queryKey: ['snapshots'],
  queryFn: async () => (await api(sandboxApi.snapshots.listSnapshots)).data,
})

export const worldsQuery = queryOptions({
  queryKey: ['worlds'],
  queryFn: async () => (await api(sandboxApi.worlds.listWorlds)).data,
})

/** Moves the clock of the sandbox by seconds. */
export function useMoveClock() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (advanceSeconds: number) => api(sandboxApi.clock.moveClock, { body: { advanceSeconds } }),
    onSuccess: (moved) => {
      setPlatformTime(queries, moved)
      return queries.invalidateQueries()
    },
  })
}

/** Removes the fault plan. */
export function useClearFaults() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api(sandboxApi.faults.clearFaults),
    onSuccess: () => queries.invalidateQueries({ queryKey: faultsQuery.queryKey }),
  })
}

/** Resets the sandbox. The user is signed out. */
export async function resetSandbox(): Promise<void> {
  await api(sandboxApi.demo.reset)
  window.location.assign('/live?reset=done')
}
