import { visitorOf } from '../features/accounts/web-session.ts'
import type { SessionCaller } from '../kit/handle.ts'
import type { Visitor } from '../kit/page-call.ts'
import { Refusal } from '../kit/refusal.ts'
import type { World } from '../world/world.ts'
import { pageCookies } from './page-cookies.ts'

/** Who looks at our pages, by the cookies of a request; the same that the pages go by. Null for a guest. */
export type VisitorIn = (cookies: string | undefined) => Promise<Visitor | null>

export function visitorIn(world: Pick<World, 'addresses' | 'clock' | 'db'>): VisitorIn {
  const cookies = pageCookies(world.addresses.authUrl)
  return async (header) => {
    const { session } = cookies.read(header)
    return session === null ? null : visitorOf(session, world)
  }
}

/** Refuses a guest. */
export function signedIn(visitor: Visitor | null): SessionCaller {
  if (visitor === null) throw new Refusal('unauthorized', 'NOT_SIGNED_IN')
  return { kind: 'session', ...visitor }
}
