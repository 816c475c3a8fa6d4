import { sandboxPeople, findScope, type Scope } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { invalidField, refusalReason, Refusal } from '../../shared/refusal.ts'
import type { RegisteredApp } from '../apps/app-store.ts'
import { updateGrantScopes } from '../auth/grants.ts'
import { insertOrLockGrant } from '../auth/grant-store.ts'
import { issueTokens } from '../auth/issue-tokens.ts'
import { grantableScopes } from '../auth/scope-rules.ts'
import { withdrawConsent } from '../auth/withdraw-consent.ts'
import { requireChannel } from '../channels/require-channel.ts'
import { requireApp } from './known-app.ts'

/** Consent without a browser. The grant then holds these scopes and no others, so a narrower one takes scopes away. */
export const createGrant = defineHandler(sandboxPeople.createGrant, async ({ body }, deps) => {
  const now = deps.clock.now()
  const app = await requireApp(body.clientId, deps)
  await requireChannel('channelId', body.channelId, deps)
  const scopes = scopesOf(body.scopes, app)
  const wireProfile =
    app.wire_profile === 'observed' || app.wire_profile === 'documented' ? app.wire_profile : deps.config.wireProfile

  return deps.db.transaction(async (tx, publish) => {
    const { clientId, channelId } = body
    const grant = await insertOrLockGrant(tx, { id: deps.random.uuid(), clientId, channelId, createdAt: now })
    await updateGrantScopes(tx, publish, grant, { scopes, now })
    return issueTokens(tx, { ...grant, scopes }, { clock: deps.clock, random: deps.random, wireProfile })
  })
})

export const withdrawGrant = defineHandler(sandboxPeople.withdrawGrant, async ({ parameters }, deps) => {
  await requireApp(parameters.clientId, deps)
  await requireChannel('channelId', parameters.channelId, deps)
  if (!(await withdrawConsent(parameters, deps))) throw new Refusal('notFound', 'NO_GRANT')
  return null
})

function scopesOf(names: readonly string[] | undefined, app: RegisteredApp): Scope[] {
  const grantable = grantableScopes(app.scopes)
  if (names === undefined) return grantable
  for (const name of names) {
    const scope = findScope(name)
    if (scope === null || !grantable.includes(scope))
      throw invalidField('scopes', refusalReason('APP_LACKS_SCOPE', { scope: name }))
  }
  return grantable.filter((scope) => names.some((name) => findScope(name) === scope))
}
