import { limits } from '@onair/contract'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { listLongestSubscribers, listRecentSubscribers } from './audience-page-store.ts'
import { listMonthCounts, findPageStart } from './audience-offset-store.ts'

/** Gap 25. */
export async function listSubscribers(
  channelId: string,
  {
    page = 0,
    size = limits.audienceSize,
    sort = 'RECENT',
  }: { page?: number; size?: number; sort?: 'RECENT' | 'LONGER' },
  { db }: Pick<Deps, 'db'>,
) {
  const listPage = sort === 'LONGER' ? loadLongestSubscribers : loadRecentSubscribers
  const { total, rows } = await listPage(db.read, channelId, page * size, size)
  return { page, totalCount: total, totalPages: Math.ceil(total / size), data: rows }
}

async function loadRecentSubscribers(db: Reader, channelId: string, offset: number, size: number) {
  const { total, start } = await findPageStart(
    db,
    { channelId, list: 'subscribers', month: 0, order: 'newest' },
    offset,
  )
  return { total, rows: start === null ? [] : await listRecentSubscribers(db, channelId, start, size) }
}

async function loadLongestSubscribers(db: Reader, channelId: string, offset: number, size: number) {
  const months = await listMonthCounts(db, channelId)
  const total = months.reduce((sum, { members }) => sum + members, 0)
  let precedingCount = 0
  for (const { month, members } of months) {
    if (offset < precedingCount + members) {
      const list = { channelId, list: 'subscribers', month, order: 'oldest' } as const
      const { start } = await findPageStart(db, list, offset - precedingCount)
      return {
        total,
        rows: start === null ? [] : await listLongestSubscribers(db, channelId, { month, ...start }, size),
      }
    }
    precedingCount += members
  }
  return { total, rows: [] }
}
