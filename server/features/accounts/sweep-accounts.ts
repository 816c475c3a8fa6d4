import type { Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { removeExpiredIdentityChecks } from './identity-store.ts'
import { removeExpiredWebSessions } from './web-session-store.ts'

const atOnce = 1_000

/** Removes web sessions and checks of identities that have expired, so many in one change that nobody waits for it. */
export async function sweepAccounts({ clock, db }: Pick<World, 'clock' | 'db'>): Promise<void> {
  const onward = clock.onward()
  for (const remove of [removeExpiredWebSessions, removeExpiredIdentityChecks]) {
    const removeSome = (tx: Tx) => remove(tx, onward, atOnce)
    while ((await db.change(removeSome)) === atOnce);
  }
}
