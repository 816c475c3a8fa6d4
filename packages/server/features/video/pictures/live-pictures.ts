import { limits } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { drawFrame } from '../../../infra/ffmpeg/draw-frame.ts'
import { repeat, type Repeat } from '../../../shared/repeat.ts'
import { putLivePicture } from '../../lives/put-pictures.ts'
import type { LiveVideos } from '../live-videos.ts'
import { findUnpictured } from '../video-store.ts'

type PicturesDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log' | 'random'>

const lookEveryMs = 10_000
const size = {
  width: limits.livePictureWidth,
  height: limits.livePictureHeight,
  maxBytes: limits.livePictureBytes,
}

/**
 * Takes pictures of the lives that this process receives, where nothing else has taken one in the last minute: encoders send
 * none. One at a time, by ffmpeg, where it is installed. A live never waits for it.
 */
export class LivePictures implements AsyncDisposable {
  readonly #deps: PicturesDeps
  readonly #videos: LiveVideos
  readonly #loop: Repeat
  readonly #aborted = new AbortController()
  /** Null after it was not found, too. */
  #program: string | null

  constructor(deps: PicturesDeps, videos: LiveVideos) {
    this.#deps = deps
    this.#videos = videos
    this.#program = deps.config.ffmpeg
    const onError = (error: unknown) => deps.log.error({ error }, 'live_picture.failed')
    this.#loop = repeat(() => this.#takeAll(), { clock: deps.clock, intervalMs: lookEveryMs, onError })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#aborted.abort()
    await this.#loop[Symbol.asyncDispose]()
  }

  async #takeAll(): Promise<void> {
    if (this.#program === null || this.#videos.count === 0) return
    for (const channelId of await findUnpictured(this.#deps.db.read, this.#videos.id)) await this.#take(channelId)
  }

  async #take(channelId: string): Promise<void> {
    const still = this.#videos.findReceived(channelId)?.video.renditions[0]?.still() ?? null
    if (this.#program === null || still === null) return
    try {
      const bytes = await drawFrame(this.#program, still, { ...size, signal: this.#aborted.signal })
      if (bytes !== null) return void (await putLivePicture({ channelId, bytes }, this.#deps))
      this.#deps.log.info({ program: this.#program }, 'live_picture.no_program')
      this.#program = null
    } catch (error) {
      if (this.#aborted.signal.aborted) return
      this.#deps.log.warn({ error, channelId }, 'live_picture.not_drawn')
    }
  }
}
