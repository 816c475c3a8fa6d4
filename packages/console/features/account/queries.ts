import { queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'

export type AccountDetails = ContentOf<typeof consoleApi.account.getAccount>

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => api(consoleApi.account.getAccount),
  refetchInterval: 10_000,
})
