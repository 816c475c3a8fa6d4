import { queryOptions } from '@tanstack/react-query'
import { consoleApps } from '@onair/contract'
import { api } from './api.ts'

/** What the pages of applications ask for, and how often while they are looked at. */
export const appsQuery = queryOptions({ queryKey: ['apps'], queryFn: () => api(consoleApps.listApps) })

export const appQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId],
    queryFn: () => api(consoleApps.readApp, { inPath: { clientId } }),
    refetchInterval: 5_000,
  })

export const sessionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'sessions'],
    queryFn: () => api(consoleApps.listAppSessions, { inPath: { clientId } }),
    refetchInterval: 2_000,
  })
