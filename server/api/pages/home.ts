import { homePage } from './home-page.ts'
import { definePage, page, type PageRoute } from './page-route.ts'
import type { DemoPerson } from './sign-in-page.ts'

/** The parts that only the home page of a sandbox has. */
type SandboxExtras = { consentUrl: string | null; demoPeople: readonly DemoPerson[] }

export function homeRoute(sandboxExtras: SandboxExtras): PageRoute {
  return definePage('GET', '/', async (request, { addresses, identityProvider }) =>
    page(homePage(request, { ...sandboxExtras, addresses, hasIdentityProvider: identityProvider !== null })),
  )
}
