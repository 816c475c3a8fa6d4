import { limits } from '@onair/contract'
import { channelChanged, viewerStatusChanged } from '../../../shared/bus-messages.ts'
import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import type { Deps } from '../../../infra/deps.ts'
import { lockSetting, updateSetting } from '../setting-store.ts'
import { countWatchers, deleteWatcherRow, insertWatcher, listWatcherRows } from './watcher-store.ts'

type Watching = { channelId: string; watcherChannelId: string }

/** The people who may watch a channel for listed people, latest first. */
export async function listWatchers(channelId: string, { db }: Pick<Deps, 'db'>) {
  return { data: await listWatcherRows(db.read, channelId) }
}

/** Lists a person who may watch. Idempotent. */
export async function putWatcher(
  { channelId, watcherChannelId }: Watching,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  if (channelId === watcherChannelId) throw invalidField('watcherChannelId', 'OWNER_ALWAYS_WATCHES')
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    // One after another, so that they are counted.
    await lockSetting(tx, channelId)
    if ((await countWatchers(tx, channelId, watcherChannelId)) >= limits.listedWatchers)
      throw new Refusal('badInput', errorReason('TOO_MANY_LISTED', { most: limits.listedWatchers }))
    if (!(await insertWatcher(tx, { channelId, watcherChannelId }, now)))
      throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    publish(viewerStatusChanged(channelId, watcherChannelId))
  })
}

/** Takes a person off the list. Where it decides who may watch, the address of the video changes. Idempotent. */
export async function deleteWatcher({ channelId, watcherChannelId }: Watching, { db }: Pick<Deps, 'db'>) {
  await db.transaction(async (tx, publish) => {
    const { audience, watchVersion } = await lockSetting(tx, channelId)
    if (!(await deleteWatcherRow(tx, { channelId, watcherChannelId })) || audience !== 'LISTED') return
    await updateSetting(tx, channelId, { watch_version: watchVersion + 1 })
    publish(channelChanged(channelId))
  })
}
