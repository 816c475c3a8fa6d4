import { limits } from '@onair/contract'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { findRestricted, type RestrictionCursor } from './restriction-store.ts'

/** Lists the restricted viewers of a channel from a cursor. */
export async function listRestricted(
  channelId: string,
  { next = '', size = limits.restrictionListSize }: { next?: string; size?: number },
  { db }: Pick<Deps, 'db'>,
) {
  const after = next === '' ? null : decodeCursor(next)
  const found = await findRestricted(db.read, channelId, { after, size: size + 1 })
  const data = found.slice(0, size)
  const last = found.length > size ? data.at(-1) : undefined
  return { data, next: last === undefined ? null : encodeCursor(last) }
}

/** The opaque cursor for clients. */
function encodeCursor({ createdAt, channelId }: RestrictionCursor): string {
  return Buffer.from(`${createdAt} ${channelId}`).toString('base64url')
}

function decodeCursor(next: string): RestrictionCursor {
  const [, createdAt, channelId] = /^(\d{1,15}) ([0-9a-f]{32})$/.exec(Buffer.from(next, 'base64url').toString()) ?? []
  if (createdAt === undefined || channelId === undefined)
    throw new Refusal('badInput', reasonForField('next', 'INVALID_CURSOR'))
  return { createdAt: Number(createdAt), channelId }
}
