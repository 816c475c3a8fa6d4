import { interlock, limits, type Scope } from '@onair/contract'
import { errorPage } from './error-page.ts'
import { withReturnPath, definePage, page, redirect, type Page, type PageRequest } from './page-route.ts'
import type { Visitor } from '../../shared/visitor.ts'
import { hashSecret, newSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp, type RegisteredApp } from '../../features/apps/app-store.ts'
import { consentPage } from './consent-page.ts'
import { updateGrantScopes } from '../../features/auth/grants.ts'
import { insertCode, loadGrant, insertOrLockGrant } from '../../features/auth/grant-store.ts'
import { parseInterlockParameters, addQueryParameters } from '../../features/auth/interlock-rules.ts'
import { interlockError } from './interlock-error-page.ts'
import { grantableScopes } from '../../features/auth/scope-rules.ts'

const { path } = interlock

/** Asks a person what an application may do in their name. Specification, "Authorization-code flow", 1. */
export const showConsent = definePage('GET', path, async (call, deps) => {
  const request = await loadConsentRequest(call, deps)
  if ('refused' in request) return request.refused
  if (call.visitor === null) return redirect(withReturnPath('/sign-in', call.currentPath ?? path))
  return renderConsentPage(call.visitor, request, call, deps)
})

/** The answer. It is a POST, so the way back is a 303: the browser goes on with a GET. Gap 12. */
export const submitConsent = definePage('POST', path, async (call, deps) => {
  const request = await loadConsentRequest(call, deps)
  if ('refused' in request) return request.refused
  if (call.visitor === null) return redirect(withReturnPath('/sign-in', call.currentPath ?? path))

  const { app, scopes, redirectUri, state } = request
  const decision = call.form.get('decision')
  if (decision === 'deny') return redirect(addQueryParameters(redirectUri, { error: 'access_denied', state }))
  // Nobody allows what they were not shown: an application whose scopes changed meanwhile is asked about again.
  if (decision !== 'allow' || call.form.get('shown') !== hashScopes(scopes))
    return renderConsentPage(call.visitor, request, call, deps)

  const code = await issueCode({ clientId: app.client_id, channelId: call.visitor.channelId }, request, deps)
  return redirect(addQueryParameters(redirectUri, { code, state }))
})

type ConsentRequest = { app: RegisteredApp; scopes: Scope[]; redirectUri: string; state: string }

/** What is asked for. Without a known application and its very own address there is nowhere to lead to, so the answer is a page. Gap 12. */
async function loadConsentRequest(
  call: PageRequest,
  { db }: Pick<Deps, 'db'>,
): Promise<ConsentRequest | { refused: Page }> {
  const refuse = (refusal: Parameters<typeof interlockError>[1], parameter: string) => ({
    refused: errorPage(call, { ...interlockError(call.language, refusal), detail: parameter }),
  })
  const parameters = parseInterlockParameters(call.query)
  if ('refused' in parameters) return refuse(parameters.refused, parameters.parameter)
  const app = await loadApp(db.read, parameters.clientId)
  if (app === null) return refuse('unknown_app', 'clientId')
  if (app.redirect_uri !== parameters.redirectUri) return refuse('redirect_uri_mismatch', 'redirectUri')
  return { app, scopes: grantableScopes(app.scopes), redirectUri: parameters.redirectUri, state: parameters.state }
}

async function renderConsentPage(
  { channelId }: Visitor,
  { app, scopes, redirectUri }: ConsentRequest,
  call: PageRequest,
  { db }: Pick<Deps, 'db'>,
): Promise<Page> {
  const grantedScopes = (await loadGrant(db.read, app.client_id, channelId))?.scopes ?? []
  const body = consentPage(call, {
    appName: app.name,
    redirectUri,
    scopesHash: hashScopes(scopes),
    newScopes: scopes.filter((scope) => !grantedScopes.includes(scope)),
    grantedScopes: scopes.filter((scope) => grantedScopes.includes(scope)),
  })
  return page(body, { formTargets: [redirectUri] })
}

function hashScopes(scopes: readonly Scope[]): string {
  return hashSecret(scopes.join('\n')).toString('base64url')
}

/** Adds what was asked for to what was granted before, and makes a code for it. */
async function issueCode(
  { clientId, channelId }: { clientId: string; channelId: string },
  { scopes, redirectUri, state }: ConsentRequest,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<string> {
  const now = clock.now()
  const code = newSecret(random)
  await db.transaction(async (tx, publish) => {
    const grant = await insertOrLockGrant(tx, { id: random.uuid(), clientId, channelId, createdAt: now })
    await updateGrantScopes(tx, publish, grant, { scopes: [...new Set([...scopes, ...grant.scopes])], now })
    await insertCode(tx, {
      hash: hashSecret(code),
      grant_id: grant.id,
      redirect_uri: redirectUri,
      state,
      created_at: now,
      expires_at: clock.monotonicNow() + limits.authorizationCodeSec * 1000,
    })
  })
  return code
}
