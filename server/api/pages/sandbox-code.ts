import { callbackPath, demoCredentials } from '../../features/demo/demo.ts'
import { definePage, page, redirect, withReturnPath } from './page-route.ts'
import { sandboxCodePage } from './sandbox-code-page.ts'

/** The redirect URI of the demo application: shows the code, and the command that exchanges it. */
export const showSandboxCode = definePage('GET', callbackPath, async (request, deps) => {
  // The page shows the credentials of the demo application.
  if (!request.hasSandboxAccess) return redirect(withReturnPath('/sandbox/access', request.currentPath ?? callbackPath))
  return page(
    sandboxCodePage(request, {
      code: request.query.get('code'),
      state: request.query.get('state') ?? '',
      tokenUrl: `${deps.addresses.baseUrl}/auth/v1/token`,
      credentials: demoCredentials(deps),
    }),
  )
})
