import { channel, limits } from '@onair/contract'
import { displayDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { findFollowers } from './audience-page-store.ts'
import { findPlace } from './audience-place-store.ts'

/** Who follows the caller's channel, newest first. */
export const followers = handle(channel.followers, async ({ caller: { channelId }, query }, { config, db }) => {
  const { page = 0, size = limits.audienceSize } = query
  const list = { channelId, list: 'followers', month: 0, order: 'newest' } as const
  const { total, place } = await findPlace(db.read, list, page * size)
  const rows = place === null ? [] : await findFollowers(db.read, channelId, place, size)
  return {
    page,
    totalCount: total,
    totalPages: Math.ceil(total / size),
    data: rows.map((row) => ({
      channelId: row.id,
      channelName: row.name,
      createdDate: displayDate(row.created_at, config.displayZone),
    })),
  }
})
