import type { consoleApi, ContentOf } from '@onair/contract'
import { ipPrefix } from '../../shared/networks/ip-prefix.ts'
import type { Broadcast } from './broadcast.ts'
import { hintsOf } from './hint-rules.ts'
import type { LiveVideos } from './live-videos.ts'

type VideoHealth = ContentOf<typeof consoleApi.video.getVideoHealth>

/** The state of a channel's video for its streamer. A wrong key shows where it came from the network of the streamer. */
export function getVideoHealth({ channelId, ip }: { channelId: string; ip: string }, videos: LiveVideos): VideoHealth {
  const broadcast = videos.findBroadcast(channelId)
  const network = broadcast === null ? ipPrefix(ip) : null
  return {
    isEnabled: videos.isEnabled,
    encoderUrl: videos.encoderUrl,
    video: broadcast && describe(broadcast, videos),
    hints: [
      ...(broadcast === null ? [] : hintsOf(videos.signsOf(broadcast))),
      ...videos.problems.list(channelId),
      ...(network === null ? [] : videos.problems.list(network)),
    ],
  }
}

function describe(broadcast: Broadcast, videos: LiveVideos): VideoHealth['video'] {
  const { source, video } = broadcast
  const { health } = video
  const config = video.renditions[0]?.config ?? null
  return {
    source,
    state: videos.stateOf(broadcast),
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
