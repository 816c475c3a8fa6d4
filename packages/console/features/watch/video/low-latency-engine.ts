import { ErrorDetails, ErrorTypes, Events, Hls } from 'hls.js/light'
import { playNatively } from '../foreign-engine.ts'
import type { Engine, PlaybackAttempt } from '../playback.ts'

/** A short failure of the network does not start playback anew: the buffer and the picture stay. */
const playlistRetries = { maxNumRetry: 8, retryDelayMs: 500, maxRetryDelayMs: 4_000 }
const autoLevel = -1
/** The name of a playback id in an address of limited time. */
const timedName = /\/t\.[\w-]+\//

/** An attempt that the controls read and change. */
export type LiveAttempt = PlaybackAttempt & {
  /** Heights of the qualities, highest first. */
  heights: () => number[]
  /** Null: the player chooses. */
  chosenHeight: () => number | null
  chooseHeight: (height: number | null) => void
  latencySec: () => number | null
  /** Set once the browser cannot decode the video. */
  isUnsupported: () => boolean
}

/** Plays the videos of this server: low-latency HLS, natively only where the browser has no other way. */
export const lowLatencyEngine: Engine<LiveAttempt> = {
  maxLatencySec: 2.5,
  create: (video, url, onFailure) =>
    Hls.isSupported() ? playWithHls(video, url, onFailure) : playLiveNatively(video, url, onFailure),
}

const playLiveNatively: Engine<LiveAttempt>['create'] = async (video, url, onFailure) => ({
  ...(await playNatively(video, url, onFailure)),
  heights: () => [],
  chosenHeight: () => null,
  chooseHeight: () => {},
  latencySec: () => null,
  isUnsupported: () => video.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED,
})

const playWithHls: Engine<LiveAttempt>['create'] = async (video, url, onFailure) => {
  let address = url
  const player = new Hls({
    // Playlists name their files relative to an address of before.
    xhrSetup: (request, requested) => {
      const [latest] = timedName.exec(address) ?? []
      const renewed = latest === undefined ? requested : requested.replace(timedName, latest)
      if (renewed !== requested) request.open('GET', renewed, true)
    },
    enableWorker: false,
    lowLatencyMode: true,
    backBufferLength: 10,
    maxLiveSyncPlaybackRate: 1.3,
    // `liveSyncDurationCount` would win over the PART-HOLD-BACK of the playlist.
    playlistLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: 10_000,
        maxLoadTimeMs: 20_000,
        timeoutRetry: playlistRetries,
        errorRetry: playlistRetries,
      },
    },
  })
  let hasRecovered = false
  let isUnsupported = false
  player.on(Events.ERROR, (_, { fatal, type, details }) => {
    if (details === ErrorDetails.BUFFER_ADD_CODEC_ERROR || details === ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR)
      isUnsupported = true
    if (!fatal) return
    if (type !== ErrorTypes.MEDIA_ERROR || hasRecovered) return onFailure()
    hasRecovered = true
    player.recoverMediaError()
  })
  // Attached only once there is a playlist: a source that is removed before the browser opens it logs an error.
  player.on(Events.MANIFEST_PARSED, () => player.attachMedia(video))
  player.loadSource(url)
  return {
    liveEdge: () => player.liveSyncPosition,
    renew: (further) => {
      address = further
    },
    heights: () => player.levels.map(({ height }) => height).sort((a, b) => b - a),
    chosenHeight: () => (player.autoLevelEnabled ? null : (player.levels[player.nextLevel]?.height ?? null)),
    chooseHeight: (height) => {
      player.nextLevel = height === null ? autoLevel : player.levels.findIndex((level) => level.height === height)
    },
    latencySec: () => (player.latency > 0 ? player.latency : null),
    isUnsupported: () => isUnsupported,
    [Symbol.dispose]: () => player.destroy(),
  }
}
