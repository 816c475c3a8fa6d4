import type Hls from 'hls.js'

/** Where there is no picture yet it is looked for again, after longer and longer pauses. */
const shortestPauseMs = 1_000
const longestPauseMs = 15_000
/** A picture that stood still for so long is none. */
const stillMs = 8_000
/** So long the first of it may take. */
const slowMs = 20_000
const lookMs = 1_000
/** Who paused, or whose way was too slow, goes on with what happens now. */
const behindSec = 5
/** Browsers do not say how far behind the newest they would like to be. */
const nativeDelaySec = 6
/** A picture that lasted so long was a good one: after it the pauses begin anew. */
const goodMs = 20_000

const native = 'application/vnd.apple.mpegurl'

/** Plays a live playlist in `video` as long as it is kept, and says whether there is a picture. */
export function keepPlaying(video: HTMLVideoElement, url: string, show: (isThere: boolean) => void): Disposable {
  let attempt: Attempt | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let isOver = false

  const begin = async () => {
    const made = await (video.canPlayType(native) === '' ? byScript : byBrowser)(video, url, fail).catch(() => null)
    if (isOver) made?.[Symbol.dispose]()
    else if (made === null) fail()
    else attempt = made
  }
  const fail = () => {
    if (isOver) return
    attempt?.[Symbol.dispose]()
    attempt = null
    show(false)
    clearTimeout(again)
    const pause = Math.min(longestPauseMs, shortestPauseMs * 2 ** attempts++)
    // A broadcast that breaks off does so for all its viewers in the same moment.
    again = setTimeout(() => void begin(), pause * (0.5 + Math.random() / 2))
  }
  const shown = () => {
    show(true)
    // Where the browser does not allow it, the viewer starts it with the controls.
    video.play().catch(() => {})
  }
  const toTheEdge = () => {
    const edge = attempt?.edge() ?? null
    if (edge !== null && edge - video.currentTime > behindSec) video.currentTime = edge
  }

  let at = 0
  let movedAt = performance.now()
  let goodFrom = movedAt
  const look = setInterval(() => {
    const now = performance.now()
    const hasBegun = video.readyState >= video.HAVE_CURRENT_DATA
    // Browsers stop what nobody sees.
    const isExcused = attempt === null || document.hidden || (hasBegun && video.paused)
    if (isExcused || video.currentTime !== at) movedAt = now
    if (isExcused || !hasBegun) goodFrom = now
    else if (now - goodFrom > goodMs) attempts = 0
    at = video.currentTime
    if (now - movedAt > (hasBegun ? stillMs : slowMs)) fail()
  }, lookMs)

  const leaving = new AbortController()
  const { signal } = leaving
  video.addEventListener('loadeddata', shown, { signal })
  video.addEventListener('playing', toTheEdge, { signal })
  video.addEventListener('ended', fail, { signal })
  void begin()

  return {
    [Symbol.dispose]() {
      isOver = true
      leaving.abort()
      clearInterval(look)
      clearTimeout(again)
      attempt?.[Symbol.dispose]()
    },
  }
}

/** One go at a playlist; `edge` is where the broadcast is now, in seconds of the video. */
type Attempt = Disposable & { edge: () => number | null }
type Make = (video: HTMLVideoElement, url: string, fail: () => void) => Promise<Attempt>

const byBrowser: Make = async (video, url, fail) => {
  const leaving = new AbortController()
  video.addEventListener('error', fail, { signal: leaving.signal })
  video.src = url
  return {
    edge: () => (video.seekable.length === 0 ? null : video.seekable.end(video.seekable.length - 1) - nativeDelaySec),
    [Symbol.dispose]() {
      leaving.abort()
      video.removeAttribute('src')
      video.load()
    },
  }
}

const byScript: Make = async (video, url, fail) => {
  const { default: Player } = await import('hls.js')
  const player: Hls = new Player({
    backBufferLength: 30,
    enableWorker: false,
    liveSyncDurationCount: 3,
    liveMaxLatencyDurationCount: 8,
  })
  let isMended = false
  player.on(Player.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    if (type !== Player.ErrorTypes.MEDIA_ERROR || isMended) return fail()
    isMended = true
    player.recoverMediaError()
  })
  // A source that goes before the browser has opened it is an error in its console, so there is none until there is a playlist.
  player.on(Player.Events.MANIFEST_PARSED, () => player.attachMedia(video))
  player.loadSource(url)
  return { edge: () => player.liveSyncPosition, [Symbol.dispose]: () => player.destroy() }
}
