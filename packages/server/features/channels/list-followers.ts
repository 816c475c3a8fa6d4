import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { findFollowers } from './audience-page-store.ts'
import { findPageStart } from './audience-offset-store.ts'

/** Newest first. */
export async function listFollowers(
  channelId: string,
  { page = 0, size = limits.audienceSize }: { page?: number; size?: number },
  { db }: Pick<Deps, 'db'>,
) {
  const list = { channelId, list: 'followers', month: 0, order: 'newest' } as const
  const { total, start } = await findPageStart(db.read, list, page * size)
  const data = start === null ? [] : await findFollowers(db.read, channelId, start, size)
  return { page, totalCount: total, totalPages: Math.ceil(total / size), data }
}
