import { isInvited } from '../../features/accounts/invitations/invitations.ts'
import { signUp } from '../../features/accounts/sign-up.ts'
import { errorPage, tooManyAttemptsPage } from './error-page.ts'
import { definePage, page, redirect, returnPathOf, type Page, type PageRequest } from './page-route.ts'
import { acceptedVersionOf, contextOf } from './sign-in.ts'
import { signUpPage } from './sign-up-page.ts'

export const showSignUp = definePage('GET', '/sign-up', async (request, deps) => {
  const returnPath = returnPathOf(request)
  const values = { channelName: '', email: '' }
  if (request.visitor !== null) return redirect(returnPath)
  const invitation = request.query.get('invitation')
  const isByInvitation = request.site.signUp === 'INVITATION' && deps.config.signUpsPerNetwork > 0
  const isOpen = request.isSignUpOpen || (isByInvitation && invitation !== null && (await isInvited(invitation, deps)))
  if (!isOpen) return closedPage(request)
  const { signInProviders: providers } = deps
  const body = signUpPage(request, { returnPath, values, refusals: {}, invitation, providers })
  return page(body, { hasScripts: true, leavesSite: providers.length > 0 })
})

export const submitSignUp = definePage('POST', '/sign-up', async (request, deps) => {
  const { form, language } = request
  const returnPath = returnPathOf(request)
  const values = { channelName: form.get('channelName') ?? '', email: form.get('email') ?? '' }
  const password = form.get('password') ?? ''
  const invitation = form.get('invitation')
  const { requiredVersion } = request.site
  const acceptedVersion = acceptedVersionOf(request)
  const { signInProviders: providers } = deps
  if (request.site.signUp !== 'CLOSED' && acceptedVersion < requiredVersion) {
    const data = { returnPath, values, refusals: {}, invitation, providers, mustAccept: true }
    return page(signUpPage(request, data), { status: 400, hasScripts: true, leavesSite: providers.length > 0 })
  }
  const rules = await deps.site.settings()
  const person = { ...values, password, provider: null, language, acceptedVersion, invitation, rules }
  const result = await signUp({ ...person, ...contextOf(request) }, deps)
  if ('isClosed' in result || 'isLinked' in result) return closedPage(request)
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('refusals' in result)
    return page(signUpPage(request, { returnPath, values, refusals: result.refusals, invitation, providers }), {
      status: 400,
      hasScripts: true,
      leavesSite: providers.length > 0,
    })
  return redirect(returnPath, result.session, result.deviceCookie)
})

function closedPage(request: PageRequest): Page {
  const { byInvitation, signUpClosed } = request.strings.errors
  const message = request.site.signUp === 'INVITATION' ? byInvitation : signUpClosed
  return errorPage(request, { status: 403, ...message, canRetry: false })
}
