import { limits } from '@onair/contract'
import { Timeline, timescalesOf } from '../recordings/move-times.ts'
import type { Rendition } from '../rendition.ts'
import type { Segment } from '../segment-window.ts'
import { plainMp4 } from './plain-mp4.ts'

type Kept = { segment: Segment; init: Buffer }

/** The last segments of a live, of which clips are made: bounded in time and bytes. */
export class ClipWindow {
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
