import type { GrowingFile, MediaFolder } from '../../../infra/files/media-folder.ts'
import type { Segment } from '../segment-window.ts'
import { Timeline, timescalesOf } from './move-times.ts'

/** The files of a recording: its segments, and where each is. */
export const mediaFileOf = (id: string) => `${id}.mp4`
export const indexFileOf = (id: string) => `${id}.index`

/** Later cuts are not noted: the chat of what follows them is a little early. */
const maxSpans = 1_000

/** The segments of a live, written one after another into one file whose times begin at 0. */
export class RecordingFile implements AsyncDisposable {
  /** Pairs of a position and its time, in milliseconds. */
  readonly spans: [position: number, date: number][] = []
  #bytes = 0
  #durationUs = 0
  readonly #media: GrowingFile
  readonly #index: GrowingFile
  readonly #timeline = new Timeline()
  #init: { data: Buffer; offset: number } | null = null

  private constructor(media: GrowingFile, index: GrowingFile) {
    this.#media = media
    this.#index = index
  }

  static async create(folder: MediaFolder, id: string): Promise<RecordingFile> {
    await using opening = new AsyncDisposableStack()
    const media = opening.use(await folder.create(mediaFileOf(id)))
    const index = await folder.create(indexFileOf(id))
    opening.move()
    return new RecordingFile(media, index)
  }

  get bytes(): number {
    return this.#bytes
  }

  get durationMs(): number {
    return Math.round(this.#durationUs / 1_000)
  }

  /** Writes a segment, and then its entry: what the index names is complete. */
  async append({ data, date, duration, startsEra }: Segment, init: Buffer): Promise<void> {
    if (data === null) throw new Error('the segment is not closed')
    const isFirst = this.#init === null
    const isOtherInit = this.#init?.data.equals(init) !== true
    const isNew = isFirst || startsEra
    const position = Math.round(this.#timeline.endSec * 1_000)
    const segment = Buffer.from(data)
    this.#timeline.move(segment, timescalesOf(init), isNew)
    if (isOtherInit) {
      await this.#media.append(init)
      this.#init = { data: init, offset: this.#bytes }
      this.#bytes += init.length
    }
    await this.#media.append(segment)
    const entry = {
      offset: this.#bytes,
      bytes: segment.length,
      initOffset: this.#init?.offset ?? 0,
      initBytes: init.length,
      duration,
      startsEra: isOtherInit && !isFirst,
    }
    this.#bytes += segment.length
    await this.#index.append(encodeEntry(entry))
    this.#durationUs += duration
    if (isNew && this.spans.length < maxSpans) this.spans.push([position, date])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using closing = new AsyncDisposableStack()
    closing.use(this.#media)
    closing.use(this.#index)
  }
}

/**
 * A segment of a recording: its bytes and those of its init segment in the file, and its length. `startsEra`: a player must
 * expect another configuration.
 */
export type IndexEntry = {
  offset: number
  bytes: number
  initOffset: number
  initBytes: number
  /** Microseconds. */
  duration: number
  startsEra: boolean
}

const entryBytes = 32

/** An index is a file of entries of one size: what a killed process did not complete is recognized and ignored. */
function encodeEntry({ offset, bytes, initOffset, initBytes, duration, startsEra }: IndexEntry): Buffer {
  const out = Buffer.alloc(entryBytes)
  out.writeDoubleBE(offset, 0)
  out.writeDoubleBE(initOffset, 8)
  out.writeUInt32BE(bytes, 16)
  out.writeUInt32BE(initBytes, 20)
  out.writeUInt32BE(duration, 24)
  out[28] = Number(startsEra)
  return out
}

/** The entries whose bytes are in a file of this size. */
export function decodeIndex(data: Buffer, fileBytes: number): IndexEntry[] {
  const entries: IndexEntry[] = []
  for (let at = 0; at + entryBytes <= data.length; at += entryBytes) {
    const entry = {
      offset: data.readDoubleBE(at),
      initOffset: data.readDoubleBE(at + 8),
      bytes: data.readUInt32BE(at + 16),
      initBytes: data.readUInt32BE(at + 20),
      duration: data.readUInt32BE(at + 24),
      startsEra: data[at + 28] === 1,
    }
    if (entry.offset + entry.bytes > fileBytes) break
    entries.push(entry)
  }
  return entries
}
