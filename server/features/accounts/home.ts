import { onPage, page, type PageRoute } from '../../kit/page-call.ts'
import { homePage } from './home-page.ts'

/** The first page. `tryConsentAt` is where the sandbox shows what consent looks like, or null. */
export function home(tryConsentAt: string | null): PageRoute {
  return onPage('GET', '/', async (call, { addresses, identityProvider }) =>
    page(homePage(call, { addresses, tryConsentAt, verifiesIdentity: identityProvider !== null })),
  )
}
