import { limits } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { countRows, hasChanged } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

export function loadOwner(db: Reader, channelId: string) {
  return db
    .selectFrom('channel')
    .select(['id as managerChannelId', 'name as managerChannelName', 'created_at as createdAt'])
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow()
}

/** Longest-serving first. There are at most `limits.managersPerChannel`. */
export function listChannelManagers(db: Reader, channelId: string) {
  return db
    .selectFrom('channel_manager as manager')
    .innerJoin('channel', 'channel.id', 'manager.manager_channel_id')
    .where('manager.channel_id', '=', channelId)
    .orderBy('manager.created_at')
    .orderBy('manager.manager_channel_id')
    .select(['channel.id as managerChannelId', 'channel.name as managerChannelName'])
    .select(['manager.user_role as userRole', 'manager.created_at as createdAt'])
    .execute()
}

/** The channels in which a person has a role, those that are live first. */
export function listManagedChannels(db: Reader, managerChannelId: string) {
  return db
    .selectFrom('channel_manager as manager')
    .innerJoin('channel', 'channel.id', 'manager.channel_id')
    .leftJoin('live', (join) => join.onRef('live.channel_id', '=', 'channel.id').on('live.closed_at', 'is', null))
    .leftJoin('live_setting', 'live_setting.channel_id', 'channel.id')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'channel.id')
    .where('manager.manager_channel_id', '=', managerChannelId)
    .where('channel.ended_at', 'is', null)
    .orderBy(sql`live.id is null`)
    .orderBy('channel.name')
    .orderBy('channel.id')
    .limit(limits.listedManagedChannels)
    .select([
      'channel.id as channelId',
      'channel.name as channelName',
      'channel_picture.id as pictureId',
      'manager.user_role as userRole',
      'live_setting.default_live_title as liveTitle',
      'live.opened_at as openedAt',
      sql<number>`(live.simulated_viewers + (
        select count(*) from live_viewer where live_id = live.id and expires_at_db > clock_timestamp()))::int`.as(
        'viewers',
      ),
    ])
    .execute()
}

/** Counts the other managers of a locked channel. */
export function countOtherManagers(tx: Tx, channelId: string, managerChannelId: string): Promise<number> {
  return tx
    .selectFrom('channel_manager')
    .where('channel_id', '=', channelId)
    .where('manager_channel_id', '!=', managerChannelId)
    .$call(countRows)
}

/** Gives a role, or replaces it. The date of the first role stays. */
export async function putManager(tx: Tx, manager: Tables['channel_manager']) {
  await tx
    .insertInto('channel_manager')
    .values(manager)
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'manager_channel_id']).doUpdateSet({ user_role: manager.user_role }),
    )
    .execute()
}

/** False when the channel has no such manager. */
export function deleteManager(tx: Tx, channelId: string, managerChannelId: string): Promise<boolean> {
  return tx
    .deleteFrom('channel_manager')
    .where('channel_id', '=', channelId)
    .where('manager_channel_id', '=', managerChannelId)
    .$call(hasChanged)
}
