/** Delays between attempts while the playlist has no video. */
const minRetryDelayMs = 1_000
const maxRetryDelayMs = 15_000
/** A video without progress for this long has stalled. */
const stallTimeoutMs = 8_000
/** The time limit for the first frame. */
const startTimeoutMs = 20_000
const checkIntervalMs = 1_000
/** A jump to the live edge empties the buffer: a slow connection gets time to fill it again. */
const jumpIntervalMs = 5_000
/** After playing for this long, retry delays start at the minimum again. */
const stableMs = 20_000

/** An attempt to play. `liveEdge` is the current end of the live, in seconds of the video. */
export type PlaybackAttempt = Disposable & {
  liveEdge: () => number | null
  /** Loads from a further address of the same video from now on. */
  renew?: (url: string) => void
}
type CreateAttempt<A extends PlaybackAttempt> = (
  video: HTMLVideoElement,
  url: string,
  onFailure: () => void,
) => Promise<A>

export type Engine<A extends PlaybackAttempt> = {
  create: CreateAttempt<A>
  /** Playback that falls further behind, after a pause or on a slow connection, jumps to the live edge. */
  maxLatencySec: number
}

type Events<A> = {
  onPlayingChange: (isPlaying: boolean) => void
  onAttempt?: (attempt: A | null) => void
  /** The browser allows no playback before the viewer has used the page. */
  onAutoplayRefused?: () => void
}

/** Plays a live playlist in a video element and retries until it is disposed. */
export class Playback<A extends PlaybackAttempt> implements Disposable {
  readonly #video: HTMLVideoElement
  #url: string
  readonly #engine: Engine<A>
  readonly #events: Events<A>
  readonly #listeners = new AbortController()
  readonly #checkTimer = setInterval(() => this.#check(), checkIntervalMs)
  #attempt: A | null = null
  #attempts = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #lastTime = 0
  #lastProgressAt = performance.now()
  #stableSince = this.#lastProgressAt
  #lastJumpAt = -Infinity
  #isSourceInterrupted = false
  #isDisposed = false

  constructor(video: HTMLVideoElement, url: string, engine: Engine<A>, events: Events<A>) {
    this.#video = video
    this.#url = url
    this.#engine = engine
    this.#events = events
    const { signal } = this.#listeners
    video.addEventListener('loadeddata', () => this.#onLoaded(), { signal })
    video.addEventListener('playing', () => this.#catchUp(), { signal })
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

  /** While nothing is sent, the last picture stays and playback goes on with the next. */
  setSourceInterrupted(isInterrupted: boolean): void {
    this.#isSourceInterrupted = isInterrupted
  }

  /** Goes on with a further address of the same video: the one before ends after some minutes. */
  renew(url: string): void {
    this.#url = url
    this.#attempt?.renew?.(url)
  }

  /** Goes to the live edge, where it can be reached. */
  jumpToEdge(): void {
    const edge = this.#attempt?.liveEdge() ?? null
    if (edge !== null) this.#video.currentTime = edge
    this.#lastJumpAt = performance.now()
  }

  async #startAttempt(): Promise<void> {
    const created = await this.#engine.create(this.#video, this.#url, () => this.#retryLater()).catch(() => null)
    if (this.#isDisposed) created?.[Symbol.dispose]()
    else if (created === null) this.#retryLater()
    else this.#setAttempt(created)
  }

  #setAttempt(attempt: A | null): void {
    this.#attempt = attempt
    this.#events.onAttempt?.(attempt)
  }

  #retryLater(): void {
    if (this.#isDisposed) return
    this.#attempt?.[Symbol.dispose]()
    this.#setAttempt(null)
    this.#events.onPlayingChange(false)
    clearTimeout(this.#retryTimer)
    const delayMs = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** this.#attempts++)
    // Random, because an interruption hits all viewers at the same time.
    this.#retryTimer = setTimeout(() => void this.#startAttempt(), delayMs * (0.5 + Math.random() / 2))
  }

  #onLoaded(): void {
    this.#events.onPlayingChange(true)
    void this.#play()
  }

  async #play(): Promise<void> {
    const isRefused = () =>
      this.#video.play().then(
        () => false,
        (error: unknown) => error instanceof Error && error.name === 'NotAllowedError',
      )
    if (!(await isRefused())) return
    if (!this.#video.muted) {
      // Without sound, most browsers allow it.
      this.#video.muted = true
      if (!(await isRefused())) return
    }
    // The viewer starts playback with the controls.
    this.#events.onAutoplayRefused?.()
  }

  /** Jumps where playback is too far behind. */
  #catchUp(): void {
    const edge = this.#attempt?.liveEdge() ?? null
    if (edge === null || edge - this.#video.currentTime <= this.#engine.maxLatencySec) return
    if (performance.now() - this.#lastJumpAt > jumpIntervalMs) this.jumpToEdge()
  }

  #check(): void {
    const now = performance.now()
    const { readyState, HAVE_CURRENT_DATA, paused, currentTime } = this.#video
    const hasStarted = readyState >= HAVE_CURRENT_DATA
    // Browsers stop videos of hidden pages.
    const isExempt = this.#attempt === null || document.hidden || (hasStarted && (paused || this.#isSourceInterrupted))
    if (isExempt || currentTime !== this.#lastTime) this.#lastProgressAt = now
    if (isExempt || !hasStarted) this.#stableSince = now
    else if (now - this.#stableSince > stableMs) this.#attempts = 0
    this.#lastTime = currentTime
    if (hasStarted && !paused) this.#catchUp()
    if (now - this.#lastProgressAt > (hasStarted ? stallTimeoutMs : startTimeoutMs)) this.#retryLater()
  }
}
