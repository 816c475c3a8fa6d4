import { limits } from '@onair/contract'
import { loadApp } from '../features/apps/app-store.ts'
import { changeScopes } from '../features/auth/end-grant.ts'
import { insertCode, lockOrInsertGrant } from '../features/auth/grant-store.ts'
import { grantableScopes } from '../features/auth/scope-rules.ts'
import { hashOf, newSecret } from '../kit/secrets.ts'
import type { World } from '../world/world.ts'

/** An authorization code, as if the person had just consented to everything that the application has. */
export async function makeCode(
  { clientId, channelId, state = 'a state' }: { clientId: string; channelId: string; state?: string },
  { clock, db, random }: Pick<World, 'clock' | 'db' | 'random'>,
): Promise<string> {
  const now = clock.now()
  const code = newSecret(random)
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Error('there is no such application')
  await db.change(async (tx, tell) => {
    const grant = await lockOrInsertGrant(tx, { id: random.uuid(), clientId, channelId, createdAt: now })
    await changeScopes(tx, tell, grant, { scopes: grantableScopes(app.scopes), now })
    await insertCode(tx, {
      hash: hashOf(code),
      grant_id: grant.id,
      redirect_uri: app.redirect_uri,
      state,
      created_at: now,
      expires_at: clock.onward() + limits.authorizationCodeSec * 1000,
    })
  })
  return code
}
