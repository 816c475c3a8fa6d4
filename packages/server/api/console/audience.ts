import { limits, type consoleApi } from '@onair/contract'
import { findChannelsByNameOrId } from '../../features/channels/channel-store.ts'
import { listActivity } from '../../features/channels/list-activity.ts'
import { listFollowers } from '../../features/channels/list-followers.ts'
import { listSubscribers } from '../../features/channels/list-subscribers.ts'
import { searchFollowers, searchSubscribers } from '../../features/channels/search-audience.ts'
import { withDates } from '../../shared/dates.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { compose } from '../../shared/text.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const audience: Handlers<typeof consoleApi.audience> = {
  listFollowers: ({ caller, query }, deps) => dated(listFollowers(caller.channelId, query, deps)),
  listSubscribers: ({ caller, query }, deps) => dated(listSubscribers(caller.channelId, query, deps)),
  searchFollowers: ({ caller, query }, deps) => dated(searchFollowers(caller.channelId, query, deps)),
  searchSubscribers: ({ caller, query }, deps) => dated(searchSubscribers(caller.channelId, query, deps)),
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

async function dated<Row extends object, Rest>(list: Promise<Rest & { data: Row[] }>) {
  const { data, ...rest } = await list
  return { ...rest, data: data.map(withDates) }
}
