// Encodes the tracks of a live and sends them. In a worker, because browsers slow down the timers of hidden pages.

import { adaptBitrate } from './adapt-bitrate.ts'
import { AudioEncoding } from './audio-encoding.ts'
import { Batcher } from './batcher.ts'
import { LivePicture } from './live-picture.ts'
import type { PublishCommand, PublishEvent } from './messages.ts'
import { readFrames, readSamples } from './port-streams.ts'
import { TrackClock } from './track-clock.ts'
import { UploadQueue } from './upload-queue.ts'
import { VideoEncoding } from './video-encoding.ts'

const tickMs = 1_000
/** Ending waits this long for batches that are not sent yet. */
const drainMs = 5_000

type Start = Extract<PublishCommand, { type: 'start' }>

const page = globalThis as unknown as {
  postMessage: (event: PublishEvent, transferred: Transferable[]) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<PublishCommand>) => void) => void
  close: () => void
}

let publication: Publication | null = null

page.addEventListener('message', ({ data: command }) => {
  if (command.type === 'start') publication = new Publication(command)
  else publication?.receive(command)
})

class Publication {
  readonly #queue: UploadQueue
  readonly #batcher: Batcher
  readonly #picture: LivePicture
  #video: VideoEncoding
  readonly #audio: AudioEncoding
  readonly #start: Start
  readonly #timer = setInterval(() => this.#tick(), tickMs)
  readonly #readers: {
    video?: ReadableStreamDefaultReader<VideoFrame>
    audio?: ReadableStreamDefaultReader<AudioData>
  } = {}
  /** The start of the live on this machine's clock. Both tracks count from it. */
  #startedAt: number | null = null
  #uplink: { kbps: number; calmSec: number }
  #last = { at: performance.now(), bytes: 0, frames: 0 }
  #isOver = false

  constructor(start: Start) {
    this.#start = start
    this.#uplink = { kbps: this.#maxKbps, calmSec: 0 }
    this.#queue = new UploadQueue(start.target, {
      onLoss: () => this.#video.requestKeyFrame(),
      onTargetLost: () => this.#report({ type: 'targetLost' }),
      onEnd: (reason) => this.#finish(reason),
    })
    this.#picture = new LivePicture(start.target)
    this.#batcher = new Batcher({
      batchMs: start.target.batchMs,
      renditions: start.qualities.length,
      hasAudio: start.audio !== undefined,
      onBatch: (batch) => this.#queue.push(batch),
    })
    this.#video = this.#createVideo(start.isScreen)
    this.#audio = new AudioEncoding({
      onConfiguration: (configuration) => this.#batcher.configureAudio(configuration),
      onChunk: (chunk) => this.#batcher.addAudio(chunk),
      onError: (error) => this.#fail(error),
    })
    this.#readTracks(start)
  }

  receive(command: Exclude<PublishCommand, Start>): void {
    if (command.type === 'retarget') {
      this.#queue.retarget(command.target)
      this.#picture.retarget(command.target)
    } else if (command.type === 'end') void this.#end()
    else void this.#switch(command)
  }

  get #maxKbps(): number {
    return Math.min(this.#start.qualities[0]?.kbps ?? 0, this.#start.maxKbps)
  }

  #createVideo(repeats: boolean): VideoEncoding {
    const video = new VideoEncoding({
      qualities: this.#start.qualities,
      keyFrameSec: this.#start.keyFrameSec,
      repeats,
      onPicture: (picture) => this.#picture.offer(picture),
      onFrame: (frame) => this.#batcher.addVideo(frame),
      onError: (error) => this.#fail(error),
    })
    video.setBitrate(this.#uplink.kbps)
    return video
  }

  async #switch(command: Extract<PublishCommand, { type: 'switch' }>): Promise<void> {
    if (command.video) {
      await this.#readers.video?.cancel().catch(() => {})
      await this.#video.close()
      this.#video = this.#createVideo(command.isScreen)
    }
    if (command.audio) await this.#readers.audio?.cancel().catch(() => {})
    this.#readTracks(command)
  }

  #readTracks({ video, audio }: Pick<Start, 'video' | 'audio'>): void {
    const fps = this.#start.qualities[0]?.fps ?? 30
    const frames = video instanceof MessagePort ? readFrames(video, fps) : video
    const samples = audio instanceof MessagePort ? readSamples(audio) : audio
    if (frames) void this.#read(frames, 'video', (frame, timeUs) => this.#video.encode(frame, timeUs))
    if (samples) void this.#read(samples, 'audio', (data, timeUs) => this.#audio.encode(data, timeUs))
  }

  /** Passes on what a track gives, with its time on the clock of the live. */
  async #read<T extends VideoFrame | AudioData>(
    stream: ReadableStream<T>,
    kind: 'video' | 'audio',
    encode: (chunk: T, timeUs: number) => void | Promise<void>,
  ): Promise<void> {
    const reader = stream.getReader()
    Object.assign(this.#readers, { [kind]: reader })
    const clock = new TrackClock()
    try {
      while (!this.#isOver) {
        const { value, done } = await reader.read()
        if (done) return
        const now = performance.now()
        this.#startedAt ??= now
        const timeUs = clock.timeOf(value.timestamp, (now - this.#startedAt) * 1_000)
        // Sound that has waited would make all that follows late: encoders count samples.
        if (kind === 'audio' && clock.isCatchingUp) value.close()
        else await encode(value, timeUs)
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  #tick(): void {
    const before = this.#uplink.kbps
    this.#uplink = adaptBitrate(this.#uplink, this.#queue.waiting, this.#maxKbps)
    if (this.#uplink.kbps !== before) this.#video.setBitrate(this.#uplink.kbps)
    const { counts } = this.#queue
    const now = performance.now()
    const seconds = (now - this.#last.at) / 1_000
    const { frames, dropped } = this.#video.counts
    this.#report({
      type: 'stats',
      stats: {
        fps: Math.max(0, Math.round((frames - this.#last.frames) / seconds)),
        kbps: Math.round(((counts.bytes - this.#last.bytes) * 8) / 1_000 / seconds),
        targetKbps: this.#uplink.kbps,
        width: this.#video.size?.width ?? 0,
        height: this.#video.size?.height ?? 0,
        waitingBatches: this.#queue.waiting,
        lostBatches: counts.lost,
        retries: counts.retries,
        droppedFrames: dropped,
      },
    })
    this.#last = { at: now, bytes: counts.bytes, frames }
  }

  async #end(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await Promise.all([this.#video.close(), this.#audio.close()])
    this.#batcher.flush()
    await this.#queue.close(drainMs)
    this.#leave({ type: 'over', reason: 'ENDED' })
  }

  #fail(error: unknown): void {
    this.#finish('ENCODER_FAILED', String(error))
  }

  #finish(reason: Extract<PublishEvent, { type: 'over' }>['reason'], detail?: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#queue.stop()
    void this.#video.close()
    void this.#audio.close()
    this.#leave({ type: 'over', reason, ...(detail !== undefined && { detail }) })
  }

  #leave(event: PublishEvent): void {
    clearInterval(this.#timer)
    this.#report(event)
    page.close()
  }

  #report(event: PublishEvent): void {
    page.postMessage(event, [])
  }
}
