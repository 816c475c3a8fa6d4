import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@onair/sdk/http'
import { isUnauthorized } from '../lib/api.ts'
import { signInUrl } from '../lib/visitor.ts'

/** Who is not signed in does that first, and comes back here. */
function redirectToSignIn(error: unknown) {
  if (isUnauthorized(error)) window.location.assign(signInUrl())
}

/**
 * What was asked of the platform and is remembered for a moment. A refusal is an answer: it is not asked again.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: redirectToSignIn }),
  mutationCache: new MutationCache({ onError: redirectToSignIn }),
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500) },
  },
})
