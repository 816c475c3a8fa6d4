import { signUp } from '../../features/accounts/sign-up.ts'
import { errorPage, tooManyAttemptsPage } from './error-page.ts'
import { definePage, page, redirect, returnPathOf, type Page, type PageRequest } from './page-route.ts'
import { signUpPage } from './sign-up-page.ts'

export const showSignUp = definePage('GET', '/sign-up', async (request) => {
  const returnPath = returnPathOf(request)
  const values = { channelName: '', email: '' }
  if (request.visitor !== null) return redirect(returnPath)
  if (!request.isSignUpOpen) return closedPage(request)
  return page(signUpPage(request, { returnPath, values, refusals: {} }), { hasScripts: true })
})

export const submitSignUp = definePage('POST', '/sign-up', async (request, deps) => {
  const { form, ip, language, userAgent, visitor, deviceCookie } = request
  const returnPath = returnPathOf(request)
  const values = { channelName: form.get('channelName') ?? '', email: form.get('email') ?? '' }
  const password = form.get('password') ?? ''
  const { requiredVersion } = request.site
  const acceptedVersion = Math.min(Number(form.get('accepts') ?? 0), requiredVersion) || 0
  if (request.isSignUpOpen && acceptedVersion < requiredVersion) {
    const data = { returnPath, values, refusals: {}, mustAccept: true }
    return page(signUpPage(request, data), { status: 400, hasScripts: true })
  }
  const result = await signUp(
    { ...values, password, language, acceptedVersion, browser: { ip, userAgent }, previous: visitor, deviceCookie },
    deps,
  )
  if ('isClosed' in result) return closedPage(request)
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('refusals' in result)
    return page(signUpPage(request, { returnPath, values, refusals: result.refusals }), {
      status: 400,
      hasScripts: true,
    })
  return redirect(returnPath, result.session, result.deviceCookie)
})

function closedPage(request: PageRequest): Page {
  return errorPage(request, { status: 403, ...request.strings.errors.signUpClosed, canRetry: false })
}
