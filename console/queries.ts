import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Refused } from '@onair/contract/client/http'
import { isSignedOut } from './api.ts'

/** Who is not signed in does that first, and comes back here. */
function signInFirst(error: unknown) {
  if (!isSignedOut(error)) return
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?${String(new URLSearchParams({ back: pathname + search }))}`)
}

/**
 * What was asked of the platform and is remembered for a moment. A refusal is an answer: it is not asked again. What is
 * asked with `meta: { guest: true }` does without whoever is not signed in.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => meta?.['guest'] || signInFirst(error) }),
  mutationCache: new MutationCache({ onError: (error) => signInFirst(error) }),
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && !(error instanceof Refused && error.status < 500) },
  },
})
