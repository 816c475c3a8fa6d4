import { onPage, page, type PageRoute } from '../../kit/page-call.ts'
import { homePage } from './home-page.ts'
import type { Suggested } from './sign-in-page.ts'

/** What the first page of a sandbox shows besides: what consent looks like, and people that anyone may be. */
type Sandboxed = { tryConsentAt: string | null; suggested: readonly Suggested[] }

/** The first page. */
export function home(sandboxed: Sandboxed): PageRoute {
  return onPage('GET', '/', async (call, { addresses, identityProvider }) =>
    page(homePage(call, { ...sandboxed, addresses, verifiesIdentity: identityProvider !== null })),
  )
}
