import { Refusal } from '../../shared/refusal.ts'
import { callersTopic, busEvent } from '../../shared/events.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { markOwnedAppDeleted } from './owned-app-store.ts'

/** Ends what an application has open, within the change that deletes it. */
export type CloseAppSessions = (tx: Tx, publish: Publish, clientId: string) => Promise<void>

/** What goes with every deletion: nothing more is sent to the application, and nobody knows its credentials any more. */
export async function closeDeletedApp(tx: Tx, publish: Publish, clientId: string, closeSessions: CloseAppSessions) {
  await closeSessions(tx, publish, clientId)
  publish(busEvent(callersTopic, { clientId, channelId: null }))
}

/** Its owner deletes an application. It lies for a week as one that nobody used, and can be restored as such. */
export async function deleteApp(
  { channelId, clientId }: { channelId: string; clientId: string },
  closeSessions: CloseAppSessions,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    if (!(await markOwnedAppDeleted(tx, channelId, clientId, now))) throw new Refusal('notFound', 'NOT_YOUR_APP')
    await closeDeletedApp(tx, publish, clientId, closeSessions)
  })
}
