import { limits } from '@onair/contract'
import { loadApp } from '../features/apps/app-store.ts'
import { updateGrantScopes } from '../features/auth/grants.ts'
import { insertCode, insertOrLockGrant } from '../features/auth/grant-store.ts'
import { grantableScopes } from '../features/auth/scope-rules.ts'
import { hashSecret, newSecret } from '../shared/secrets.ts'
import type { Deps } from '../infra/deps.ts'

/** Creates an authorization code for all scopes of the application. */
export async function createAuthorizationCode(
  { clientId, channelId, state = 'a state' }: { clientId: string; channelId: string; state?: string },
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<string> {
  const now = clock.now()
  const code = newSecret(random)
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Error('there is no such application')
  await db.transaction(async (tx, publish) => {
    const grant = await insertOrLockGrant(tx, { id: random.uuid(), clientId, channelId, createdAt: now })
    await updateGrantScopes(tx, publish, grant, { scopes: grantableScopes(app.scopes), now })
    await insertCode(tx, {
      hash: hashSecret(code),
      grant_id: grant.id,
      redirect_uri: app.redirect_uri,
      state,
      created_at: now,
      expires_at: clock.monotonicNow() + limits.authorizationCodeSec * 1000,
    })
  })
  return code
}
