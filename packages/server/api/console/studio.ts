import type { consoleApi } from '@onair/contract'
import { requestStreaming } from '../../features/accounts/approval/request-streaming.ts'
import { deleteThumbnail, putThumbnail } from '../../features/lives/put-pictures.ts'
import { getLiveStats } from '../../features/lives/statistics/get-live-stats.ts'
import { getChannelSums } from '../../features/lives/statistics/get-channel-sums.ts'
import { getStudioOverview } from '../../features/lives/statistics/get-studio-overview.ts'
import { goLive, goOffline } from '../../features/lives/go-live.ts'
import { listChannelLives } from '../../features/lives/list-channel-lives.ts'
import { getLiveSetting, updateLiveSetting } from '../../features/lives/live-settings.ts'
import { getStreamKey, rotateStreamKey } from '../../features/lives/stream-key.ts'
import { chosenThumbnailUrl } from '../../features/lives/thumbnail.ts'
import { deleteWatcher, listWatchers, putWatcher } from '../../features/lives/watchers/watchers.ts'
import { findEncoderUrl } from '../../features/operators/process-store.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import { refuseWord } from '../../shared/words/site-words.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const studio: Handlers<typeof consoleApi.studio> = {
  async getStudioOverview({ caller }, deps) {
    const overview = await getStudioOverview(caller.channelId, deps)
    const ingestUrl = overview.ingestUrl ?? deps.videos.encoderUrl ?? (await findEncoderUrl(deps.db.read))
    return { ...overview, ingestUrl }
  },

  requestStreaming: async ({ caller: { channelId }, body: { text } }, deps) =>
    requestStreaming({ channelId, text }, await deps.site.settings(), deps),
  getLiveStats: ({ caller }, deps) => getLiveStats(caller.channelId, deps),
  listChannelLives: ({ caller, query }, deps) => listChannelLives(caller.channelId, query, deps),
  getChannelSums: ({ caller, query }, deps) => getChannelSums(caller.channelId, query, deps),

  async goLive({ caller: { channelId }, body: { liveTitle } }, deps) {
    await refuseWord(liveTitle ?? '', () => invalidField('liveTitle', 'SITE_WORD'), deps)
    return { liveId: await goLive({ channelId, liveTitle }, deps) }
  },

  async goOffline({ caller }, deps) {
    const liveId = await goOffline(caller.channelId, deps)
    if (liveId === null) throw new Refusal('notFound', 'NOT_LIVE')
    return { liveId }
  },

  async getSetting({ caller }, { addresses, db, recordings }) {
    const setting = await getLiveSetting(caller.channelId, db.read)
    const { chosenTitle, category, englishName, tags, adult, adultBySite, thumbnailId } = setting
    const { isRecorded, allowsClips, audience } = setting
    return {
      defaultLiveTitle: chosenTitle,
      category: category && { ...category, englishName: englishName ?? category.categoryValue },
      tags,
      adult,
      adultBySite,
      thumbnailUrl: thumbnailId && chosenThumbnailUrl(thumbnailId, addresses),
      canRecord: recordings.isEnabled,
      isRecorded,
      allowsClips,
      audience,
      hasWatchPassword: setting.hasWatchPassword,
    }
  },

  updateSetting: ({ caller, body }, deps) => updateLiveSetting(caller.channelId, body, invalidField, deps),
  listWatchers: ({ caller }, deps) => listWatchers(caller.channelId, deps),
  putWatcher: ({ caller: { channelId }, pathParams: { watcherChannelId } }, deps) =>
    putWatcher({ channelId, watcherChannelId }, deps),
  deleteWatcher: ({ caller: { channelId }, pathParams: { watcherChannelId } }, deps) =>
    deleteWatcher({ channelId, watcherChannelId }, deps),
  putThumbnail: async ({ caller: { channelId }, body: { picture } }, deps) => ({
    thumbnailUrl: await putThumbnail({ channelId, base64: picture }, deps),
  }),
  deleteThumbnail: ({ caller }, deps) => deleteThumbnail(caller.channelId, deps),
  getStreamKey: async ({ caller }, deps) => ({ streamKey: await getStreamKey(caller.channelId, deps) }),
  rotateStreamKey: async ({ caller }, deps) => ({ streamKey: await rotateStreamKey(caller.channelId, deps) }),
}
