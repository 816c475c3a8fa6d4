import { createHmac } from 'node:crypto'
import { errorPage, explained } from '../../kit/error-page.ts'
import { leadingBack, onPage, page, redirect, type Page, type PageCall, type Visitor } from '../../kit/page-call.ts'
import { hashOf, keyFor, newSecret } from '../../kit/secrets.ts'
import type { Identity, IdentityCheck } from '../../world/identity-provider.ts'
import type { World } from '../../world/world.ts'
import { countIdentityCheck } from './attempts.ts'
import { identityPage } from './identity-page.ts'
import { refusalToVerify, type IdentityRefusal } from './identity-rules.ts'
import {
  insertVerifiedIdentity,
  loadVerifiedAccount,
  markIdentityVerified,
  putIdentityCheck,
  takeIdentityCheck,
} from './identity-store.ts'
import { refusedIdentity } from './refused-identity-page.ts'

const path = '/verify-identity'
const callbackPath = `${path}/callback`
const lifetimeMs = 10 * 60_000

/** Says what verifying one's identity is, and whether it is done. Gap 57. */
export const askIdentity = onPage('GET', path, async (call, { identityProvider }) => {
  if (call.visitor === null) return redirect(leadingBack('/sign-in', path))
  if (identityProvider === null && !call.visitor.identityVerified) return refused('no provider', call)
  const issuer = call.visitor.identityVerified || identityProvider === null ? null : identityProvider.issuer
  return page(identityPage(call, call.visitor, issuer), { formTargets: issuer === null ? [] : [issuer] })
})

/** Sends the person to the provider, and remembers that this session waits for an answer. */
export const beginIdentityCheck = onPage('POST', path, async (call, world) => {
  const { clock, db, identityProvider, random } = world
  const { visitor } = call
  if (visitor === null) return redirect(leadingBack('/sign-in', path))
  if (visitor.identityVerified) return redirect(path)
  if (identityProvider === null) return refused('no provider', call)
  const waitSec = await countIdentityCheck(visitor.channelId, world)
  if (waitSec !== null)
    return errorPage(call, { ...explained[call.language].wait(Math.ceil(waitSec / 60)), retryAfterSec: waitSec })

  const state = newSecret(random)
  const begun = await identityProvider.begin(checkOf(state, world))
  if ('failed' in begun) return failed(begun, call, world)
  const expiresAt = clock.onward() + lifetimeMs
  const check = { session_hash: visitor.sessionHash, state_hash: hashOf(state), expires_at: expiresAt }
  const isWaiting = await db.change((tx) => putIdentityCheck(tx, check))
  return redirect(isWaiting ? begun.url : leadingBack('/sign-in', path))
})

/** The person comes back. The answer counts for the session that waits for it, once. */
export const finishIdentityCheck = onPage('GET', callbackPath, async (call, world) => {
  const { clock, db, identityProvider } = world
  if (identityProvider === null) return refused('no provider', call)
  const state = call.query.get('state') ?? ''
  const isAwaited = call.visitor !== null && (await takeCheck(call.visitor, state, world))
  if (call.visitor === null || !isAwaited) return refused('not awaited', call)

  const { channelId } = call.visitor
  const identity = await identityProvider.finish(checkOf(state, world), call.query)
  if ('failed' in identity) return failed(identity, call, world)
  const now = clock.now()
  const identityHash = hashOfIdentity(identity, world)
  const refusal = await db.change(async (tx) => {
    const verified = { identity_hash: identityHash, channel_id: channelId, verified_at: now }
    if (!(await insertVerifiedIdentity(tx, verified)))
      return refusalToVerify(await loadVerifiedAccount(tx, identityHash), channelId)
    await markIdentityVerified(tx, channelId, now)
    return null
  })
  return refusal === null ? redirect(path) : refused(refusal, call)
})

function takeCheck({ sessionHash }: Visitor, state: string, { clock, db }: Pick<World, 'clock' | 'db'>) {
  const onward = clock.onward()
  return db.change((tx) => takeIdentityCheck(tx, { sessionHash, stateHash: hashOf(state) }, onward))
}

/** What belongs to a state. The rest is made from it with the program's key, so that nothing of it is stored. */
function checkOf(state: string, { addresses, programKey }: Pick<World, 'addresses' | 'programKey'>): IdentityCheck {
  const key = keyFor('identity check', programKey)
  const made = (what: string) => createHmac('sha256', key).update(`${what} ${state}`).digest('base64url')
  return { redirectUri: addresses.authUrl + callbackPath, state, nonce: made('nonce'), verifier: made('verifier') }
}

/** Stands for a real person. Subjects are often short numbers, so without the key it could be guessed back. */
function hashOfIdentity({ issuer, subject }: Identity, { programKey }: Pick<World, 'programKey'>): Buffer {
  const key = keyFor('verified identity', programKey)
  return createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest()
}

function failed(
  { failed: refusal, reason }: { failed: IdentityRefusal; reason: string },
  call: PageCall,
  { log }: Pick<World, 'log'>,
): Page {
  if (refusal === 'away') log.error({ reason }, 'identity-provider.failed')
  else log.warn({ reason }, 'identity-check.refused')
  return refused(refusal, call)
}

/** The way on is the page where one begins: the address of the answer is used up. */
function refused(refusal: IdentityRefusal, call: PageCall): Page {
  return errorPage({ ...call, here: refusal === 'no provider' ? null : path }, refusedIdentity(call.language, refusal))
}
