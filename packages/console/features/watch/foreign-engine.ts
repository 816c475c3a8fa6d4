import type Hls from 'hls.js'
import type { Engine, PlaybackAttempt } from './playback.ts'

/** Browsers that play HLS natively start this far from the end of the playlist. */
const nativeLatencySec = 6

export const hlsMimeType = 'application/vnd.apple.mpegurl'

type CreateAttempt = Engine<PlaybackAttempt>['create']

export const playNatively: CreateAttempt = async (video, url, onFailure) => {
  const listeners = new AbortController()
  video.addEventListener('error', onFailure, { signal: listeners.signal })
  video.src = url
  return {
    liveEdge: () =>
      video.seekable.length === 0 ? null : video.seekable.end(video.seekable.length - 1) - nativeLatencySec,
    [Symbol.dispose]() {
      listeners.abort()
      video.removeAttribute('src')
      video.load()
    },
  }
}

const playWithHls: CreateAttempt = async (video, url, onFailure) => {
  const { default: Player } = await import('hls.js')
  const player: Hls = new Player({
    backBufferLength: 30,
    enableWorker: false,
    liveSyncDurationCount: 3,
    liveMaxLatencyDurationCount: 8,
  })
  let hasRecovered = false
  player.on(Player.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    if (type !== Player.ErrorTypes.MEDIA_ERROR || hasRecovered) return onFailure()
    hasRecovered = true
    player.recoverMediaError()
  })
  // Attached only once there is a playlist: a source that is removed before the browser opens it logs an error.
  player.on(Player.Events.MANIFEST_PARSED, () => player.attachMedia(video))
  player.loadSource(url)
  return { liveEdge: () => player.liveSyncPosition, [Symbol.dispose]: () => player.destroy() }
}

/** Plays the playlists of a media server of the operator, whatever it is: natively where the browser can. */
export const foreignEngine: Engine<PlaybackAttempt> = {
  maxLatencySec: 5,
  create: (video, url, onFailure) =>
    (video.canPlayType(hlsMimeType) === '' ? playWithHls : playNatively)(video, url, onFailure),
}
