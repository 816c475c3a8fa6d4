import { definePage, page } from './page-route.ts'
import { callbackPath, demoCredentials } from '../../features/demo/demo.ts'
import { codePage } from './sandbox-code-page.ts'

/** Where the demo application is led back to after consent: shows the code, and the call that exchanges it. */
export const showCode = definePage('GET', callbackPath, async (call, deps) =>
  page(
    codePage(call, {
      code: call.query.get('code'),
      state: call.query.get('state') ?? '',
      tokenUrl: `${deps.addresses.baseUrl}/auth/v1/token`,
      credentials: demoCredentials(deps),
    }),
  ),
)
