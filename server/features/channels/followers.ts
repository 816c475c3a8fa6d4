import { channel, limits } from '@onair/contract'
import { displayDate } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import type { Deps } from '../../infra/deps.ts'
import { listFollowers } from './audience-page-store.ts'
import { findPageStart } from './audience-offset-store.ts'

export const followers = defineHandler(channel.listChannelFollowers, async ({ caller, query }, deps) => {
  const { rows, ...counts } = await loadFollowersPage(caller.channelId, query, deps)
  return {
    ...counts,
    data: rows.map((row) => ({
      channelId: row.id,
      channelName: row.name,
      createdDate: displayDate(row.created_at, deps.config.displayZone),
    })),
  }
})

/** Who follows a channel, newest first. */
export async function loadFollowersPage(
  channelId: string,
  { page = 0, size = limits.audienceSize }: { page?: number; size?: number },
  { db }: Pick<Deps, 'db'>,
) {
  const list = { channelId, list: 'followers', month: 0, order: 'newest' } as const
  const { total, start } = await findPageStart(db.read, list, page * size)
  const rows = start === null ? [] : await listFollowers(db.read, channelId, start, size)
  return { page, totalCount: total, totalPages: Math.ceil(total / size), rows }
}
