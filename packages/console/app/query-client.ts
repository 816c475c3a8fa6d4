import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@onair/sdk/http'
import { isUnauthorized } from '../lib/api.ts'
import { setSessionEnded } from './session-end.ts'

function noticeSessionEnd(error: unknown) {
  if (isUnauthorized(error)) setSessionEnded(true)
}

/** A request that was rejected is not retried. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500) },
  },
})
