import { interlock } from '@onair/contract'
import {
  approveConsent,
  loadConsentRequest,
  splitRequestedScopes,
  type ConsentRequest,
} from '../../../features/auth/consent.ts'
import type { Deps } from '../../../infra/deps.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { consentPage, parameterDetail } from './consent-page.ts'
import { addQueryParameters, parseConsentParameters } from './consent-parameters.ts'
import { errorPage } from '../error-page.ts'
import { definePage, page, redirect, withReturnPath, type Page, type PageRequest } from '../page-route.ts'

const { path } = interlock

/** Specification, "Authorization-code flow", 1. */
export const showConsent = definePage('GET', path, async (request, deps) => {
  const consent = await findConsentRequest(request, deps)
  if ('kind' in consent) return consent
  if (request.visitor === null) return redirect(withReturnPath('/sign-in', request.currentPath ?? path))
  return renderConsentPage(request.visitor, consent, request, deps)
})

/** Redirects to the application with a code, or with an error if the person denies. Gap 12. */
export const submitConsent = definePage('POST', path, async (request, deps) => {
  const { visitor, form } = request
  const consent = await findConsentRequest(request, deps)
  if ('kind' in consent) return consent
  if (visitor === null) return redirect(withReturnPath('/sign-in', request.currentPath ?? path))

  const { redirectUri, state } = consent
  const decision = form.get('decision')
  if (decision === 'deny') return redirect(addQueryParameters(redirectUri, { error: 'access_denied', state }))
  // Scopes that the person has not seen are not granted: the application may have changed them since.
  if (decision !== 'allow' || form.get('shown') !== consent.scopesHash)
    return renderConsentPage(visitor, consent, request, deps)
  const code = await approveConsent(consent, visitor.channelId, deps)
  return redirect(addQueryParameters(redirectUri, { code, state }))
})

/** An invalid request never redirects: its redirect URI is not trusted. Gap 12. */
async function findConsentRequest(request: PageRequest, deps: Pick<Deps, 'db'>): Promise<ConsentRequest | Page> {
  const { title, refusals } = request.strings.consentErrors
  const refuse = (refusal: keyof typeof refusals, parameter: string) =>
    errorPage(request, {
      status: 400,
      title,
      next: refusals[refusal],
      detail: parameterDetail(parameter, request.query.getAll(parameter), request.strings.consentErrors),
    })
  const parameters = parseConsentParameters(request.query)
  if ('refusal' in parameters) return refuse(parameters.refusal, parameters.parameter)
  const consent = await loadConsentRequest(parameters, deps)
  if (!('refusal' in consent)) return consent
  return refuse(consent.refusal, consent.refusal === 'unknown_app' ? 'clientId' : 'redirectUri')
}

async function renderConsentPage(
  visitor: Visitor,
  consent: ConsentRequest,
  request: PageRequest,
  deps: Pick<Deps, 'db'>,
): Promise<Page> {
  const { clientId, appName, makerName, redirectUri, scopesHash } = consent
  const scopes = await splitRequestedScopes(consent, visitor.channelId, deps)
  const body = consentPage(request, { visitor, clientId, appName, makerName, redirectUri, scopesHash, ...scopes })
  return page(body, { leavesSite: true })
}
