import { onPage, page } from '../../kit/page-call.ts'
import { callbackPath, demoCredentials } from './demo.ts'
import { codePage } from './code-page.ts'

/** Where the demo application is led back to after consent: shows the code, and the call that exchanges it. */
export const showCode = onPage('GET', callbackPath, async (call, world) =>
  page(
    codePage(call, {
      code: call.query.get('code'),
      state: call.query.get('state') ?? '',
      tokenUrl: `${world.addresses.baseUrl}/auth/v1/token`,
      credentials: demoCredentials(world),
    }),
  ),
)
