import type { UploadEnd, UploadTarget } from './upload-queue.ts'
import type { VideoQuality } from './video-quality.ts'

/** Tracks as streams of frames and samples, or as ports that give these. They are transferred to the worker. */
export type TrackStreams = {
  video?: ReadableStream<VideoFrame> | MessagePort
  audio?: ReadableStream<AudioData> | MessagePort
}

type StartOptions = TrackStreams & {
  target: UploadTarget
  qualities: readonly VideoQuality[]
  keyFrameSec: number
  maxKbps: number
  /** The video is a screen or a window, which may give no frames while nothing moves. */
  isScreen: boolean
}

/** A command of the page to the worker. `switch` replaces the tracks that it contains. */
export type PublishCommand =
  | ({ type: 'start' } & StartOptions)
  | ({ type: 'switch'; isScreen: boolean } & TrackStreams)
  | { type: 'retarget'; target: UploadTarget }
  | { type: 'end' }

export type PublishStats = {
  fps: number
  /** Kilobits per second that were sent, and those at which the encoder aims. */
  kbps: number
  targetKbps: number
  width: number
  height: number
  waitingBatches: number
  lostBatches: number
  retries: number
  /** Frames that the encoder was too slow for. */
  droppedFrames: number
}

/** A report of the worker to the page. After `over` it does nothing more. */
export type PublishEvent =
  | { type: 'stats'; stats: PublishStats }
  | { type: 'targetLost' }
  | { type: 'over'; reason: UploadEnd | 'ENDED' | 'ENCODER_FAILED'; detail?: string }
