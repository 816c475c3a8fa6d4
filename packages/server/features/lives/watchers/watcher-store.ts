import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { hasChanged } from '../../../infra/db/results.ts'

type Watching = { channelId: string; watcherChannelId: string }

/** There are at most `limits.listedWatchers`. */
export function listWatcherRows(db: Reader, channelId: string) {
  return db
    .selectFrom('listed_watcher')
    .innerJoin('channel', 'channel.id', 'watcher_channel_id')
    .where('channel_id', '=', channelId)
    .orderBy('listed_watcher.created_at', 'desc')
    .orderBy('channel.id')
    .select(['channel.id as channelId', 'channel.name as channelName'])
    .execute()
}

/** Counts the people listed besides this one. */
export async function countWatchers(tx: Tx, channelId: string, watcherChannelId: string): Promise<number> {
  const { others } = await tx
    .selectFrom('listed_watcher')
    .where('channel_id', '=', channelId)
    .where('watcher_channel_id', '<>', watcherChannelId)
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .executeTakeFirstOrThrow()
  return others
}

/** False if there is no such person. */
export async function insertWatcher(tx: Tx, { channelId, watcherChannelId }: Watching, now: number): Promise<boolean> {
  const { rows } = await sql`
    with person as (select id from channel where id = ${watcherChannelId} and ended_at is null),
    listed as (
      insert into listed_watcher (channel_id, watcher_channel_id, created_at)
      select ${channelId}, id, ${now} from person on conflict do nothing
    )
    select from person`.execute(tx)
  return rows.length === 1
}

/** False if the person was not listed. */
export function deleteWatcherRow(tx: Tx, { channelId, watcherChannelId }: Watching): Promise<boolean> {
  return tx
    .deleteFrom('listed_watcher')
    .where('channel_id', '=', channelId)
    .where('watcher_channel_id', '=', watcherChannelId)
    .$call(hasChanged)
}
