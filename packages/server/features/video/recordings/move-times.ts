/** Where a track of a fragment begins, and how long it is, in units of its timescale. `at`: the offset of the time in the bytes. */
type TrackTimes = { id: number; at: number; start: number; length: number }

/** Units per second of each track. */
export type Timescales = ReadonlyMap<number, number>

/** The times of a recording, which continue when those of its source begin anew. Seconds of media time. */
export class Timeline {
  readonly #ends = new Map<number, number>()
  #shiftSec = 0

  /** The end of what has been moved so far. */
  get endSec(): number {
    return Math.max(0, ...this.#ends.values())
  }

  /**
   * Moves the fragments of a segment, in place, so that they continue the segment before. `isNew`: their times do not
   * continue those of before by themselves. The first ones begin at 0.
   */
  move(segment: Buffer, timescales: Timescales, isNew: boolean): void {
    const tracks = readTimes(segment)
    const scaleOf = (id: number) => timescales.get(id) ?? 1
    if (isNew) this.#shiftSec = this.endSec - Math.min(...tracks.map(({ id, start }) => start / scaleOf(id)))
    for (const { id, at, start, length } of tracks) {
      const moved = Math.max(0, start + Math.round(this.#shiftSec * scaleOf(id)))
      segment.writeBigUInt64BE(BigInt(moved), at)
      this.#ends.set(id, (moved + length) / scaleOf(id))
    }
  }
}

/** The times of the fragments that `fragment` has written: each `moof` has a `tfhd`, a `tfdt` and a `trun` per track. */
function readTimes(segment: Buffer): TrackTimes[] {
  const found = [...tracksOf(segment)].map(({ run, ...times }) => ({ ...times, length: sumDurations(segment, run) }))
  if (found.length === 0) throw new Error('a segment without fragments')
  return found
}

/** The tracks of the fragments of a segment: `moofAt` and `run` are the offsets of the content of their `moof` and `trun`. */
export function* tracksOf(segment: Buffer) {
  for (const moof of boxesOf(segment, 0, segment.length)) {
    if (moof.type !== 'moof') continue
    for (const traf of boxesOf(segment, moof.start, moof.end)) {
      if (traf.type !== 'traf') continue
      const boxes = new Map([...boxesOf(segment, traf.start, traf.end)].map((box) => [box.type, box.start]))
      const [header, time, run] = ['tfhd', 'tfdt', 'trun'].map((type) => boxes.get(type) ?? 0)
      if (!header || !time || !run) throw new Error('a fragment without times')
      const at = time + 4
      const start = Number(segment.readBigUInt64BE(at))
      yield { id: segment.readUInt32BE(header + 4), at, start, run, moofAt: moof.start }
    }
  }
}

/** Samples of 16 bytes, which begin with their duration, after the flags, the count and the data offset. */
function sumDurations(segment: Buffer, run: number): number {
  let sum = 0
  for (let index = segment.readUInt32BE(run + 4); index > 0; index--)
    sum += segment.readUInt32BE(run + 12 + (index - 1) * 16)
  return sum
}

/** The boxes between two offsets; `start` and `end` are those of their content. */
export function* boxesOf(data: Buffer, from: number, to: number) {
  for (let at = from; at + 8 <= to;) {
    const size = data.readUInt32BE(at)
    if (size < 8 || at + size > to) throw new Error('a box longer than its container')
    yield { type: data.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size }
    at += size
  }
}

/** The timescales that an init segment declares. */
export function timescalesOf(init: Buffer): Timescales {
  const scales = new Map<number, number>()
  for (const moov of boxesOf(init, 0, init.length)) {
    if (moov.type !== 'moov') continue
    for (const track of boxesOf(init, moov.start, moov.end)) {
      if (track.type !== 'trak') continue
      const boxes = new Map([...boxesOf(init, track.start, track.end)].map((box) => [box.type, box]))
      const media = boxes.get('mdia')
      const times = [...(media ? boxesOf(init, media.start, media.end) : [])].find(({ type }) => type === 'mdhd')
      const id = init.readUInt32BE((boxes.get('tkhd')?.start ?? 0) + 12)
      if (times !== undefined) scales.set(id, init.readUInt32BE(times.start + 12))
    }
  }
  return scales
}
