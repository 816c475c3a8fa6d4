import type { consoleApi } from '@onair/contract'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { markLives } from '../../features/drops/list-running-campaigns.ts'
import { findOfflineChannels, getLiveDirectory, searchLives } from '../../features/lives/browse-lives.ts'
import { listLivesForPages } from '../../features/lives/list-lives.ts'
import { getChatProfile } from '../../features/restrictions/get-chatter.ts'
import { mustAccept } from '../../features/site/document-rules.ts'
import { createViewerUrl } from '../../features/watch/create-viewer-url.ts'
import { enterWatchPassword } from '../../features/watch/enter-watch-password.ts'
import { getChannel } from '../../features/watch/channel-state.ts'
import { loadViewerStatus } from '../../features/watch/viewer-status.ts'
import { utcDate } from '../../shared/dates.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { requireChannelAccess } from '../../shared/watch/check-watch.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const watch: Handlers<typeof consoleApi.watch> = {
  async getVisitor({ caller: { visitor } }, { addresses, site }) {
    if (visitor === null) return { visitor }
    const { channelId, channelName, pictureId, siteRole } = visitor
    const channelImageUrl = channelPictureUrl(pictureId, addresses)
    const mustAcceptTerms = mustAccept(visitor, await site.shown())
    return { visitor: { channelId, channelName, channelImageUrl, siteRole, mustAcceptTerms } }
  },

  async listLives({ query }, deps) {
    const page = await listLivesForPages(query, deps)
    if (page === null) throw invalidField('next', 'INVALID_CURSOR')
    return { ...page, data: await markLives(page.data, deps) }
  },

  async searchLives({ query }, deps) {
    const found = await searchLives(query, deps)
    return { ...found, data: await markLives(found.data, deps) }
  },

  findOfflineChannels: ({ query }, deps) => findOfflineChannels(query, deps),

  async getLiveDirectory({ caller: { visitor } }, deps) {
    const directory = await getLiveDirectory(visitor?.channelId ?? null, deps)
    return { ...directory, following: await markLives(directory.following, deps) }
  },

  async getShelves(_request, deps) {
    const { plans, replays, channels } = await deps.homeShelves()
    return {
      plans: plans.map(({ nextAt, timeZone: _timeZone, ...plan }) => ({ ...plan, nextDate: utcDate(nextAt) })),
      replays: replays.map(({ endedAt, ...replay }) => ({ ...replay, endedDate: utcDate(endedAt) })),
      channels: channels.map(({ lastClosedAt, ...channel }) => ({
        ...channel,
        lastClosedDate: lastClosedAt === null ? null : utcDate(lastClosedAt),
      })),
    }
  },

  getChannel: ({ caller: { visitor }, pathParams: { channelId }, query }, deps) =>
    getChannel(channelId, watcherOf(visitor, query, deps), deps),

  async getViewerStatus({ caller: { visitor }, pathParams: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    return { self: visitor && (await loadViewerStatus(channelId, visitor.channelId, deps)) }
  },

  async getChatProfile({ caller, pathParams: { channelId, targetChannelId }, query }, deps) {
    await requireChannelAccess(channelId, watcherOf(caller, query, deps), deps)
    return getChatProfile(channelId, targetChannelId, deps)
  },

  createViewerUrl: async (
    { ip, caller: { visitor }, pathParams: { channelId }, body: { guestId, watchProof } },
    deps,
  ) => ({ url: await createViewerUrl({ channelId, guestId, ip, ...watcherOf(visitor, { watchProof }, deps) }, deps) }),
  enterWatchPassword: ({ ip, caller: { visitor }, pathParams: { channelId }, body: { password } }, deps) =>
    enterWatchPassword({ channelId, viewerChannelId: visitor?.channelId ?? null, password, ip }, deps),
}
