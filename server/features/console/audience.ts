import { consoleAudience, limits } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { findChannelsByNameOrId } from '../channels/channel-store.ts'
import { loadFollowersPage } from '../channels/followers.ts'
import { loadSubscribersPage } from '../channels/subscribers.ts'

export const listFollowers = defineHandler(consoleAudience.listFollowers, async ({ caller, query }, deps) => {
  const { rows, ...counts } = await loadFollowersPage(caller.channelId, query, deps)
  return {
    ...counts,
    data: rows.map((row) => ({ channelId: row.id, channelName: row.name, createdDate: utcSecond(row.created_at) })),
  }
})

export const listSubscribers = defineHandler(consoleAudience.listSubscribers, async ({ caller, query }, deps) => {
  const { rows, ...counts } = await loadSubscribersPage(caller.channelId, query, deps)
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

export const findChannel = defineHandler(consoleAudience.findChannels, async ({ query: { named } }, { db }) => ({
  data: (await findChannelsByNameOrId(db.read, named.normalize('NFC'), limits.channelsPerName)).map((row) => ({
    channelId: row.id,
    channelName: row.name,
    channelImageUrl: row.image_url,
    verifiedMark: row.verified_mark,
  })),
}))
