import { parseEmail } from '../../../features/accounts/account-rules.ts'
import { loadAccountByEmail } from '../../../features/accounts/account-store.ts'
import { isInvited } from '../../../features/accounts/invitations/invitations.ts'
import { browserOf } from '../../../features/accounts/passkeys/passkey-options.ts'
import { confirmWithProvider, linkProvider } from '../../../features/accounts/providers/own-providers.ts'
import {
  callbackPath,
  findProvider,
  finishProviderFlow,
  startProviderFlow,
  type ProviderRefusal,
} from '../../../features/accounts/providers/provider-flow.ts'
import { signInWithProvider } from '../../../features/accounts/providers/sign-in-with-provider.ts'
import {
  pendingSignUp,
  sealWayBack,
  unsealWayBack,
  type PendingSignUp,
  type WayBack,
} from '../../../features/accounts/sign-in/browser-seal.ts'
import { signUp } from '../../../features/accounts/sign-up/sign-up.ts'
import type { SignInProvider } from '../../../infra/oidc.ts'
import type { Platform } from '../../../services.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { confirmedPage, emailTakenPage } from './provider-html.ts'
import { errorPage, tooManyAttemptsPage } from '../error-page.ts'
import {
  definePage,
  page,
  redirect,
  returnPathOf,
  withReturnPath,
  type Page,
  type PageRequest,
  type PageRoute,
  type Redirect,
} from '../page-route.ts'
import { acceptedVersionOf, contextOf } from './sign-in.ts'
import { signUpPage } from './sign-up-page.ts'
import { refusedSignInPage } from './sign-in-page.ts'
import { signUpValuesOf } from './sign-up.ts'

const signUpPath = '/sign-up/with-provider'

/** The way to each provider and back, and the sign-up of a person who came back without an account. */
export function providerRoutes(providers: readonly SignInProvider[]): PageRoute[] {
  if (providers.length === 0) return []
  return [...providers.flatMap(routesOf), showSignUp, submitSignUp]
}

function routesOf(provider: SignInProvider): PageRoute[] {
  return [
    definePage('POST', `/sign-in/with/${provider.id}`, async (request, deps) => {
      const returnPath = returnPathOf(request)
      if (request.visitor !== null) return redirect(returnPath)
      const { csrf: browser, form, ip } = request
      const started = await startProviderFlow({ provider, purpose: 'SIGN_IN', browser, ip }, deps)
      if ('retryAfterSec' in started) return tooManyAttemptsPage(request, started.retryAfterSec)
      if ('refusal' in started)
        return refusalPage(request, { ...started, provider, retryPath: withReturnPath('/sign-in', returnPath) })
      const pendingSignIn = sealWayBack({ state: started.state, returnPath, invitation: form.get('invitation') }, deps)
      return { ...redirect(started.url), pendingSignIn }
    }),
    {
      ...definePage('GET', callbackPath(provider), async (request, deps) =>
        request.visitor === null
          ? finishSignIn(request, provider, deps)
          : finishOwnFlow(request, { provider, visitor: request.visitor }, deps),
      ),
      changesData: true,
    },
  ]
}

async function finishSignIn(request: PageRequest, provider: SignInProvider, deps: Platform): Promise<Page | Redirect> {
  const { query, csrf: browser, pendingSignIn } = request
  const way = unsealWayBack(pendingSignIn, query.get('state'), deps)
  const { returnPath } = way
  const answer = await finishProviderFlow({ provider, purposes: ['SIGN_IN'], browser, query }, deps)
  if ('refusal' in answer)
    return refusalPage(request, { ...answer, provider, retryPath: withReturnPath('/sign-in', returnPath) })
  const { identityHash, email } = answer
  const result = await signInWithProvider({ identityHash, ...contextOf(request) }, deps)
  if (result === null) return startSignUp(request, { provider, way, identityHash, email }, deps)
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('refusal' in result) return refusedSignInPage(request, 403, result)
  if ('pending' in result)
    return { ...redirect(withReturnPath('/sign-in/code', returnPath)), pendingSignIn: result.pending }
  return { ...redirect(returnPath, result.session, result.deviceCookie), pendingSignIn: null }
}

async function finishOwnFlow(
  request: PageRequest,
  { provider, visitor }: { provider: SignInProvider; visitor: Visitor },
  deps: Platform,
): Promise<Page | Redirect> {
  const { query } = request
  const purposes = ['LINK', 'CONFIRM', 'CONFIRM_WITH_CODE'] as const
  const answer = await finishProviderFlow({ provider, purposes, browser: browserOf(visitor), query }, deps)
  const refuse = (refusal: ProviderRefusal) => refusalPage(request, { refusal, provider, retryPath: '/account' })
  if ('refusal' in answer) return refuse(answer.refusal)
  const { identityHash, purpose } = answer
  if (purpose === 'LINK') {
    const refusal = await linkProvider({ visitor, provider, identityHash }, deps)
    return refusal === null ? redirect('/account#providers') : refuse(refusal)
  }
  const hasCode = purpose === 'CONFIRM_WITH_CODE'
  const refusal = await confirmWithProvider({ visitor, identityHash, hasCode }, deps)
  return refusal === null ? confirmedPage(request) : refuse(refusal)
}

type NewIdentity = Pick<PendingSignUp, 'email'> & { identityHash: Buffer; provider: SignInProvider; way: WayBack }

async function startSignUp(
  request: PageRequest,
  { provider, way: { returnPath, invitation }, identityHash, email }: NewIdentity,
  deps: Platform,
): Promise<Page | Redirect> {
  const pending = { providerId: provider.id, identity: identityHash.toString('base64url'), email, invitation }
  if (!(await canSignUp(request, pending, deps))) return closedPage(request, provider)
  const pendingSignIn = pendingSignUp.seal(pending, deps)
  return { ...redirect(withReturnPath(signUpPath, returnPath)), pendingSignIn }
}

