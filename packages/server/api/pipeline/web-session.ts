import { authenticateVisitor } from '../../features/accounts/sign-in/web-session.ts'
import type { WebSessionCaller } from '../../shared/callers/caller.ts'
import type { Visitor } from '../../shared/callers/visitor.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { limitLookups } from '../limits/lookup-limit.ts'
import { pageCookies } from '../pages/cookies.ts'
import type { UnknownCredentials } from '../limits/unknown-credentials.ts'

/** The user who is signed in with the session cookie of a request, or null for a guest. */
export type FindVisitor = (request: { headers: { cookie?: string | undefined }; ip: string }) => Promise<Visitor | null>

export function visitorFinder(
  unknown: UnknownCredentials,
  deps: Pick<Deps, 'addresses' | 'clock' | 'dataKey' | 'db'>,
): FindVisitor {
  const cookies = pageCookies(deps.addresses.authUrl)
  const limited = limitLookups()
  return async ({ headers, ip }) => {
    const { session } = cookies.read(headers.cookie)
    if (session === null) return null
    return unknown.find({
      key: session,
      secret: session,
      ip,
      lookUp: () => limited(() => authenticateVisitor(session, deps)),
    })
  }
}

/** Throws 401 for a guest. */
export function requireSignedIn(visitor: Visitor | null): WebSessionCaller {
  if (visitor === null) throw new Refusal('unauthorized', 'NOT_SIGNED_IN')
  return { kind: 'webSession', ...visitor }
}
