import { channel, limits } from '@onair/contract'
import { displayDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import type { World } from '../../world/world.ts'
import { findFollowers } from './audience-page-store.ts'
import { findPlace } from './audience-place-store.ts'

export const followers = handle(channel.followers, async ({ caller, query }, world) => {
  const { rows, ...counts } = await followersOf(caller.channelId, query, world)
  return {
    ...counts,
    data: rows.map((row) => ({
      channelId: row.id,
      channelName: row.name,
      createdDate: displayDate(row.created_at, world.config.displayZone),
    })),
  }
})

/** Who follows a channel, newest first. */
export async function followersOf(
  channelId: string,
  { page = 0, size = limits.audienceSize }: { page?: number; size?: number },
  { db }: Pick<World, 'db'>,
) {
  const list = { channelId, list: 'followers', month: 0, order: 'newest' } as const
  const { total, place } = await findPlace(db.read, list, page * size)
  const rows = place === null ? [] : await findFollowers(db.read, channelId, place, size)
  return { page, totalCount: total, totalPages: Math.ceil(total / size), rows }
}
