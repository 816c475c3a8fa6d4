import { isInvited } from '../../features/accounts/invitations/invitations.ts'
import { signUp } from '../../features/accounts/sign-up.ts'
import { errorPage, tooManyAttemptsPage } from './error-page.ts'
import { definePage, page, redirect, returnPathOf, type Page, type PageRequest } from './page-route.ts'
import { signUpPage } from './sign-up-page.ts'

export const showSignUp = definePage('GET', '/sign-up', async (request, deps) => {
  const returnPath = returnPathOf(request)
  const values = { channelName: '', email: '', request: '' }
  if (request.visitor !== null) return redirect(returnPath)
  const invitation = request.query.get('invitation')
  const isByInvitation = request.site.signUp === 'INVITATION' && deps.config.signUpsPerNetwork > 0
  const isOpen = request.isSignUpOpen || (isByInvitation && invitation !== null && (await isInvited(invitation, deps)))
  if (!isOpen) return closedPage(request)
  return page(signUpPage(request, { returnPath, values, refusals: {}, invitation }), { hasScripts: true })
})

export const submitSignUp = definePage('POST', '/sign-up', async (request, deps) => {
  const { form, ip, language, userAgent, visitor, deviceCookie } = request
  const returnPath = returnPathOf(request)
  const values = {
    channelName: form.get('channelName') ?? '',
    email: form.get('email') ?? '',
    request: form.get('request') ?? '',
  }
  const password = form.get('password') ?? ''
  const invitation = form.get('invitation')
  const { requiredVersion } = request.site
  const acceptedVersion = Math.min(Number(form.get('accepts') ?? 0), requiredVersion) || 0
  if (request.site.signUp !== 'CLOSED' && acceptedVersion < requiredVersion) {
    const data = { returnPath, values, refusals: {}, invitation, mustAccept: true }
    return page(signUpPage(request, data), { status: 400, hasScripts: true })
  }
  const rules = await deps.site.settings()
  const browser = { ip, userAgent }
  const person = {
    ...values,
    password,
    language,
    acceptedVersion,
    invitation,
    rules,
    nameRules: await deps.site.nameRules(),
  }
  const result = await signUp({ ...person, browser, previous: visitor, deviceCookie }, deps)
  if ('isClosed' in result) return closedPage(request)
  if ('isWaiting' in result) return redirect('/sign-in?waiting')
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('refusals' in result)
    return page(signUpPage(request, { returnPath, values, refusals: result.refusals, invitation }), {
      status: 400,
      hasScripts: true,
    })
  return redirect(returnPath, result.session, result.deviceCookie)
})

function closedPage(request: PageRequest): Page {
  const { byInvitation, signUpClosed } = request.strings.errors
  const message = request.site.signUp === 'INVITATION' ? byInvitation : signUpClosed
  return errorPage(request, { status: 403, ...message, canRetry: false })
}