async function canSignUp(
  { isSignUpOpen, site }: PageRequest,
  { invitation }: Pick<PendingSignUp, 'invitation'>,
  deps: Platform,
): Promise<boolean> {
  const isByInvitation = site.signUp === 'INVITATION' && deps.config.signUpsPerNetwork > 0
  return isSignUpOpen || (isByInvitation && invitation !== null && (await isInvited(invitation, deps)))
}

/** The sign-up of this browser, with its provider. */
function pendingOf({ pendingSignIn }: PageRequest, deps: Platform) {
  const pending = pendingSignIn === null ? null : pendingSignUp.unseal(pendingSignIn, deps)
  const provider = pending === null ? null : findProvider(pending.providerId, deps)
  return pending === null || provider === null ? null : { pending, provider }
}

const showSignUp = definePage('GET', signUpPath, async (request, deps) => {
  const returnPath = returnPathOf(request)
  if (request.visitor !== null) return redirect(returnPath)
  const found = pendingOf(request, deps)
  if (found === null) return startAgain(returnPath)
  const { pending, provider } = found
  if (!(await canSignUp(request, pending, deps))) return closedPage(request, provider)
  const { email } = pending
  if (email?.isVerified && (await isTaken(email.address, deps))) return emailTakenPage(request, provider.name)
  return formPage(request, provider, {
    values: { channelName: '', email: email?.address ?? '', request: '' },
    refusals: {},
  })
})

const submitSignUp = definePage('POST', signUpPath, async (request, deps) => {
  const { language, site } = request
  const returnPath = returnPathOf(request)
  const found = pendingOf(request, deps)
  if (found === null) return startAgain(returnPath)
  const { pending, provider } = found
  const { email: proven, invitation } = pending
  const identityHash = Buffer.from(pending.identity, 'base64url')
  const values = signUpValuesOf(request)
  // The person may use another address, which a link then verifies.
  const hasVerifiedEmail = proven?.isVerified === true && isSameEmail(values.email, proven.address)
  const acceptedVersion = acceptedVersionOf(request)
  if (site.signUp !== 'CLOSED' && acceptedVersion < site.requiredVersion)
    return formPage(request, provider, { values, refusals: {}, mustAccept: true })
  const identity = { id: provider.id, issuer: provider.issuer, identityHash, hasVerifiedEmail }
  const rules = await deps.site.settings()
  const nameRules = await deps.site.nameRules()
  const proof = { password: null, puzzle: null, provider: identity }
  const person = { ...values, ...proof, language, acceptedVersion, invitation, rules, nameRules }
  const result = await signUp({ ...person, ...contextOf(request) }, deps)
  if ('isClosed' in result) return closedPage(request, provider)
  if ('isWaiting' in result) return { ...redirect('/sign-in?waiting'), pendingSignIn: null }
  if ('isLinked' in result || 'isRobot' in result) return startAgain(returnPath)
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('refusals' in result) {
    if (hasVerifiedEmail && result.refusals.email === 'EMAIL_TAKEN') return emailTakenPage(request, provider.name)
    return formPage(request, provider, { values, refusals: result.refusals })
  }
  return { ...redirect(returnPath, result.session, result.deviceCookie), pendingSignIn: null }
})

async function isTaken(address: string, { db }: Pick<Platform, 'db'>): Promise<boolean> {
  const parsed = parseEmail(address)
  return 'email' in parsed && (await loadAccountByEmail(db.read, parsed.email)) !== null
}

function isSameEmail(one: string, other: string): boolean {
  const [first, second] = [parseEmail(one), parseEmail(other)]
  return 'email' in first && 'email' in second && first.email === second.email
}

type SignUpForm = Pick<Parameters<typeof signUpPage>[1], 'values' | 'refusals' | 'mustAccept'>

function formPage(request: PageRequest, { name }: SignInProvider, data: SignUpForm): Page {
  const identity = { provider: name }
  const isRejected = data.mustAccept === true || Object.keys(data.refusals).length > 0
  const body = signUpPage(request, {
    ...data,
    returnPath: returnPathOf(request),
    invitation: null,
    providers: [],
    puzzle: null,
    identity,
  })
  return page(body, { status: isRejected ? 400 : 200 })
}

function startAgain(returnPath: string): Redirect {
  const query = new URLSearchParams({ expired: 'provider', ...(returnPath !== '/' && { back: returnPath }) })
  return { ...redirect(`/sign-in?${String(query)}`), pendingSignIn: null }
}

function closedPage(request: PageRequest, { name }: SignInProvider): Page {
  const { errors, provider: t } = request.strings
  const { title, next } = request.site.signUp === 'INVITATION' ? errors.byInvitation : errors.signUpClosed
  return errorPage(request, { status: 403, title, next: `${next} ${t.linkFirst(name)}`, canRetry: false })
}

const statuses: Record<ProviderRefusal, number> = {
  unexpected_response: 400,
  denied: 403,
  unverified: 403,
  linked_elsewhere: 409,
  unavailable: 503,
}

/** Links to where the person began: the callback works only once. */
function refusalPage(
  request: PageRequest,
  { refusal, provider, retryPath }: { refusal: ProviderRefusal; provider: SignInProvider; retryPath: string },
): Page {
  const message = request.strings.provider.refusals[refusal](provider.name)
  return errorPage({ ...request, currentPath: retryPath }, { status: statuses[refusal], ...message })
}
