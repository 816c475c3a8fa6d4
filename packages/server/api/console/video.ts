import type { consoleApi } from '@onair/contract'
import { putLivePicture } from '../../features/lives/put-pictures.ts'
import { getVideoHealth } from '../../features/video/get-video-health.ts'
import { openVideo } from '../../features/video/open-video.ts'
import { getPlayback } from '../../features/watch/channel-state.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const video: Handlers<typeof consoleApi.video> = {
  openVideo: ({ caller: { channelId }, body: { video: sizes, audio, takeOver = false, token = null } }, deps) =>
    openVideo({ channelId, video: sizes, audio, takeOver, token }, deps),
  getVideoHealth: async ({ caller: { channelId }, ip }, { videos }) => getVideoHealth({ channelId, ip }, videos),

  async putLivePicture({ caller: { channelId }, body: { picture } }, deps) {
    const refusal = await putLivePicture({ channelId, bytes: Buffer.from(picture, 'base64') }, deps)
    if (refusal !== null) throw invalidField('picture', refusal)
  },

  getPlayback: ({ caller: { visitor }, pathParams: { channelId }, query }, deps) =>
    getPlayback({ channelId, ...watcherOf(visitor, query, deps) }, deps),
}
