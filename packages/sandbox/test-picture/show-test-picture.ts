import { publishTo } from '@onair/server/features/video/open-video.ts'
import { listTestVideos } from '@onair/server/features/video/video-store.ts'
import type { Platform } from '@onair/server/services.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import { TestPicture } from './test-picture.ts'

/** Gives a live of the sandbox the test picture, unless a page or an encoder publishes, or there is no place for it. */
export async function showTestPicture(channelId: string, deps: Platform): Promise<void> {
  const { clock, videos } = deps
  if (!videos.isEnabled || videos.findReceived(channelId) !== null) return
  const picture = await TestPicture.load(clock)
  try {
    const received = await publishTo(channelId, picture, {}, deps)
    picture.start(received, videos)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Continues the test pictures of lives that were there before the start, as in a copy. */
export async function continueTestPictures(deps: Platform): Promise<void> {
  if (!deps.videos.isEnabled) return
  for (const channelId of await listTestVideos(deps.db.read, deps.config.videoLives))
    await showTestPicture(channelId, deps)
}
