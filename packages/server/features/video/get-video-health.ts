import type { consoleApi, ContentOf } from '@onair/contract'
import { ipPrefix } from '../../shared/networks/ip-prefix.ts'
import type { ReceivedLive } from './received-live.ts'
import { hintsOf } from './hint-rules.ts'
import type { LiveVideos } from './live-videos.ts'

type VideoHealth = ContentOf<typeof consoleApi.video.getVideoHealth>

/** The state of a channel's video for its streamer. A wrong key shows where it came from the network of the streamer. */
export function getVideoHealth({ channelId, ip }: { channelId: string; ip: string }, videos: LiveVideos): VideoHealth {
  const received = videos.findReceived(channelId)
  const network = received === null ? ipPrefix(ip) : null
  return {
    isEnabled: videos.isEnabled,
    encoderUrl: videos.encoderUrl,
    video: received && describe(received, videos),
    hints: [
      ...(received === null ? [] : hintsOf(videos.signsOf(received))),
      ...videos.problems.list(channelId),
      ...(network === null ? [] : videos.problems.list(network)),
    ],
  }
}

function describe(received: ReceivedLive, videos: LiveVideos): VideoHealth['video'] {
  const { source, video } = received
  const { health } = video
  const config = video.renditions[0]?.config ?? null
  return {
    source,
    state: videos.stateOf(received),
    kbps: health.kbps,
    fps: health.fps,
    width: config && config.width,
    height: config && config.height,
    videoCodec: config && config.codec,
    audioCodec: video.audio && video.audio.codec,
    keyFrameSec: health.keyFrameSec,
    lostBatches: health.lostBatches,
    reconnects: health.reconnects,
    viewersBehindSec: health.viewersBehindSec,
  }
}
