import type Hls from 'hls.js'

/** Where there is no picture yet it is looked for again, after longer and longer pauses. */
const minRetryDelayMs = 1_000
const maxRetryDelayMs = 15_000
/** A picture that stood still for so long is none. */
const stallTimeoutMs = 8_000
/** So long the first of it may take. */
const startTimeoutMs = 20_000
const checkIntervalMs = 1_000
/** Who paused, or whose way was too slow, goes on with what happens now. */
const maxLatencySec = 5
/** Browsers do not say how far behind the newest they would like to be. */
const nativeLatencySec = 6
/** A picture that lasted so long was a good one: after it the pauses begin anew. */
const stableMs = 20_000

const hlsMimeType = 'application/vnd.apple.mpegurl'

/** Plays a live playlist in `video` as long as it is kept, and says whether there is a picture. */
export function startPlayback(
  video: HTMLVideoElement,
  url: string,
  onPlayingChange: (isPlaying: boolean) => void,
): Disposable {
  let attempt: PlaybackAttempt | null = null
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let isDisposed = false

  const startAttempt = async () => {
    const created = await (video.canPlayType(hlsMimeType) === '' ? playWithHls : playNatively)(
      video,
      url,
      retryLater,
    ).catch(() => null)
    if (isDisposed) created?.[Symbol.dispose]()
    else if (created === null) retryLater()
    else attempt = created
  }
  const retryLater = () => {
    if (isDisposed) return
    attempt?.[Symbol.dispose]()
    attempt = null
    onPlayingChange(false)
    clearTimeout(retryTimer)
    const delayMs = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** attempts++)
    // A broadcast that breaks off does so for all its viewers in the same moment.
    retryTimer = setTimeout(() => void startAttempt(), delayMs * (0.5 + Math.random() / 2))
  }
  const onLoaded = () => {
    onPlayingChange(true)
    // Where the browser does not allow it, the viewer starts it with the controls.
    video.play().catch(() => {})
  }
  const seekToLiveEdge = () => {
    const edge = attempt?.liveEdge() ?? null
    if (edge !== null && edge - video.currentTime > maxLatencySec) video.currentTime = edge
  }

  let lastTime = 0
  let lastProgressAt = performance.now()
  let stableSince = lastProgressAt
  const checkTimer = setInterval(() => {
    const now = performance.now()
    const hasStarted = video.readyState >= video.HAVE_CURRENT_DATA
    // Browsers stop what nobody sees.
    const isExempt = attempt === null || document.hidden || (hasStarted && video.paused)
    if (isExempt || video.currentTime !== lastTime) lastProgressAt = now
    if (isExempt || !hasStarted) stableSince = now
    else if (now - stableSince > stableMs) attempts = 0
    lastTime = video.currentTime
    if (now - lastProgressAt > (hasStarted ? stallTimeoutMs : startTimeoutMs)) retryLater()
  }, checkIntervalMs)

  const listeners = new AbortController()
  const { signal } = listeners
  video.addEventListener('loadeddata', onLoaded, { signal })
  video.addEventListener('playing', seekToLiveEdge, { signal })
  video.addEventListener('ended', retryLater, { signal })
  void startAttempt()

  return {
    [Symbol.dispose]() {
      isDisposed = true
      listeners.abort()
      clearInterval(checkTimer)
      clearTimeout(retryTimer)
      attempt?.[Symbol.dispose]()
    },
  }
}

/** One go at a playlist; `edge` is where the broadcast is now, in seconds of the video. */
type PlaybackAttempt = Disposable & { liveEdge: () => number | null }
type CreateAttempt = (video: HTMLVideoElement, url: string, onFailure: () => void) => Promise<PlaybackAttempt>

const playNatively: CreateAttempt = async (video, url, onFailure) => {
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
  // A source that goes before the browser has opened it is an error in its console, so there is none until there is a playlist.
  player.on(Player.Events.MANIFEST_PARSED, () => player.attachMedia(video))
  player.loadSource(url)
  return { liveEdge: () => player.liveSyncPosition, [Symbol.dispose]: () => player.destroy() }
}
