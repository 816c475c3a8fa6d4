import { limits, type consoleApi } from '@onair/contract'
import { findChannelsByNameOrId } from '../../features/channels/channel-store.ts'
import { listActivity } from '../../features/channels/list-activity.ts'
import { listFollowers } from '../../features/channels/list-followers.ts'
import { listSubscribers } from '../../features/channels/list-subscribers.ts'
import { searchFollowers, searchSubscribers } from '../../features/channels/search-audience.ts'
import { utcSecond } from '../../shared/dates.ts'
import { channelPictureUrl } from '../../shared/pictures/channel-picture.ts'
import { compose } from '../../shared/text.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const audience: Handlers<typeof consoleApi.audience> = {
  async listFollowers({ caller, query }, deps) {
    const { rows, ...counts } = await listFollowers(caller.channelId, query, deps)
    return {
      ...counts,
      data: rows.map((row) => ({ channelId: row.id, channelName: row.name, createdDate: utcSecond(row.created_at) })),
    }
  },

  async listSubscribers({ caller, query }, deps) {
    const { rows, ...counts } = await listSubscribers(caller.channelId, query, deps)
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
  },

  async searchFollowers({ caller, query }, deps) {
    const { rows, next } = await searchFollowers(caller.channelId, query, deps)
    const data = rows.map((row) => ({
      channelId: row.id,
      channelName: row.name,
      createdDate: utcSecond(row.created_at),
    }))
    return { data, page: { next } }
  },

  async searchSubscribers({ caller, query }, deps) {
    const { rows, next } = await searchSubscribers(caller.channelId, query, deps)
    const data = rows.map((row) => ({
      channelId: row.id,
      channelName: row.name,
      month: row.month,
      tierNo: row.tier_no,
      createdDate: utcSecond(row.created_at),
    }))
    return { data, page: { next } }
  },

  listActivity: ({ caller, query }, deps) => listActivity(caller.channelId, query, deps),

  async findChannels({ query: { nameOrId } }, { addresses, db }) {
    const channels = await findChannelsByNameOrId(db.read, compose(nameOrId), limits.channelsPerName)
    return {
      data: channels.map((row) => ({
        channelId: row.id,
        channelName: row.name,
        channelImageUrl: channelPictureUrl(row.pictureId, addresses),
        verifiedMark: row.verified_mark,
      })),
    }
  },
}
