import { dropsScope } from '@onair/contract'
import { recordAudit } from '@onair/server/shared/audit-store.ts'
import { busMessage, callersTopic } from '@onair/server/shared/bus-messages.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { lockAppScopes, putAppScopes } from '@onair/server/features/apps/owned-app-store.ts'
import { resolveScopes } from '@onair/server/features/apps/register-app.ts'
import { requireApp } from '@onair/server/features/apps/require-app.ts'

/** Adds a scope to those that an application requests. Grants keep theirs. */
export async function addScope(
  clientId: string,
  scope: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await requireApp(clientId, { db })
  await db.transaction(async (tx, publish) => {
    const before = await lockAppScopes(tx, clientId)
    const scopes = resolveScopes({ scopes: [...before, scope] }, before.includes(dropsScope))
    await putAppScopes(tx, clientId, { scopes, now })
    await recordAudit(tx, now, { action: 'app.updated', clientId, detail: { scopes } })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
}
