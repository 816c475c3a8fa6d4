import { limits } from '@onair/contract'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import type { Deps } from '../../infra/deps.ts'
import { findRestricted, type RestrictionCursor } from './restriction-store.ts'

/** Lists the restricted viewers of a channel from a cursor. */
export async function listRestricted(
  channelId: string,
  { next = '', size = limits.restrictionListSize }: { next?: string; size?: number },
  { db }: Pick<Deps, 'db'>,
) {
  const after = next === '' ? null : parseCursor(next)
  const found = await findRestricted(db.read, channelId, { after, size: size + 1 })
  const { page: data, next: following } = cutPage(found, size, ({ createdAt, channelId }) => [createdAt, channelId])
  return { data, next: following }
}

function parseCursor(next: string): RestrictionCursor {
  const [createdAt, channelId = ''] = decodeCursor(next, /^(\d{1,15}) ([0-9a-f]{32})$/)
  return { createdAt: Number(createdAt), channelId }
}
