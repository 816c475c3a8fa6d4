import { isPrivate, limits } from '@onair/contract'
import { channelChanged, subscribe, watchTopic } from '../../shared/bus-messages.ts'
import { repeat, type Repeat } from '../../shared/repeat.ts'
import { Refusal } from '../../shared/refusal.ts'
import { endLiveOf } from '../lives/go-live.ts'
import type { StreamChange } from '../../hooks.ts'
import type { Deps } from '../../infra/deps.ts'
import type { VideoState } from '../lives/own-video-url.ts'
import type { ReceivedLive, DropReason, Publisher } from './received-live.ts'
import type { StreamSigns } from './hint-rules.ts'
import { LiveVideo } from './live-video.ts'
import type { Clips } from './clips/clips.ts'
import type { Recordings } from './recordings/recordings.ts'
import type { Restreams } from './restream/restreams.ts'
import { StreamProblems } from './stream-problems.ts'
import { Uploads } from './uploads.ts'
import { releaseVideos, renewVideos, replacePlaybackId, updateVideoState, type ClaimedVideo } from './video-store.ts'

/** The services that use the packets of a live besides its players. */
type VideoUsers = { recordings: Recordings; clips: Clips; restreams: Restreams }
type VideosDeps = Pick<Deps, 'addresses' | 'bus' | 'clock' | 'config' | 'db' | 'hooks' | 'log' | 'random'>

/**
 * The videos that this process receives and serves. The database says which lives they belong to: a loop reads it each
 * second and at each event of these channels, and stores there what has changed. A live that ended there ends here.
 * Decision 18.
 */
export class LiveVideos implements AsyncDisposable {
  /** The owner in the rows of these videos. */
  readonly id: string
  readonly problems: StreamProblems
  readonly uploads: Uploads
  /** Where encoders publish, if this process listens for them. */
  encoderUrl: string | null = null
  readonly #deps: VideosDeps
  readonly #byChannel = new Map<string, ReceivedLive>()
  readonly #subscriptions = new Map<string, Promise<AsyncDisposable>>()
  /** Also those that ended a moment ago, so that players read the end. */
  readonly #byPlayback = new Map<string, LiveVideo>()
  readonly #opening = new Set<string>()
  readonly #loop: Repeat
  readonly #recordings: Recordings
  readonly #clips: Clips
  readonly #restreams: Restreams

  constructor(deps: VideosDeps, { recordings, clips, restreams }: VideoUsers) {
    this.#deps = deps
    this.#recordings = recordings
    this.#clips = clips
    this.#restreams = restreams
    this.id = deps.random.uuid()
    this.problems = new StreamProblems(deps.clock)
    this.uploads = new Uploads(deps)
    const onError = (error: unknown) => deps.log.error({ error }, 'video.reconcile_failed')
    this.#loop = repeat(() => this.#reconcile(), { clock: deps.clock, intervalMs: 1_000, onError })
  }

  /** Whether this platform carries video itself. */
  get isEnabled(): boolean {
    const { playbackUrl, videoLives } = this.#deps.config
    return playbackUrl === null && videoLives > 0
  }

  get mediaUrl(): string {
    return `${this.#deps.addresses.mediaUrl}/media/v1`
  }

  get count(): number {
    return this.#byChannel.size
  }

  findVideo(playbackId: string): LiveVideo | null {
    return this.#byPlayback.get(playbackId) ?? null
  }

  findReceived(channelId: string): ReceivedLive | null {
    return this.#byChannel.get(channelId) ?? null
  }

  /** Whether a publisher of this channel sends now. */
  isTaken(channelId: string): boolean {
    const received = this.#byChannel.get(channelId)
    const publisher = received?.publisher ?? null
    return received !== undefined && publisher !== null && publisher.source !== 'test' && !this.#isInterrupted(received)
  }

