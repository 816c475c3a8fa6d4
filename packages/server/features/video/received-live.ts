import type { Audience } from '@onair/contract'
import type { VideoState } from '../lives/own-video-url.ts'
import type { LiveVideo } from './live-video.ts'

export type VideoSource = 'page' | 'encoder' | 'test'
/** Why a publisher may no longer publish. */
export type DropReason = 'TAKEN_OVER' | 'LIVE_ENDED'

/** Whoever sends the packets of a live: a page, an encoder, or the test picture. */
export type Publisher = {
  readonly source: VideoSource
  readonly expectsAudio: boolean
  /** Since when it sends, in process time, for one that stops while it has no viewer; null while it has stopped. */
  readonly sendsSince?: number | null
  /** Called when another publisher took its place, or the live ended. */
  drop(reason: DropReason): void
}

/** A live whose video this process has. */
export type ReceivedLive = {
  readonly channelId: string
  readonly liveId: number
  readonly video: LiveVideo
  /** Unguessable, and all that a viewer needs. It changes when fewer people may watch. */
  playbackId: string
  source: VideoSource
  /** Null after it has left. */
  publisher: Publisher | null
  /** When it began, in process time. */
  publishesSince: number
  /** Whether the channel wants its lives to be recorded. */
  isRecorded: boolean
  /** Whether viewers may make clips. */
  allowsClips: boolean
  /** Whether it has been for adults at any time. */
  wasLimited: boolean
  /** Its last private rule, or `EVERYBODY`. */
  audience: Audience
  /** As the database has it. */
  storedState: VideoState
}
