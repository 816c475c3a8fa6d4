import type { consoleApi } from '@onair/contract'
import { putLivePicture } from '../../features/lives/pictures/put-live-picture.ts'
import { getVideoHealth } from '../../features/video/get-video-health.ts'
import { openVideo } from '../../features/video/open-video.ts'
import { getPlayback } from '../../features/watch/channel-state.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const video: Handlers<typeof consoleApi.video> = {
  async openVideo({ caller: { channelId }, body: { video: sizes, audio, takeOver = false, token = null } }, deps) {
    return openVideo({ channelId, video: sizes, audio, takeOver, token }, deps)
  },

  async getVideoHealth({ caller: { channelId }, ip }, { videos }) {
    return getVideoHealth({ channelId, ip }, videos)
  },

  async putLivePicture({ caller: { channelId }, body: { picture } }, deps) {
    const refusal = await putLivePicture({ channelId, bytes: Buffer.from(picture, 'base64') }, deps)
    if (refusal !== null) throw invalidField('picture', refusal)
    return null
  },

  async getPlayback({ caller: { visitor }, pathParams: { channelId }, query }, deps) {
    return getPlayback({ channelId, ...watcherOf(visitor, query, deps) }, deps)
  },
}
