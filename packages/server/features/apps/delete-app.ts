import { recordAudit } from '../../shared/audit-store.ts'
import { callersTopic, busMessage } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { markAppDeleted } from './owned-app-store.ts'
import { lockAppFor } from './require-app.ts'

/**
 * Closes the sessions of an application in the transaction that deletes it. Passed in, because sessions depend
 * on apps.
 */
export type CloseAppSessions = (tx: Tx, publish: Publish, clientId: string) => Promise<void>

/** Closes the sessions of a deleted application and publishes that its credentials are invalid. */
export async function closeDeletedApp(tx: Tx, publish: Publish, clientId: string, closeSessions: CloseAppSessions) {
  await closeSessions(tx, publish, clientId)
  publish(busMessage(callersTopic, { clientId, channelId: null }))
}

/** Deletes an application for an owner. An operator can restore it for a week. */
export async function deleteApp(
  { channelId, clientId }: { channelId: string; clientId: string },
  closeSessions: CloseAppSessions,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    const { teamId } = await lockAppFor(tx, { channelId, clientId, role: 'OWNER' })
    await markAppDeleted(tx, clientId, now)
    await closeDeletedApp(tx, publish, clientId, closeSessions)
    await recordAudit(tx, now, {
      action: 'app.deleted',
      channelId,
      clientId,
      detail: { ...(teamId !== null && { teamId }) },
    })
  })
}
