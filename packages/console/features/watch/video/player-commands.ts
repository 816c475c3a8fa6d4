import type { RefObject } from 'react'
import type { Playback } from '../playback.ts'
import { keepVolume } from './kept-volume.ts'
import type { LiveAttempt } from './low-latency-engine.ts'

const volumeStep = 0.1
const skippedSec = 5

type IosVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** The actions of the controls and the keys. */
export class PlayerCommands {
  readonly #video: RefObject<HTMLVideoElement | null>
  readonly #playback: Playback<LiveAttempt> | null

  constructor(video: RefObject<HTMLVideoElement | null>, playback: Playback<LiveAttempt> | null) {
    this.#video = video
    this.#playback = playback
  }

  /** A click on the picture: a mouse pauses, a finger only shows the controls. */
  readonly pressVideo = ({ nativeEvent }: { nativeEvent: Event }) => {
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse') this.togglePlay()
  }

  readonly togglePlay = () => {
    const { current } = this.#video
    if (current === null) return
    if (current.paused) void current.play().catch(() => {})
    else current.pause()
  }

  readonly toggleMuted = () => {
    const { current } = this.#video
    if (current === null) return
    const isSilent = current.muted || current.volume === 0
    current.muted = !isSilent
    if (isSilent && current.volume === 0) current.volume = 0.5
    keepVolume(current)
  }

  readonly setVolume = (volume: number) => {
    const { current } = this.#video
    if (current === null) return
    current.volume = Math.min(1, Math.max(0, volume))
    current.muted = current.volume === 0
    keepVolume(current)
  }

  readonly louder = () => this.#step(volumeStep)

  readonly quieter = () => this.#step(-volumeStep)

  readonly seek = (seconds: number) => {
    if (this.#video.current) this.#video.current.currentTime = seconds
  }

  readonly back = () => this.#skip(-skippedSec)

  readonly forward = () => this.#skip(skippedSec)

  readonly setSpeed = (speed: number) => {
    if (this.#video.current) Object.assign(this.#video.current, { defaultPlaybackRate: speed, playbackRate: speed })
  }

  readonly jumpToEdge = () => {
    if (this.#playback === null) return
    this.#playback.jumpToEdge()
    void this.#video.current?.play().catch(() => {})
  }

  readonly toggleFullScreen = () => {
    const { current } = this.#video
    const player = current?.closest('section')
    if (!current || !player) return
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void enterFullScreen(player, current)
    // Phones of Apple show only the video itself.
    else (current as IosVideo).webkitEnterFullscreen?.()
  }

  readonly togglePictureInPicture = () => {
    if (document.pictureInPictureElement) void document.exitPictureInPicture()
    else if (document.pictureInPictureEnabled) void this.#video.current?.requestPictureInPicture().catch(() => {})
  }

  /** In a live nothing is skipped. */
  #skip(seconds: number): void {
    const { current } = this.#video
    if (current && this.#playback === null) this.seek(current.currentTime + seconds)
  }

  #step(change: number): void {
    const { current } = this.#video
    if (current) this.setVolume((current.muted ? 0 : current.volume) + change)
  }
}

/** A phone turns to the orientation of the video, where the browser can. */
async function enterFullScreen(player: Element, { videoWidth, videoHeight }: HTMLVideoElement) {
  await player.requestFullscreen().catch(() => {})
  const orientation = screen.orientation as ScreenOrientation & { lock?: (type: string) => Promise<void> }
  await orientation.lock?.(videoWidth >= videoHeight ? 'landscape' : 'portrait').catch(() => {})
}
