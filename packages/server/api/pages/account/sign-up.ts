import { isInvited } from '../../../features/accounts/invitations/invitations.ts'
import { signUp } from '../../../features/accounts/sign-up/sign-up.ts'
import { newSignUpPuzzle } from '../../../features/accounts/sign-up/sign-up-puzzle.ts'
import type { Platform } from '../../../services.ts'
import { errorPage, tooManyAttemptsPage } from '../error-page.ts'
import { definePage, page, redirect, returnPathOf, type Page, type PageRequest } from '../page-route.ts'
import { acceptedVersionOf, contextOf } from './sign-in.ts'
import { signUpPage } from './sign-up-page.ts'

export const showSignUp = definePage('GET', '/sign-up', async (request, deps) => {
  if (request.visitor !== null) return redirect(returnPathOf(request))
  const invitation = request.query.get('invitation')
  const isByInvitation = request.site.signUp === 'INVITATION' && deps.config.signUpsPerNetwork > 0
  const isOpen = request.isSignUpOpen || (isByInvitation && invitation !== null && (await isInvited(invitation, deps)))
  if (!isOpen) return closedPage(request)
  const values = { channelName: '', email: '', request: '' }
  return formPage(request, { values, refusals: {}, invitation }, 200, deps)
})

export const submitSignUp = definePage('POST', '/sign-up', async (request, deps) => {
  const { csrf, form, language } = request
  const values = signUpValuesOf(request)
  const password = form.get('password') ?? ''
  const invitation = form.get('invitation')
  const acceptedVersion = acceptedVersionOf(request)
  if (request.site.signUp !== 'CLOSED' && acceptedVersion < request.site.requiredVersion)
    return formPage(request, { values, refusals: {}, invitation, mustAccept: true }, 400, deps)
  const rules = await deps.site.settings()
  const nameRules = await deps.site.nameRules()
  const puzzle = { solution: form.get('solution') ?? '', browser: csrf }
  const person = {
    ...values,
    password,
    provider: null,
    puzzle,
    language,
    acceptedVersion,
    invitation,
    rules,
    nameRules,
  }
  const result = await signUp({ ...person, ...contextOf(request) }, deps)
  if ('isClosed' in result || 'isLinked' in result) return closedPage(request)
  if ('isWaiting' in result) return redirect('/sign-in?waiting')
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('isRobot' in result) return formPage(request, { values, refusals: {}, invitation, isRobot: true }, 400, deps)
  if ('refusals' in result) return formPage(request, { values, refusals: result.refusals, invitation }, 400, deps)
  return redirect(returnPathOf(request), result.session, result.deviceCookie)
})

/** The fields of the form that it shows again. */
export function signUpValuesOf({ form }: PageRequest) {
  return {
    channelName: form.get('channelName') ?? '',
    email: form.get('email') ?? '',
    request: form.get('request') ?? '',
  }
}

async function formPage(
  request: PageRequest,
  data: Omit<Parameters<typeof signUpPage>[1], 'returnPath' | 'puzzle' | 'providers'>,
  status: number,
  deps: Platform,
): Promise<Page> {
  const { csrf: browser, ip } = request
  const puzzle = request.site.hasSignUpPuzzle ? await newSignUpPuzzle({ browser, ip }, deps) : null
  const { signInProviders: providers } = deps
  const body = signUpPage(request, { ...data, returnPath: returnPathOf(request), puzzle, providers })
  return page(body, { status, hasScripts: true, leavesSite: providers.length > 0 })
}

function closedPage(request: PageRequest): Page {
  const { byInvitation, signUpClosed } = request.strings.errors
  const message = request.site.signUp === 'INVITATION' ? byInvitation : signUpClosed
  return errorPage(request, { status: 403, ...message, canRetry: false })
}
