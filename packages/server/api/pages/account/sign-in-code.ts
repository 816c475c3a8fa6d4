import { createSignInOptions } from '../../../features/accounts/passkeys/passkey-options.ts'
import { completeSignIn } from '../../../features/accounts/second-factor/complete-sign-in.ts'
import { pendingSignIn } from '../../../features/accounts/sign-in/browser-seal.ts'
import type { Platform } from '../../../services.ts'
import { tooManyAttemptsPage } from '../error-page.ts'
import { definePage, page, redirect, returnPathOf, type Page, type PageRequest } from '../page-route.ts'
import { signInCodePage } from './sign-in-code-page.ts'
import { refusedSignInPage } from './sign-in-page.ts'

/** The second page of a sign-in with two-step verification. */
export const showSignInCode = definePage('GET', '/sign-in/code', async (request, deps) => {
  const { pendingSignIn: pending } = request
  if (pending === null || pendingSignIn.unseal(pending, deps) === null) return startAgain(request)
  return codePage(request, { isRefused: false }, deps)
})

export const submitSignInCode = definePage('POST', '/sign-in/code', async (request, deps) => {
  const { form, ip, language, userAgent, visitor, deviceCookie, pendingSignIn: pending } = request
  if (pending === null) return startAgain(request)
  const code = form.get('code') ?? ''
  const context = { language, browser: { ip, userAgent }, previous: visitor, deviceCookie }
  const result = await completeSignIn({ pending, code, ...context }, deps)
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('session' in result)
    return { ...redirect(returnPathOf(request), result.session, result.deviceCookie), pendingSignIn: null }
  if (result.refusal === 'suspended') return refusedSignInPage(request, 400, result)
  return result.refusal === 'expired' ? startAgain(request) : codePage(request, { isRefused: true }, deps)
})

function codePage(request: PageRequest, { isRefused }: { isRefused: boolean }, deps: Platform): Page {
  const passkeyOptions = createSignInOptions(request.csrf, deps)
  const body = signInCodePage(request, { returnPath: returnPathOf(request), isRefused, passkeyOptions })
  return page(body, { status: isRefused ? 400 : 200, hasScripts: true })
}

/** The password is asked for again: this browser has not entered it, or more than 10 minutes ago. */
function startAgain(request: PageRequest) {
  const returnPath = returnPathOf(request)
  const query = new URLSearchParams({ expired: 'code', ...(returnPath !== '/' && { back: returnPath }) })
  return { ...redirect(`/sign-in?${String(query)}`), pendingSignIn: null }
}
