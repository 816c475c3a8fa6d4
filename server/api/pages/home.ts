import { homePage } from './home-page.ts'
import { definePage, page, type PageRoute } from './page-route.ts'
import type { DemoPerson } from './sign-in-page.ts'

/** What only the home page of a sandbox has: a link to the consent page, and people to sign in as. */
type SandboxExtras = { consentUrl: string | null; demoPeople: readonly DemoPerson[] }

export function homeRoute(sandboxExtras: SandboxExtras): PageRoute {
  return definePage('GET', '/', async (request, { addresses, identityProvider }) =>
    page(homePage(request, { ...sandboxExtras, addresses, hasIdentityProvider: identityProvider !== null })),
  )
}
