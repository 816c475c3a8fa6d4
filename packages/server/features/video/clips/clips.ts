import { limits } from '@onair/contract'
import type { MediaFolder } from '../../../infra/files/media-folder.ts'
import type { Deps } from '../../../infra/deps.ts'
import type { ReceivedLive } from '../received-live.ts'
import { mediaFileOf } from '../recordings/recording-file.ts'
import type { Rendition } from '../rendition.ts'
import type { Segment } from '../segment-window.ts'
import { deleteClipRow, listWaitingClips, updateClip } from './clip-store.ts'
import { Timeline, timescalesOf } from '../recordings/move-times.ts'
import { plainMp4 } from './plain-mp4.ts'

type ClipsDeps = Pick<Deps, 'addresses' | 'db' | 'log'>

/**
 * The clips of the lives that this process receives. A clip is requested by a row in the database, at any process, and made
 * by the one that has the live.
 */
export class Clips implements AsyncDisposable {
  readonly #deps: ClipsDeps
  readonly #folder: MediaFolder | null
  readonly #windows = new Map<number, ClipWindow>()
  readonly #making = new Map<number, Promise<void>>()

  constructor(deps: ClipsDeps, folder: MediaFolder | null) {
    this.#deps = deps
    this.#folder = folder
  }

  /** Keeps a closed segment of a live, if its channel allows clips. */
  add({ allowsClips, liveId }: ReceivedLive, rendition: Rendition, segment: Segment): void {
    const init = rendition.window.findInit(segment.initId)
    if (this.#folder === null || !allowsClips || init === null) return
    let window = this.#windows.get(liveId)
    if (window === undefined) {
      window = new ClipWindow(rendition)
      this.#windows.set(liveId, window)
    }
    if (window.rendition === rendition) window.add(segment, init)
  }

  /** Makes the clips of a live that are waited for, unless it does already. A live never waits for it. */
  make(received: ReceivedLive): void {
    const { liveId } = received
    if (this.#making.has(liveId)) return
    const making = this.#make(received)
      .catch((error: unknown) => this.#deps.log.error({ error, channelId: received.channelId }, 'clip.failed'))
      .finally(() => this.#making.delete(liveId))
    this.#making.set(liveId, making)
  }

  /** Forgets the last segments of a live. */
  stop(liveId: number): void {
    this.#windows.delete(liveId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#windows.clear()
    await Promise.all(this.#making.values())
  }

  async #make({ liveId, wasLimited, audience }: ReceivedLive): Promise<void> {
    const { addresses, db } = this.#deps
    const ids = await listWaitingClips(db.read, liveId)
    const cut = this.#windows.get(liveId)?.cut() ?? null
    for (const id of ids)
      try {
        if (cut === null || this.#folder === null) throw new Error('nothing to clip')
        {
          await using file = await this.#folder.create(mediaFileOf(id))
          await file.append(cut.file)
        }
        const { durationMs } = cut
        const mediaUrl = `${addresses.mediaUrl}/media/v1`
        await updateClip(db.read, id, { durationMs, bytes: cut.file.length, mediaUrl, wasLimited, audience })
      } catch (error) {
        await this.#folder?.delete(mediaFileOf(id))
        await deleteClipRow(db.read, id)
        throw error
      }
  }
}

type Kept = { segment: Segment; init: Buffer }

/** The last segments of a live, of which clips are made: bounded in time and bytes. */
class ClipWindow {
  readonly rendition: Rendition
  #kept: Kept[] = []

  constructor(rendition: Rendition) {
    this.rendition = rendition
  }

  add(segment: Segment, init: Buffer): void {
    // A file has one configuration.
    if (this.#kept.at(-1)?.init.equals(init) === false) this.#kept = []
    this.#kept.push({ segment, init })
    while (this.#kept.length > 1 && this.#isTooLarge()) this.#kept.shift()
  }

  /** The file of a clip and its length; null without a segment. */
  cut(): { file: Buffer; durationMs: number } | null {
    const [first] = this.#kept
    if (first === undefined) return null
    const timescales = timescalesOf(first.init)
    const timeline = new Timeline()
    const segments = this.#kept.map(({ segment: { data, startsEra } }, index) => {
      const moved = Buffer.from(data ?? [])
      timeline.move(moved, timescales, startsEra || index === 0)
      return moved
    })
    return { file: plainMp4(first.init, segments), durationMs: Math.round(this.#sum('duration') / 1_000) }
  }

  #isTooLarge(): boolean {
    return this.#sum('duration') > limits.clipSec * 1e6 || this.#sum('bytes') > limits.clipBytes
  }

  #sum(name: 'duration' | 'bytes'): number {
    return this.#kept.reduce((sum, { segment }) => sum + segment[name], 0)
  }
}
