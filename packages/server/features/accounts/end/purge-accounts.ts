import { deleteInBatches } from '../../../infra/db/batches.ts'
import type { Deps } from '../../../infra/deps.ts'
import { anonymizedRows, anonymizeRows, findChannelsToPurge, purgedRows, purgeRows } from './purge-store.ts'

const channelsPerRun = 10

/** Deletes the data of deleted accounts in small transactions. What a run leaves, the next one deletes. */
export async function purgeAccounts({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  for (const channelId of await findChannelsToPurge(db.read, channelsPerRun)) {
    for (const step of anonymizedRows)
      await deleteInBatches(db, (tx, limit) => anonymizeRows(tx, step, { channelId, limit }))
    for (const step of purgedRows) await deleteInBatches(db, (tx, limit) => purgeRows(tx, step, { channelId, limit }))
    log.info({ channelId }, 'account.purged')
  }
}
