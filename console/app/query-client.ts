import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@onair/sdk/http'
import { isUnauthorized } from '../lib/api.ts'
import { signInUrl } from '../lib/visitor.ts'

/** After signing in, the user returns to this page. */
function redirectToSignIn(error: unknown) {
  if (isUnauthorized(error)) window.location.assign(signInUrl())
}

/** A request that was rejected is not retried. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: redirectToSignIn }),
  mutationCache: new MutationCache({ onError: redirectToSignIn }),
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500) },
  },
})
