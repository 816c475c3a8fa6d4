import type { Capture } from './capture.ts'
import type { TrackStreams } from './encoding/messages.ts'
import { portsOf } from './track-ports.ts'

/** Insertable streams for MediaStreamTrack (W3C mediacapture-transform), which TypeScript does not know. */
declare class MediaStreamTrackProcessor<T extends VideoFrame | AudioData> {
  constructor(init: { track: MediaStreamTrack; maxBufferSize: number })
  readonly readable: ReadableStream<T>
}

/** A worker that is busy for a moment loses no sound: gaps would be heard. */
const audioBuffers = 300
const videoBuffers = 5

/** The frames and samples of the tracks, for the worker, and what is transferred to it. */
export function streamsOf(capture: Capture): [TrackStreams, Transferable[]] {
  const streams: TrackStreams = 'MediaStreamTrackProcessor' in window ? processorsOf(capture) : portsOf(capture)
  return [streams, Object.values(streams)]
}

function processorsOf({ video, audio }: Capture): TrackStreams {
  return {
    video: new MediaStreamTrackProcessor<VideoFrame>({ track: video, maxBufferSize: videoBuffers }).readable,
    ...(audio && {
      audio: new MediaStreamTrackProcessor<AudioData>({ track: audio, maxBufferSize: audioBuffers }).readable,
    }),
  }
}
