import { consoleAudience, limits } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { findChannelsNamed } from '../channels/channel-store.ts'
import { followersOf } from '../channels/followers.ts'
import { subscribersOf } from '../channels/subscribers.ts'

export const listOwnFollowers = handle(consoleAudience.listFollowers, async ({ caller, query }, world) => {
  const { rows, ...counts } = await followersOf(caller.channelId, query, world)
  return {
    ...counts,
    data: rows.map((row) => ({ channelId: row.id, channelName: row.name, createdDate: utcSecond(row.created_at) })),
  }
})

export const listOwnSubscribers = handle(consoleAudience.listSubscribers, async ({ caller, query }, world) => {
  const { rows, ...counts } = await subscribersOf(caller.channelId, query, world)
  return {
    ...counts,
    data: rows.map((row) => ({
      channelId: row.id,
      channelName: row.name,
      month: row.month,
      tierNo: row.tier_no,
      createdDate: utcSecond(row.created_at),
    })),
  }
})

export const findAChannel = handle(consoleAudience.findChannel, async ({ query: { named } }, { db }) => ({
  data: (await findChannelsNamed(db.read, named.normalize('NFC'), limits.channelsOfOneName)).map((row) => ({
    channelId: row.id,
    channelName: row.name,
    channelImageUrl: row.image_url,
    verifiedMark: row.verified_mark,
  })),
}))
