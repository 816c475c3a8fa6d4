import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Refused } from '@onair/contract/client/http'
import { isSignedOut } from './api.ts'
import { signInAt } from './visitor.ts'

/** Who is not signed in does that first, and comes back here. */
function signInFirst(error: unknown) {
  if (isSignedOut(error)) window.location.assign(signInAt())
}

/**
 * What was asked of the platform and is remembered for a moment. A refusal is an answer: it is not asked again.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: signInFirst }),
  mutationCache: new MutationCache({ onError: signInFirst }),
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && !(error instanceof Refused && error.status < 500) },
  },
})
