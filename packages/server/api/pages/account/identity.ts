import type { IdentityRefusal } from '../../../features/accounts/identity/identity-rules.ts'
import { finishIdentityCheck, startIdentityCheck } from '../../../features/accounts/identity/verify-identity.ts'
import type { Deps } from '../../../infra/deps.ts'
import { errorPage, tooManyAttemptsPage } from '../error-page.ts'
import { identityPage } from './identity-page.ts'
import {
  definePage,
  page,
  redirect,
  withReturnPath,
  type Page,
  type PageRequest,
  type PageRoute,
} from '../page-route.ts'

const path = '/verify-identity'
const callbackPath = `${path}/callback`

/** Gap 57. */
export const showIdentity = definePage('GET', path, async (request, { identityProvider }) => {
  const { visitor } = request
  if (visitor === null) return redirect(withReturnPath('/sign-in', path))
  if (visitor.identityVerified) return page(identityPage(request, visitor, null))
  if (identityProvider === null) return refusalPage('no_provider', request)
  const { issuer } = identityProvider
  return page(identityPage(request, visitor, issuer), { leavesSite: true })
})

export const submitIdentity = definePage('POST', path, async (request, deps) => {
  const { visitor } = request
  if (visitor === null) return redirect(withReturnPath('/sign-in', path))
  if (visitor.identityVerified) return redirect(path)
  const result = await startIdentityCheck(visitor, callbackUrl(deps), deps)
  if (result === null) return redirect(withReturnPath('/sign-in', path))
  if ('refusal' in result) return refusalPage(result.refusal, request)
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  return redirect(result.url)
})

export const receiveIdentity: PageRoute = {
  ...definePage('GET', callbackPath, async (request, deps) => {
    const { visitor, query } = request
    const refusal = await finishIdentityCheck(visitor, { query, callbackUrl: callbackUrl(deps) }, deps)
    return refusal === null ? redirect(path) : refusalPage(refusal, request)
  }),
  changesData: true,
}

function callbackUrl({ addresses }: Pick<Deps, 'addresses'>): string {
  return addresses.authUrl + callbackPath
}

const statuses: Record<IdentityRefusal, number> = {
  no_provider: 404,
  unexpected_response: 400,
  denied: 403,
  unverified: 403,
  another_account_verified: 409,
  unavailable: 503,
}

/** Links to the start page: the callback works only once. */
function refusalPage(refusal: IdentityRefusal, request: PageRequest): Page {
  const currentPath = refusal === 'no_provider' ? null : path
  const message = request.strings.identityErrors[refusal]
  return errorPage({ ...request, currentPath }, { status: statuses[refusal], ...message })
}
