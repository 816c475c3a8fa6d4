import { visitorOf } from '../features/accounts/web-session.ts'
import type { SessionCaller } from '../kit/handle.ts'
import { Refusal } from '../kit/refusal.ts'
import type { World } from '../world/world.ts'
import { pageCookies } from './page-cookies.ts'

/** Who is signed in, by the cookies of a request; the same that the pages go by. */
export type SignedIn = (cookies: string | undefined) => Promise<SessionCaller>

export function signedIn(world: Pick<World, 'addresses' | 'clock' | 'db'>): SignedIn {
  const cookies = pageCookies(world.addresses.authUrl)
  return async (header) => {
    const { session } = cookies.read(header)
    const visitor = session === null ? null : await visitorOf(session, world)
    if (visitor === null) throw new Refusal('unauthorized', 'nobody is signed in')
    return { kind: 'session', ...visitor }
  }
}
