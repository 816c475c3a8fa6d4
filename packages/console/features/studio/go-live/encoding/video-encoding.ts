import { repairAvcC } from './repair-avcc.ts'
import { codecOf, scaleToHeight, type VideoQuality } from './video-quality.ts'

/** Frames that an encoder may hold. More: it is too slow, and frames are left out. */
const maxEncoderQueue = 4
const keyFrameToleranceUs = 20_000
/** A shared window that does not change gives no frames: the last one is sent again. */
const repeatMs = 200

export type EncodedFrame = { rendition: number; timeUs: number; isKey: boolean; data: Uint8Array; avcC: Uint8Array }

type Options = {
  qualities: readonly VideoQuality[]
  keyFrameSec: number
  /** Whether the last frame is repeated while no other comes. */
  repeats: boolean
  /** Called with each picture that is encoded. It is closed afterwards. */
  onPicture: (picture: VideoFrame) => void
  onFrame: (frame: EncodedFrame) => void
  onError: (error: unknown) => void
}

type Rendition = { encoder: VideoEncoder; avcC: Uint8Array | null; lastUs: number }

/** Encodes the frames of a track in one or two renditions. */
export class VideoEncoding {
  readonly #options: Options
  readonly #renditions: Rendition[]
  readonly #repeatTimer: ReturnType<typeof setInterval> | undefined
  #kbps: number
  #width = 0
  #height = 0
  #isBaseline = false
  #needsKey = true
  #lastKeyUs = -Infinity
  #lastUs = -1
  #lastFrame: VideoFrame | null = null
  #lastFrameAt = 0
  readonly counts = { frames: 0, dropped: 0 }

  constructor(options: Options) {
    this.#options = options
    this.#kbps = options.qualities[0]?.kbps ?? 0
    this.#renditions = options.qualities.map((_, index) => this.#createRendition(index))
    if (options.repeats) this.#repeatTimer = setInterval(() => this.#repeat(), repeatMs / 2)
  }

  /** The size of the first rendition. */
  get size() {
    const [quality] = this.#options.qualities
    return quality && this.#width > 0 ? scaleToHeight(this.#width, this.#height, quality.height) : null
  }

  get kbps(): number {
    return this.#kbps
  }

  requestKeyFrame(): void {
    this.#needsKey = true
  }

  /** A new bitrate at the same size keeps the configuration of the decoder. */
  setBitrate(kbps: number): void {
    if (kbps === this.#kbps) return
    this.#kbps = kbps
    this.#configure()
  }

  /** Encodes a frame of the track and closes it. `timeUs` is its time on the clock of the live. */
  encode(frame: VideoFrame, timeUs: number): void {
    // A step back would be refused.
    if (timeUs <= this.#lastUs) return frame.close()
    if (frame.displayWidth !== this.#width || frame.displayHeight !== this.#height) {
      this.#width = frame.displayWidth
      this.#height = frame.displayHeight
      this.#needsKey = true
      this.#configure()
    }
    this.#encodeAt(frame, timeUs)
    this.#lastFrame?.close()
    this.#lastFrame = this.#options.repeats ? frame : null
    if (!this.#options.repeats) frame.close()
  }

  async close(): Promise<void> {
    clearInterval(this.#repeatTimer)
    this.#lastFrame?.close()
    this.#lastFrame = null
    for (const { encoder } of this.#renditions) {
      if (encoder.state === 'configured') await encoder.flush().catch(() => {})
      if (encoder.state !== 'closed') encoder.close()
    }
  }

  #encodeAt(source: VideoFrame, timeUs: number): void {
    this.#lastFrameAt = performance.now()
    if (this.#renditions.some(({ encoder }) => encoder.encodeQueueSize > maxEncoderQueue)) {
      this.counts.dropped += 1
      return
    }
    this.#lastUs = timeUs
    this.#options.onPicture(source)
    const keyFrame = this.#needsKey || timeUs - this.#lastKeyUs >= this.#options.keyFrameSec * 1e6 - keyFrameToleranceUs
    if (keyFrame) {
      this.#lastKeyUs = timeUs
      this.#needsKey = false
    }
    const frame = new VideoFrame(source, { timestamp: timeUs })
    for (const { encoder } of this.#renditions) if (encoder.state === 'configured') encoder.encode(frame, { keyFrame })
    frame.close()
    this.counts.frames += 1
  }

  #repeat(): void {
    const elapsedMs = performance.now() - this.#lastFrameAt
    if (this.#lastFrame !== null && elapsedMs >= repeatMs)
      this.#encodeAt(this.#lastFrame, this.#lastUs + Math.round(elapsedMs * 1_000))
  }

  #createRendition(index: number): Rendition {
    const encoder = new VideoEncoder({
      output: (chunk, metadata) => this.#onChunk(index, chunk, metadata?.decoderConfig?.description),
      error: this.#options.onError,
    })
    return { encoder, avcC: null, lastUs: -1 }
  }

  #onChunk(index: number, chunk: EncodedVideoChunk, description: AllowSharedBufferSource | undefined): void {
    const rendition = this.#renditions[index]
    if (rendition === undefined) return
    if (description) rendition.avcC = repairAvcC(copyBytes(description))
    if (rendition.avcC === null) return
    if (chunk.timestamp <= rendition.lastUs) return this.#useBaseline()
    rendition.lastUs = chunk.timestamp
    const data = new Uint8Array(chunk.byteLength)
    chunk.copyTo(data)
    const isKey = chunk.type === 'key'
    this.#options.onFrame({ rendition: index, timeUs: chunk.timestamp, isKey, data, avcC: rendition.avcC })
  }

  /** An encoder that reorders frames is asked for the profile that cannot. */
  #useBaseline(): void {
    if (this.#isBaseline) return
    this.#isBaseline = true
    this.#needsKey = true
    this.#configure()
  }

  #configure(): void {
    if (this.#width === 0) return
    this.#options.qualities.forEach((quality, index) => {
      const { width, height } = scaleToHeight(this.#width, this.#height, quality.height)
      this.#renditions[index]?.encoder.configure({
        codec: codecOf(width * height, this.#isBaseline),
        width,
        height,
        bitrate: (index === 0 ? this.#kbps : quality.kbps) * 1_000,
        framerate: quality.fps,
        latencyMode: 'realtime',
        bitrateMode: 'constant',
        avc: { format: 'avc' },
      })
    })
  }
}

function copyBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice()
}
