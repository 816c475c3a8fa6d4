import { isInvited } from '../../features/accounts/invitations/invitations.ts'
import { signUp } from '../../features/accounts/sign-up.ts'
import { newSignUpPuzzle } from '../../features/accounts/sign-up-puzzle.ts'
import type { Platform } from '../../services.ts'
import { errorPage, tooManyAttemptsPage } from './error-page.ts'
import { definePage, page, redirect, returnPathOf, type Page, type PageRequest } from './page-route.ts'
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
  const { csrf, form, ip, language, userAgent, visitor, deviceCookie } = request
  const values = {
    channelName: form.get('channelName') ?? '',
    email: form.get('email') ?? '',
    request: form.get('request') ?? '',
  }
  const password = form.get('password') ?? ''
  const invitation = form.get('invitation')
  const { requiredVersion } = request.site
  const acceptedVersion = Math.min(Number(form.get('accepts') ?? 0), requiredVersion) || 0
  if (request.site.signUp !== 'CLOSED' && acceptedVersion < requiredVersion)
    return formPage(request, { values, refusals: {}, invitation, mustAccept: true }, 400, deps)
  const rules = await deps.site.settings()
  const nameRules = await deps.site.nameRules()
  const browser = { ip, userAgent }
  const person = { ...values, password, language, acceptedVersion, invitation, rules, nameRules }
  const puzzle = { solution: form.get('solution') ?? '', guest: csrf }
  const result = await signUp({ ...person, ...puzzle, browser, previous: visitor, deviceCookie }, deps)
  if ('isClosed' in result) return closedPage(request)
  if ('isWaiting' in result) return redirect('/sign-in?waiting')
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('isRobot' in result) return formPage(request, { values, refusals: {}, invitation, isRobot: true }, 400, deps)
  if ('refusals' in result) return formPage(request, { values, refusals: result.refusals, invitation }, 400, deps)
  return redirect(returnPathOf(request), result.session, result.deviceCookie)
})

function formPage(
  request: PageRequest,
  data: Omit<Parameters<typeof signUpPage>[1], 'returnPath' | 'puzzle'>,
  status: number,
  deps: Platform,
): Page {
  const puzzle = request.site.hasSignUpPuzzle ? newSignUpPuzzle(request.csrf, deps) : null
  const body = signUpPage(request, { ...data, returnPath: returnPathOf(request), puzzle })
  return page(body, { status, hasScripts: true })
}

function closedPage(request: PageRequest): Page {
  const { byInvitation, signUpClosed } = request.strings.errors
  const message = request.site.signUp === 'INVITATION' ? byInvitation : signUpClosed
  return errorPage(request, { status: 403, ...message, canRetry: false })
}
