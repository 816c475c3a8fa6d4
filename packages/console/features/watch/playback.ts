import type Hls from 'hls.js'

/** Delays between attempts while the playlist has no video. */
const minRetryDelayMs = 1_000
const maxRetryDelayMs = 15_000
/** A video without progress for this long has stalled. */
const stallTimeoutMs = 8_000
/** The time limit for the first frame. */
const startTimeoutMs = 20_000
const checkIntervalMs = 1_000
/** Playback that falls further behind, after a pause or on a slow connection, jumps to the live edge. */
const maxLatencySec = 5
/** Browsers that play HLS natively start this far from the end of the playlist. */
const nativeLatencySec = 6
/** After playing for this long, retry delays start at the minimum again. */
const stableMs = 20_000

const hlsMimeType = 'application/vnd.apple.mpegurl'

/** Plays a live playlist in a video element and retries until it is disposed. */
export class Playback implements Disposable {
  readonly #video: HTMLVideoElement
  readonly #url: string
  readonly #onPlayingChange: (isPlaying: boolean) => void
  readonly #listeners = new AbortController()
  readonly #checkTimer = setInterval(() => this.#check(), checkIntervalMs)
  #attempt: PlaybackAttempt | null = null
  #attempts = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #lastTime = 0
  #lastProgressAt = performance.now()
  #stableSince = this.#lastProgressAt
  #isDisposed = false

  constructor(video: HTMLVideoElement, url: string, onPlayingChange: (isPlaying: boolean) => void) {
    this.#video = video
    this.#url = url
    this.#onPlayingChange = onPlayingChange
    const { signal } = this.#listeners
    video.addEventListener('loadeddata', () => this.#onLoaded(), { signal })
    video.addEventListener('playing', () => this.#seekToLiveEdge(), { signal })
    video.addEventListener('ended', () => this.#retryLater(), { signal })
    void this.#startAttempt()
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#listeners.abort()
    clearInterval(this.#checkTimer)
    clearTimeout(this.#retryTimer)
    this.#attempt?.[Symbol.dispose]()
  }

  async #startAttempt(): Promise<void> {
    const create = this.#video.canPlayType(hlsMimeType) === '' ? playWithHls : playNatively
    const created = await create(this.#video, this.#url, () => this.#retryLater()).catch(() => null)
    if (this.#isDisposed) created?.[Symbol.dispose]()
    else if (created === null) this.#retryLater()
    else this.#attempt = created
  }

  #retryLater(): void {
    if (this.#isDisposed) return
    this.#attempt?.[Symbol.dispose]()
    this.#attempt = null
    this.#onPlayingChange(false)
    clearTimeout(this.#retryTimer)
    const delayMs = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** this.#attempts++)
    // Random, because an interruption hits all viewers at the same time.
    this.#retryTimer = setTimeout(() => void this.#startAttempt(), delayMs * (0.5 + Math.random() / 2))
  }

  #onLoaded(): void {
    this.#onPlayingChange(true)
    // If the browser blocks autoplay, the viewer starts playback with the controls.
    this.#video.play().catch(() => {})
  }

  #seekToLiveEdge(): void {
    const edge = this.#attempt?.liveEdge() ?? null
    if (edge !== null && edge - this.#video.currentTime > maxLatencySec) this.#video.currentTime = edge
  }

  #check(): void {
    const now = performance.now()
    const { readyState, HAVE_CURRENT_DATA, paused, currentTime } = this.#video
    const hasStarted = readyState >= HAVE_CURRENT_DATA
    // Browsers stop videos of hidden pages.
    const isExempt = this.#attempt === null || document.hidden || (hasStarted && paused)
    if (isExempt || currentTime !== this.#lastTime) this.#lastProgressAt = now
    if (isExempt || !hasStarted) this.#stableSince = now
    else if (now - this.#stableSince > stableMs) this.#attempts = 0
    this.#lastTime = currentTime
    if (now - this.#lastProgressAt > (hasStarted ? stallTimeoutMs : startTimeoutMs)) this.#retryLater()
  }
}

/** An attempt to play. `liveEdge` is the current end of the live, in seconds of the video. */
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
  // Attached only once there is a playlist: a source that is removed before the browser opens it logs an error.
  player.on(Player.Events.MANIFEST_PARSED, () => player.attachMedia(video))
  player.loadSource(url)
  return { liveEdge: () => player.liveSyncPosition, [Symbol.dispose]: () => player.destroy() }
}
