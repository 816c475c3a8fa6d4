import { Refusal } from '../../kit/refusal.ts'
import { callersTopic, signal } from '../../kit/signals.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { markOwnDeleted } from './own-app-store.ts'

/** Ends what an application has open, within the change that deletes it. */
export type EndAll = (tx: Tx, tell: Tell, clientId: string) => Promise<void>

/** What goes with every deletion: nothing more is sent to the application, and nobody knows its credentials any more. */
export async function endDeleted(tx: Tx, tell: Tell, clientId: string, endAll: EndAll) {
  await endAll(tx, tell, clientId)
  tell(signal(callersTopic, { clientId, channelId: null }))
}

/** Its owner deletes an application. It lies for a week as one that nobody used, and can be restored as such. */
export async function deleteApp(
  { channelId, clientId }: { channelId: string; clientId: string },
  endAll: EndAll,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.change(async (tx, tell) => {
    if (!(await markOwnDeleted(tx, channelId, clientId, now))) throw new Refusal('notFound', 'NO_APP_OF_YOURS')
    await endDeleted(tx, tell, clientId, endAll)
  })
}