  /** A place for the video of a channel. Throws where all are taken. */
  reserve(channelId: string): Disposable {
    if (!this.isEnabled) throw new Refusal('badInput', 'VIDEO_IS_OFF')
    const isKnown = this.#byChannel.has(channelId) || this.#opening.has(channelId)
    if (!isKnown && this.#byChannel.size + this.#opening.size >= this.#deps.config.videoLives)
      throw new Refusal('unavailable', 'TOO_MANY_VIDEOS', { retryAfterSec: 60 })
    this.#opening.add(channelId)
    return { [Symbol.dispose]: () => void this.#opening.delete(channelId) }
  }

  /** Puts a publisher in the place of the one before. The video of a live continues with a discontinuity. */
  start(live: { channelId: string; liveId: number } & ClaimedVideo, publisher: Publisher) {
    const { channelId, liveId, playbackId, state, isRecorded, allowsClips } = live
    const current = this.#byChannel.get(channelId)
    const publishesSince = this.#deps.clock.uptime()
    if (current?.liveId === liveId) {
      current.publishesSince = publishesSince
      current.publisher?.drop('TAKEN_OVER')
      current.publisher = publisher
      current.source = publisher.source
      current.video.interrupt()
      current.video.health.reconnected()
      return current
    }
    if (current !== undefined) this.#remove(current, 'LIVE_ENDED')
    const video = new LiveVideo(this.#deps.clock)
    const { source } = publisher
    const received: ReceivedLive = {
      channelId,
      liveId,
      video,
      playbackId,
      source,
      publisher,
      publishesSince,
      isRecorded,
      allowsClips,
      wasLimited: false,
      audience: 'EVERYBODY',
      storedState: state,
    }
    video.onSegment = (rendition, segment) => {
      this.#recordings.add(received, rendition, segment, this.id)
      this.#clips.add(received, rendition, segment)
    }
    this.#restreams.start(received)
    this.#byChannel.set(channelId, received)
    this.#byPlayback.set(playbackId, video)
    this.#subscriptions.set(
      channelId,
      subscribe(this.#deps.bus, watchTopic(channelId), () => this.#loop.runNow()),
    )
    return received
  }

  /** Packets have been added. The first ones that can be played are news for viewers. */
  added({ storedState, video }: ReceivedLive): void {
    if (storedState !== 'live' && video.isPlayable) this.#loop.runNow()
  }

  /** Asks a hook about `mediaMs` of video that have arrived, before they are added. The caller cuts or delays the stream. */
  changeOf({ channelId, video }: ReceivedLive, mediaMs: number): StreamChange | null {
    const change = this.#deps.hooks.onStream?.({ channelId, mediaMs }) ?? null
    video.lostTrack = change?.kind === 'lost' ? change.track : null
    return change
  }

  /** Whether a hook lets nobody publish on this channel now. */
  isCut(channelId: string): boolean {
    return this.#deps.hooks.onStream?.({ channelId, mediaMs: 0 })?.kind === 'cut'
  }

  /** A publisher has left. Where it meant to, the live ends at once; another may continue it otherwise. */
  async left(received: ReceivedLive, publisher: Publisher, isMeant: boolean): Promise<void> {
    if (received.publisher !== publisher) return
    received.publisher = null
    if (isMeant) await this.#endLive(received)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]()
    const { db, log } = this.#deps
    // The lives stay: their publishers go on at another process.
    if (this.#byChannel.size > 0)
      await releaseVideos(db.read, this.id).catch((error: unknown) => log.warn({ error }, 'video.release_failed'))
    for (const received of this.#byChannel.values()) this.#remove(received, 'LIVE_ENDED')
    this.#byPlayback.clear()
    await Promise.all([...this.#subscriptions.values()].map(async (subscription) => dispose(await subscription)))
  }

  async #reconcile(): Promise<void> {
    if (this.#byChannel.size === 0) return
    for (const received of this.#byChannel.values())
      if (this.#silentMs(received) >= limits.videoGraceSec * 1_000) await this.#endLive(received)
    const lives = [...this.#byChannel.values()]
    const liveIds = lives.map(({ liveId }) => liveId)
    const leaseSec = limits.videoLeaseSec
    const rows = await renewVideos(this.#deps.db.read, { owner: this.id, liveIds, leaseSec })
    const owned = new Map(rows.map((row) => [row.liveId, row]))
    for (const received of lives) {
      const row = owned.get(received.liveId)
      if (row === undefined) this.#remove(received, 'LIVE_ENDED')
      else {
        received.isRecorded = row.isRecorded
        received.allowsClips = row.allowsClips
        received.wasLimited ||= row.isLimited
        if (isPrivate(row.audience)) received.audience = row.audience
        if (!row.isRecorded) this.#recordings.stop(received.liveId)
        if (!row.allowsClips) this.#clips.stop(received.liveId)
        if (row.awaitsClips) this.#clips.make(received)
        if (row.isIdStale) await this.#replaceId(received)
      }
      await this.#storeState(received)
    }
    await this.#restreams.reconcile()
  }

  /** The id that viewers have is replaced when fewer people may watch. */
  async #replaceId(received: ReceivedLive): Promise<void> {
    const { liveId, channelId } = received
    const fresh = { liveId, owner: this.id, playbackId: this.#deps.random.uuid() }
    const playbackId = await this.#deps.db.transaction(async (tx, publish) => {
      publish(channelChanged(channelId))
      return replacePlaybackId(tx, fresh)
    })
    if (playbackId === null) return
    this.#byPlayback.delete(received.playbackId)
    received.playbackId = playbackId
    this.#byPlayback.set(playbackId, received.video)
  }

  async #storeState(received: ReceivedLive): Promise<void> {
    const { channelId, liveId } = received
    const state = this.stateOf(received)
    if (this.#byChannel.get(channelId) !== received || state === received.storedState) return
    await this.#deps.db.transaction(async (tx, publish) => {
      await updateVideoState(tx, liveId, this.id, state)
      publish(channelChanged(channelId))
    })
    received.storedState = state
  }

  stateOf(received: ReceivedLive): VideoState {
    if (!received.video.isPlayable) return 'starting'
    return this.#isInterrupted(received) ? 'interrupted' : 'live'
  }

  /** The signs of the stream of a live. */
  signsOf(received: ReceivedLive): StreamSigns {
    const { publisher, publishesSince, video } = received
    return {
      ...video.health.signs,
      ageSec: (this.#deps.clock.uptime() - publishesSince) / 1_000,
      silentSec: this.#silentMs(received) / 1_000,
      expectsAudio: publisher?.expectsAudio ?? false,
    }
  }

  async #endLive(received: ReceivedLive): Promise<void> {
    const { channelId, playbackId, video } = received
    this.#remove(received, 'LIVE_ENDED')
    video.end()
    // Players that poll read the end of the playlist.
    this.#byPlayback.set(playbackId, video)
    this.#deps.clock.after(limits.videoEndSec * 1_000, () => this.#byPlayback.delete(playbackId))
    this.problems.add(channelId, { code: 'ENDED', params: {} })
    await endLiveOf(received, this.#deps)
  }

  /** Nothing of it can be played any longer. */
  #remove(received: ReceivedLive, reason: DropReason): void {
    const { channelId, playbackId, publisher, video } = received
    if (this.#byChannel.get(channelId) !== received) return
    this.#byChannel.delete(channelId)
    this.#byPlayback.delete(playbackId)
    const subscription = this.#subscriptions.get(channelId)
    this.#subscriptions.delete(channelId)
    void subscription?.then(dispose)
    received.publisher = null
    publisher?.drop(reason)
    video.end()
    this.#recordings.stop(received.liveId)
    this.#clips.stop(received.liveId)
    this.#restreams.stop(received)
  }

  /** Nothing arrives, or sound alone: the picture of viewers stands still. */
  #isInterrupted(received: ReceivedLive): boolean {
    const withoutPictureSec = Math.max(this.#silentMs(received) / 1_000, received.video.health.withoutVideoSec)
    return withoutPictureSec >= limits.videoSilentSec
  }

  /** The time without packets. */
  #silentMs({ publisher, video }: ReceivedLive): number {
    const sendsSince = publisher?.sendsSince ?? 0
    if (publisher?.sendsSince === null) return 0
    return this.#deps.clock.uptime() - Math.max(video.health.lastPacketAt, sendsSince)
  }
}

async function dispose(subscription: AsyncDisposable): Promise<void> {
  await subscription[Symbol.asyncDispose]()
}
