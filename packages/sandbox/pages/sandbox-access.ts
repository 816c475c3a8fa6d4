import { sandboxSecret } from '../demo/sandbox-secret.ts'
import { constantTimeEqual } from '@onair/server/shared/secrets.ts'
import { definePage, page, redirect, returnPathOf, type PageRoute } from '@onair/server/api/pages/page-route.ts'
import { sandboxAccessPage } from './sandbox-access-page.ts'

/** Stores the secret of a public sandbox in the browser. */
export const sandboxAccessRoutes: PageRoute[] = [
  definePage('GET', '/sandbox/access', async (request) =>
    page(sandboxAccessPage(request, { returnPath: returnPathOf(request), isRejected: false })),
  ),
  definePage('POST', '/sandbox/access', async (request, deps) => {
    const returnPath = returnPathOf(request)
    const secret = sandboxSecret(deps)
    if (secret === null || !constantTimeEqual(request.form.get('secret')?.trim() ?? '', secret))
      return page(sandboxAccessPage(request, { returnPath, isRejected: true }), { status: 400 })
    return { ...redirect(returnPath), sandboxSecret: secret }
  }),
]
