import { channel, limits } from '@onair/contract'
import { displayDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import type { Reader } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { findLongerSubscribers, findRecentSubscribers } from './audience-page-store.ts'
import { findMonths, findPlace } from './audience-place-store.ts'

export const subscribers = handle(channel.subscribers, async ({ caller, query }, world) => {
  const { rows, ...counts } = await subscribersOf(caller.channelId, query, world)
  return {
    ...counts,
    data: rows.map((row) => ({
      channelId: row.id,
      channelName: row.name,
      month: row.month,
      tierNo: row.tier_no,
      createdDate: displayDate(row.created_at, world.config.displayZone),
    })),
  }
})

/** Who subscribes to a channel. Gap 25. */
export async function subscribersOf(
  channelId: string,
  {
    page = 0,
    size = limits.audienceSize,
    sort = 'RECENT',
  }: { page?: number; size?: number; sort?: 'RECENT' | 'LONGER' },
  { db }: Pick<World, 'db'>,
) {
  const find = sort === 'LONGER' ? longerSubscribers : recentSubscribers
  const { total, rows } = await find(db.read, channelId, page * size, size)
  return { page, totalCount: total, totalPages: Math.ceil(total / size), rows }
}

async function recentSubscribers(db: Reader, channelId: string, offset: number, size: number) {
  const { total, place } = await findPlace(db, { channelId, list: 'subscribers', month: 0, order: 'newest' }, offset)
  return { total, rows: place === null ? [] : await findRecentSubscribers(db, channelId, place, size) }
}

async function longerSubscribers(db: Reader, channelId: string, offset: number, size: number) {
  const months = await findMonths(db, channelId)
  const total = months.reduce((sum, { members }) => sum + members, 0)
  let before = 0
  for (const { month, members } of months) {
    if (offset < before + members) {
      const list = { channelId, list: 'subscribers', month, order: 'oldest' } as const
      const { place } = await findPlace(db, list, offset - before)
      return {
        total,
        rows: place === null ? [] : await findLongerSubscribers(db, channelId, { month, ...place }, size),
      }
    }
    before += members
  }
  return { total, rows: [] }
}
