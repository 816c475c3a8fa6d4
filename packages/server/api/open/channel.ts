import type { openApi } from '@onair/contract'
import type { Config } from '../../config/config.ts'
import { listChannels } from '../../features/channels/list-channels.ts'
import { listFollowers } from '../../features/channels/list-followers.ts'
import { listSubscribers } from '../../features/channels/list-subscribers.ts'
import { listChannelManagers, loadOwner } from '../../features/channels/manager-store.ts'
import { displayDate } from '../../shared/dates.ts'
import { ownerRole } from '../../shared/callers/wire-profile.ts'
import { openChannelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const channel: Handlers<typeof openApi.channel> = {
  async listChannels({ query: { channelIds } }, deps) {
    const channels = await listChannels(channelIds, deps)
    return {
      data: channels.map((row) => ({
        channelId: row.id,
        channelName: row.name,
        channelImageUrl: openChannelPictureUrl(row.pictureId, deps.addresses),
        followerCount: row.follower_count,
        verifiedMark: row.verified_mark,
      })),
    }
  },

  /** The owner comes first, with the creation date of the channel. */
  async listStreamingRoles({ caller }, { config, db }) {
    const [owner, managers] = await Promise.all([
      loadOwner(db.read, caller.channelId),
      listChannelManagers(db.read, caller.channelId),
    ])
    return {
      data: [{ ...owner, userRole: ownerRole(caller.wireProfile) }, ...managers].map((row) => dated(row, config)),
    }
  },

  async listChannelFollowers({ caller, query }, deps) {
    const list = await listFollowers(caller.channelId, query, deps)
    return { ...list, data: list.data.map((row) => dated(row, deps.config)) }
  },

  async listChannelSubscribers({ caller, query }, deps) {
    const list = await listSubscribers(caller.channelId, query, deps)
    return { ...list, data: list.data.map((row) => dated(row, deps.config)) }
  },
}

function dated<Row extends { createdAt: number }>(
  { createdAt, ...row }: Row,
  { displayZone }: Pick<Config, 'displayZone'>,
) {
  return { ...row, createdDate: displayDate(createdAt, displayZone) }
}
