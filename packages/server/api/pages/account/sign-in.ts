import { createSignInOptions } from '../../../features/accounts/passkeys/passkey-options.ts'
import { signInWithPasskey } from '../../../features/accounts/passkeys/sign-in-with-passkey.ts'
import { signIn } from '../../../features/accounts/sign-in/sign-in.ts'
import type { Platform } from '../../../services.ts'
import { blockedPage, tooManyAttemptsPage } from '../error-page.ts'
import {
  definePage,
  page,
  redirect,
  returnPathOf,
  withReturnPath,
  type Page,
  type PageRequest,
  type PageRoute,
} from '../page-route.ts'
import { signInPage, type DemoPerson, type Rejection } from './sign-in-page.ts'

/** `people` are offered for sign-in with one click to browsers that may use the sandbox. */
export function signInRoutes(people: readonly DemoPerson[]): PageRoute[] {
  const showPage = (request: PageRequest, deps: Platform, rejection: Rejection | null = null): Page => {
    const returnPath = returnPathOf(request)
    const demoPeople = request.hasSandboxAccess ? people : []
    const passkeyOptions = createSignInOptions(request.csrf, deps)
    const { signInProviders: providers } = deps
    const body = signInPage(request, { returnPath, demoPeople, passkeyOptions, providers, rejection })
    const leavesSite = providers.length > 0
    return page(body, { status: rejection === null ? 200 : 400, hasScripts: true, leavesSite })
  }
  return [
    definePage('GET', '/sign-in', async (request, deps) =>
      request.visitor === null ? showPage(request, deps) : redirect(returnPathOf(request)),
    ),
    signInForm('/sign-in', async (request, deps) => {
      const returnPath = returnPathOf(request)
      const email = request.form.get('email') ?? ''
      const password = request.form.get('password') ?? ''
      const result = await signIn({ email, password, ...contextOf(request) }, deps)
      if (request.isDeviceBlocked && !isSuspended(result)) return blockedPage(request, 'deviceBlocked')
      if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
      if ('refusal' in result) return showPage(request, deps, { ...result, email })
      if ('pending' in result)
        return { ...redirect(withReturnPath('/sign-in/code', returnPath)), pendingSignIn: result.pending }
      return redirect(returnPath, result.session, result.deviceCookie)
    }),
    signInForm('/sign-in/passkey', async (request, deps) => {
      const credential = request.form.get('credential') ?? ''
      const attempt = { credential, challengedBrowser: request.csrf, ...contextOf(request) }
      const result = await signInWithPasskey(attempt, deps)
      if (request.isDeviceBlocked && !isSuspended(result)) return blockedPage(request, 'deviceBlocked')
      if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
      if ('refusal' in result) return showPage(request, deps, result)
      return { ...redirect(returnPathOf(request), result.session, result.deviceCookie), pendingSignIn: null }
    }),
  ]
}

/** From a blocked browser, a suspended person reads why, and all others that it is blocked. */
const signInForm = (path: string, handle: PageRoute['handle']): PageRoute => ({
  ...definePage('POST', path, handle),
  checksDevice: true,
})
const isSuspended = (result: object) => 'refusal' in result && result.refusal === 'suspended'

/** The browser that signs in. */
export function contextOf({ ip, language, userAgent, visitor, deviceCookie, isDeviceBlocked }: PageRequest) {
  return { language, browser: { ip, userAgent }, previous: visitor, deviceCookie, isBlocked: isDeviceBlocked }
}

/** The version of the site's documents that a form of sign-up accepts, or 0. */
export function acceptedVersionOf({ form, site }: PageRequest): number {
  return Math.min(Number(form.get('accepts') ?? 0), site.requiredVersion) || 0
}
