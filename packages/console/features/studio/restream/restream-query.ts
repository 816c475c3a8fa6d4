import { queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'

export type RestreamTarget = ContentOf<typeof consoleApi.restream.listRestreamTargets>['data'][number]

/** The targets and what happens to each, which changes during a live. */
export const restreamQuery = queryOptions({
  queryKey: ['studio', 'restream'],
  queryFn: () => api(consoleApi.restream.listRestreamTargets),
  refetchInterval: 2_000,
})
