import { definePage, page, type PageRoute } from './page-route.ts'
import { homePage } from './home-page.ts'
import type { DemoPerson } from './sign-in-page.ts'

/** What the first page of a sandbox shows besides: what consent looks like, and people that anyone may be. */
type SandboxExtras = { consentUrl: string | null; demoPeople: readonly DemoPerson[] }

/** The first page. */
export function home(sandboxExtras: SandboxExtras): PageRoute {
  return definePage('GET', '/', async (call, { addresses, identityProvider }) =>
    page(homePage(call, { ...sandboxExtras, addresses, hasIdentityProvider: identityProvider !== null })),
  )
}
