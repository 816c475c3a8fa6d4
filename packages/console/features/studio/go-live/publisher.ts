import { consoleApi, type ContentOf } from '@onair/contract'
import { api, isRefusal } from '../../../lib/api.ts'
import { Capture } from './capture.ts'
import { scaleToHeight, qualities, smallQuality } from './encoding/video-quality.ts'
import type { PublishCommand, PublishEvent, PublishStats } from './encoding/messages.ts'
import { keepPublication, readPublication, type Publication } from './kept-choice.ts'
import { streamsOf } from './track-streams.ts'

const lockName = 'onair-publication'
const retargetRetryMs = 2_000

export type PublisherState =
  | { phase: 'off' }
  /** `hasPicture`: the camera is connected, the screen is shared. */
  | { phase: 'on'; capture: Capture; stats: PublishStats | null; hasPicture: boolean; isMuted: boolean }
  /** The page was loaded again and needs a click: to share a screen, or because the camera is refused or busy. */
  | { phase: 'interrupted'; publication: Publication }
  | { phase: 'over'; reason: Extract<PublishEvent, { type: 'over' }>['reason'] }

type Target = ContentOf<typeof consoleApi.video.openVideo>

/** Sends the video of the visitor's channel from this page. There is one in a document: a live outlives the pages of the studio. */
class Publisher {
  #state: PublisherState = { phase: 'off' }
  #worker: Worker | null = null
  #releaseLock: (() => void) | null = null
  #onOver: (() => void) | null = null
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly getState = () => this.#state

  /** Goes live, or continues the live of the channel. Throws what the server refuses: LIVE_ELSEWHERE without `takeOver`. */
  async start(capture: Capture, takeOver = false): Promise<void> {
    const target = await openVideo(capture, { takeOver })
    void this.#lock()
    this.#stopWorker()
    this.#startWorker(capture, target)
    keepPublication({ liveId: target.liveId, token: target.token, choice: capture.choice })
    this.#set({ phase: 'on', capture, stats: null, hasPicture: true, isMuted: capture.isMuted })
    this.#watchPicture(capture)
  }

  /** Sends another camera or screen without an end of the live. */
  switchTo(capture: Capture): void {
    if (this.#state.phase !== 'on') return
    this.#state.capture[Symbol.dispose]()
    const [streams, transferred] = streamsOf(capture)
    this.#send({ type: 'switch', isScreen: capture.choice.source === 'screen', ...streams }, transferred)
    const publication = readPublication()
    if (publication) keepPublication({ ...publication, choice: capture.choice })
    this.#set({ ...this.#state, capture, hasPicture: true, isMuted: capture.isMuted })
    this.#watchPicture(capture)
  }

  setMuted(isMuted: boolean): void {
    if (this.#state.phase !== 'on') return
    this.#state.capture.setMuted(isMuted)
    this.#set({ ...this.#state, isMuted })
  }

  /** Sends what is left. The live itself goes on until it is ended. */
  async stop(): Promise<void> {
    if (this.#worker === null) return this.dismiss()
    const over = new Promise<void>((resolve) => (this.#onOver = resolve))
    this.#send({ type: 'end' })
    await over
    this.dismiss()
  }

  /** Forgets a live that is over. */
  dismiss(): void {
    this.#finish({ phase: 'off' })
  }

  /** After a reload of the page: continues the live that this tab was sending. */
  async resume(): Promise<void> {
    const publication = readPublication()
    if (publication === null || this.#state.phase !== 'off') return
    // A duplicate of a tab has its storage, but not its live.
    if (!(await this.#lock())) return keepPublication(null)
    const { live } = await api(consoleApi.studio.getStudioOverview)
    if (live?.liveId !== publication.liveId) return this.dismiss()
    const capture =
      publication.choice.source === 'screen' ? null : await Capture.openCamera(publication.choice).catch(() => null)
    if (capture === null) this.#set({ phase: 'interrupted', publication })
    else await this.start(capture)
  }

  /** Whether no other page of this browser sends. The lock is held until the live is over or the page is gone. */
  #lock(): Promise<boolean> {
    if (this.#releaseLock !== null) return Promise.resolve(true)
    return new Promise((resolve) => {
      void navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        if (lock === null) return undefined
        return new Promise<void>((release) => (this.#releaseLock = release))
      })
    })
  }

  #startWorker(capture: Capture, target: Target): void {
    const worker = new Worker(new URL('./encoding/publish.worker.ts', import.meta.url), { type: 'module' })
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<PublishEvent>) => this.#receive(data))
    worker.addEventListener('error', () => this.#receive({ type: 'over', reason: 'ENCODER_FAILED' }))
    const [streams, transferred] = streamsOf(capture)
    const { keyFrameSec, maxKbps } = target
    const isScreen = capture.choice.source === 'screen'
    const start = { target, keyFrameSec, maxKbps, isScreen, qualities: qualitiesOf(capture), ...streams }
    this.#send({ type: 'start', ...start }, transferred)
  }

  #send(command: PublishCommand, transferred: Transferable[] = []): void {
    this.#worker?.postMessage(command, transferred)
  }

  #receive(event: PublishEvent): void {
    if (event.type === 'targetLost') void this.#retarget()
    else if (event.type === 'over') {
      this.#finish({ phase: 'over', reason: event.reason })
      this.#onOver?.()
      this.#onOver = null
    } else if (this.#state.phase === 'on') this.#set({ ...this.#state, stats: event.stats })
  }

  async #retarget(): Promise<void> {
    const worker = this.#worker
    while (this.#state.phase === 'on' && this.#worker === worker) {
      try {
        const { capture } = this.#state
        const target = await openVideo(capture, {})
        keepPublication({ liveId: target.liveId, token: target.token, choice: capture.choice })
        return this.#send({ type: 'retarget', target })
      } catch (error) {
        if (isRefusal(error, 'LIVE_ELSEWHERE')) return this.#finish({ phase: 'over', reason: 'TAKEN_OVER' })
        await new Promise((resolve) => setTimeout(resolve, retargetRetryMs))
      }
    }
  }

  #watchPicture(capture: Capture): void {
    capture.video.addEventListener('ended', () => {
      if (this.#state.phase === 'on' && this.#state.capture === capture)
        this.#set({ ...this.#state, hasPicture: false })
    })
  }

  #stopWorker(): void {
    this.#worker?.terminate()
    this.#worker = null
  }

  #finish(state: PublisherState): void {
    if (this.#state.phase === 'on') this.#state.capture[Symbol.dispose]()
    this.#stopWorker()
    this.#releaseLock?.()
    this.#releaseLock = null
    keepPublication(null)
    this.#set(state)
  }

  #set(state: PublisherState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

export const publisher = new Publisher()

function qualitiesOf({ choice }: Capture) {
  const quality = qualities[choice.quality]
  return choice.hasSmall && quality.height > smallQuality.height ? [quality, smallQuality] : [quality]
}

function openVideo(capture: Capture, { takeOver = false }): Promise<Target> {
  const { width = 1_280, height = 720 } = capture.video.getSettings()
  const video = qualitiesOf(capture).map((quality) => scaleToHeight(width, height, quality.height))
  const token = readPublication()?.token
  const body = { video, audio: capture.audio !== null, takeOver, ...(token !== undefined && { token }) }
  return api(consoleApi.video.openVideo, { body })
}
