import { readFile } from 'node:fs/promises'
import { readBatch, type BatchItem } from '@onair/server/features/video/batch.ts'

/** The picture and the tone begin again after this time, in microseconds. `tools/make-test-picture.ts` makes them. */
const roundUs = 10_240_000

let loaded: Promise<TestLoop> | null = null

/** The packets of the test card, which go round without an end. */
export class TestLoop {
  readonly configurations: BatchItem[]
  readonly #items: BatchItem[]

  private constructor(all: readonly BatchItem[]) {
    this.configurations = all.filter(({ isConfiguration }) => isConfiguration)
    this.#items = all.filter(({ isConfiguration }) => !isConfiguration)
  }

  /** The packets are read once in a process, when they are first needed. */
  static load(): Promise<TestLoop> {
    const file = new URL('../assets/test-picture.bin', import.meta.url)
    loaded ??= readFile(file).then((bytes) => new TestLoop(readBatch(bytes)))
    return loaded
  }

  /** A packet, counted through all rounds. */
  at(index: number): BatchItem {
    const item = this.#items[index % this.#items.length]
    if (item === undefined) throw new Error('the test picture is empty')
    return { ...item, time: item.time + Math.floor(index / this.#items.length) * roundUs }
  }

  /** The index of the last key frame before a time. */
  keyFrameBefore(time: number): number {
    const round = Math.max(0, Math.floor(time / roundUs))
    const within = time - round * roundUs
    const index = this.#items.findLastIndex((item) => item.kind === 'avc' && item.isKey && item.time <= within)
    return round * this.#items.length + Math.max(0, index)
  }
}
