import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { deleteInBatches } from '../../infra/db/batches.ts'
import { deleteEndedMails } from './mail-store.ts'

/** Deletes mails that ended 30 days ago: on a site those that were rejected. */
export async function sweepMails({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const endedBefore = clock.now() - limits.rejectedMailDays * 86_400_000
  await deleteInBatches(db, (tx, limit) => deleteEndedMails(tx, endedBefore, limit))
}
