import { sandboxPeople, scopeNamed, type Scope } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { badField, because, Refusal } from '../../kit/refusal.ts'
import type { RegisteredApp } from '../apps/app-store.ts'
import { changeScopes } from '../auth/end-grant.ts'
import { lockOrInsertGrant } from '../auth/grant-store.ts'
import { issueTokens } from '../auth/issue-tokens.ts'
import { grantableScopes } from '../auth/scope-rules.ts'
import { withdrawConsent } from '../auth/withdraw.ts'
import { knownChannel } from '../channels/known-channel.ts'
import { knownApp } from './known-app.ts'

/** Consent without a browser. The grant then holds these scopes and no others, so a narrower one takes scopes away. */
export const makeGrant = handle(sandboxPeople.makeGrant, async ({ body }, world) => {
  const now = world.clock.now()
  const app = await knownApp(body.clientId, world)
  await knownChannel('channelId', body.channelId, world)
  const scopes = scopesOf(body.scopes, app)
  const wireProfile =
    app.wire_profile === 'observed' || app.wire_profile === 'documented' ? app.wire_profile : world.config.wireProfile

  return world.db.change(async (tx, tell) => {
    const { clientId, channelId } = body
    const grant = await lockOrInsertGrant(tx, { id: world.random.uuid(), clientId, channelId, createdAt: now })
    await changeScopes(tx, tell, grant, { scopes, now })
    return issueTokens(tx, { ...grant, scopes }, { clock: world.clock, random: world.random, wireProfile })
  })
})

export const withdrawGrant = handle(sandboxPeople.withdrawGrant, async ({ parameters }, world) => {
  await knownApp(parameters.clientId, world)
  await knownChannel('channelId', parameters.channelId, world)
  if (!(await withdrawConsent(parameters, world))) throw new Refusal('notFound', 'NO_GRANT')
  return null
})

function scopesOf(names: readonly string[] | undefined, app: RegisteredApp): Scope[] {
  const grantable = grantableScopes(app.scopes)
  if (names === undefined) return grantable
  for (const name of names) {
    const scope = scopeNamed(name)
    if (scope === null || !grantable.includes(scope))
      throw badField('scopes', because('APP_LACKS_SCOPE', { scope: name }))
  }
  return grantable.filter((scope) => names.some((name) => scopeNamed(name) === scope))
}
