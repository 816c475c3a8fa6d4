import { callbackPath, demoCredentials } from '../demo/demo.ts'
import { findAppOfCode, redeemCode } from './redeem-code.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import { errorPage } from '@onair/server/api/pages/error-page.ts'
import { definePage, page, redirect, withReturnPath, type PageRequest } from '@onair/server/api/pages/page-route.ts'
import { sandboxCodePage, sandboxTokenPage } from './sandbox-code-page.ts'

const tokenPath = `${callbackPath}/token`

/** The redirect URI of the demo application, and the suggestion for others: shows the code, and the call that exchanges it. */
export const showSandboxCode = definePage('GET', callbackPath, async (request, deps) => {
  // The page shows the credentials of the demo application.
  if (!request.hasSandboxAccess) return toAccessPage(request)
  const code = request.query.get('code')
  const app = code === null ? null : ((await findAppOfCode(code, deps))?.app ?? null)
  const demo = demoCredentials(deps)
  return page(
    sandboxCodePage(request, {
      code,
      isDenied: request.query.has('error'),
      state: request.query.get('state') ?? '',
      tokenUrl: `${deps.addresses.baseUrl}/auth/v1/token`,
      tokenPath,
      credentials:
        app === null || app.client_id === demo.clientId ? demo : { clientId: app.client_id, clientSecret: null },
    }),
    { hasScripts: true },
  )
})

/** Exchanges the code, and shows the tokens with the next calls. */
export const getSandboxToken = definePage('POST', tokenPath, async (request, deps) => {
  if (!request.hasSandboxAccess) return toAccessPage(request)
  const code = request.form.get('code') ?? ''
  const found = await findAppOfCode(code, deps)
  const unusable = errorPage(request, { status: 400, ...request.strings.sandboxCode.usedCode })
  // A second exchange would revoke the grant, and with it the tokens that the first one showed.
  if (found === null || found.isUsed) return unusable
  const { app } = found
  try {
    const tokens = await redeemCode({ app, code, state: request.form.get('state') ?? '' }, deps)
    return page(
      sandboxTokenPage(request, {
        ...tokens,
        clientId: app.client_id,
        isOwner: request.visitor !== null && request.visitor.channelId === app.owner_channel_id,
        baseUrl: deps.addresses.baseUrl,
      }),
      { hasScripts: true },
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return unusable
  }
})

function toAccessPage({ currentPath }: PageRequest) {
  return redirect(withReturnPath('/sandbox/access', currentPath ?? callbackPath))
}
