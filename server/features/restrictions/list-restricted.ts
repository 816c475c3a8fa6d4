import { limits, restriction } from '@onair/contract'
import { displayDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { inField, Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { findRestricted, type Place } from './restriction-store.ts'

export const listRestricted = handle(restriction.listRestricted, async ({ caller, parameters }, world) => {
  const { data, next } = await restrictedIn(caller.channelId, parameters, world)
  return {
    data: data.map(({ channelId, channelName, createdAt }) => ({
      restrictedChannelId: channelId,
      restrictedChannelName: channelName,
      createdDate: displayDate(createdAt, world.config.displayZone),
      releaseDate: null,
    })),
    page: { next },
  }
})

/** Who is restricted in a channel, from where the last answer ended. */
export async function restrictedIn(
  channelId: string,
  { next = '', size = limits.restrictionListSize }: { next?: string; size?: number },
  { db }: Pick<World, 'db'>,
) {
  const after = next === '' ? null : placeIn(next)
  const found = await findRestricted(db.read, channelId, { after, size: size + 1 })
  const data = found.slice(0, size)
  const last = found.length > size ? data.at(-1) : undefined
  return { data, next: last === undefined ? null : nextAfter(last) }
}

/** The place in the list as callers carry it: nothing they need to understand. */
function nextAfter({ createdAt, channelId }: Place): string {
  return Buffer.from(`${createdAt} ${channelId}`).toString('base64url')
}

function placeIn(next: string): Place {
  const [, createdAt, channelId] = /^(\d{1,15}) ([0-9a-f]{32})$/.exec(Buffer.from(next, 'base64url').toString()) ?? []
  if (createdAt === undefined || channelId === undefined)
    throw new Refusal('badInput', inField('next', 'NOT_FROM_AN_ANSWER'))
  return { createdAt: Number(createdAt), channelId }
}
