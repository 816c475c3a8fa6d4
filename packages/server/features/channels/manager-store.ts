import type { Reader, Tx } from '../../infra/db/db.ts'
import type { ChannelManager } from '../../infra/db/tables.ts'

export function loadOwner(db: Reader, channelId: string) {
  return db
    .selectFrom('channel')
    .select(['id', 'name', 'created_at'])
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
    .select(['channel.id', 'channel.name', 'manager.user_role', 'manager.created_at'])
    .execute()
}

/** Counts the other managers of a locked channel. */
export async function countOtherManagers(tx: Tx, channelId: string, managerChannelId: string): Promise<number> {
  const { others } = await tx
    .selectFrom('channel_manager')
    .where('channel_id', '=', channelId)
    .where('manager_channel_id', '!=', managerChannelId)
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .executeTakeFirstOrThrow()
  return others
}

/** Gives a role, or replaces it. The date of the first role stays. */
export async function putManager(tx: Tx, manager: ChannelManager) {
  await tx
    .insertInto('channel_manager')
    .values(manager)
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'manager_channel_id']).doUpdateSet({ user_role: manager.user_role }),
    )
    .execute()
}

/** False when the channel has no such manager. */
export async function deleteManager(tx: Tx, channelId: string, managerChannelId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('channel_manager')
    .where('channel_id', '=', channelId)
    .where('manager_channel_id', '=', managerChannelId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
