import { interlock, limits, type Scope } from '@onair/contract'
import { errorPage } from '../../kit/error-page.ts'
import { leadingBack, onPage, page, redirect, type Page, type PageCall, type Visitor } from '../../kit/page-call.ts'
import { hashOf, newSecret } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { loadApp, type RegisteredApp } from '../apps/app-store.ts'
import { consentPage } from './consent-page.ts'
import { changeScopes } from './end-grant.ts'
import { insertCode, loadGrant, lockOrInsertGrant } from './grant-store.ts'
import { interlockParameters, withAdded } from './interlock-rules.ts'
import { refusedInterlock } from './refused-interlock-page.ts'
import { grantableScopes } from './scope-rules.ts'

const { path } = interlock

/** Asks a person what an application may do in their name. Specification, "Authorization-code flow", 1. */
export const askConsent = onPage('GET', path, async (call, world) => {
  const asked = await requestOf(call, world)
  if ('refused' in asked) return asked.refused
  if (call.visitor === null) return redirect(leadingBack('/sign-in', call.here ?? path))
  return shownTo(call.visitor, asked, call, world)
})

/** The answer. It is a POST, so the way back is a 303: the browser goes on with a GET. Gap 12. */
export const answerConsent = onPage('POST', path, async (call, world) => {
  const asked = await requestOf(call, world)
  if ('refused' in asked) return asked.refused
  if (call.visitor === null) return redirect(leadingBack('/sign-in', call.here ?? path))

  const { app, scopes, redirectUri, state } = asked
  const decision = call.form.get('decision')
  if (decision === 'deny') return redirect(withAdded(redirectUri, { error: 'access_denied', state }))
  // Nobody allows what they were not shown: an application whose scopes changed meanwhile is asked about again.
  if (decision !== 'allow' || call.form.get('shown') !== shownAs(scopes))
    return shownTo(call.visitor, asked, call, world)

  const code = await allow({ clientId: app.client_id, channelId: call.visitor.channelId }, asked, world)
  return redirect(withAdded(redirectUri, { code, state }))
})

type Asked = { app: RegisteredApp; scopes: Scope[]; redirectUri: string; state: string }

/** What is asked for. Without a known application and its very own address there is nowhere to lead to, so the answer is a page. Gap 12. */
async function requestOf(call: PageCall, { db }: Pick<World, 'db'>): Promise<Asked | { refused: Page }> {
  const refused = (why: Parameters<typeof refusedInterlock>[1], parameter: string) => ({
    refused: errorPage(call, { ...refusedInterlock(call.language, why), detail: parameter }),
  })
  const given = interlockParameters(call.query)
  if ('refused' in given) return refused(given.refused, given.parameter)
  const app = await loadApp(db.read, given.clientId)
  if (app === null) return refused('unknown application', 'clientId')
  if (app.redirect_uri !== given.redirectUri) return refused('another redirect address', 'redirectUri')
  return { app, scopes: grantableScopes(app.scopes), redirectUri: given.redirectUri, state: given.state }
}

async function shownTo(
  { channelId }: Visitor,
  { app, scopes, redirectUri }: Asked,
  call: PageCall,
  { db }: Pick<World, 'db'>,
): Promise<Page> {
  const granted = (await loadGrant(db.read, app.client_id, channelId))?.scopes ?? []
  const body = consentPage(call, {
    appName: app.name,
    redirectUri,
    shown: shownAs(scopes),
    added: scopes.filter((scope) => !granted.includes(scope)),
    granted: scopes.filter((scope) => granted.includes(scope)),
  })
  return page(body, { formTargets: [redirectUri] })
}

function shownAs(scopes: readonly Scope[]): string {
  return hashOf(scopes.join('\n')).toString('base64url')
}

/** Adds what was asked for to what was granted before, and makes a code for it. */
async function allow(
  { clientId, channelId }: { clientId: string; channelId: string },
  { scopes, redirectUri, state }: Asked,
  { clock, db, random }: Pick<World, 'clock' | 'db' | 'random'>,
): Promise<string> {
  const now = clock.now()
  const code = newSecret(random)
  await db.change(async (tx, tell) => {
    const grant = await lockOrInsertGrant(tx, { id: random.uuid(), clientId, channelId, createdAt: now })
    await changeScopes(tx, tell, grant, { scopes: [...new Set([...scopes, ...grant.scopes])], now })
    await insertCode(tx, {
      hash: hashOf(code),
      grant_id: grant.id,
      redirect_uri: redirectUri,
      state,
      created_at: now,
      expires_at: clock.onward() + limits.authorizationCodeSec * 1000,
    })
  })
  return code
}
