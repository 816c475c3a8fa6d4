import { box, fullBox, u32 } from '../boxes.ts'
import { boxesOf, timescalesOf, tracksOf, type Timescales } from '../recordings/move-times.ts'

type Sample = { duration: number; size: number; isKey: boolean; offset: number }
/** The samples that one fragment has of a track: a chunk. */
type Chunk = { samples: number; data: Buffer }
type Track = { start: number; end: number; samples: Sample[]; chunks: Chunk[] }

const movieTimescale = 1_000
const notSyncSample = 0x00010000

/**
 * Joins an init segment and the segments that follow it to an MP4 without fragments, which every player and editor reads,
 * without encoding anything anew. ISO/IEC 14496-12. Its times begin at 0, as those of the segments do.
 */
export function plainMp4(init: Buffer, segments: readonly Buffer[]): Buffer {
  const tracks = new Map<number, Track>()
  const order: Chunk[] = []
  for (const segment of segments) readFragments(segment, tracks, order)
  const timescales = timescalesOf(init)
  const header = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'))
  const dataBytes = order.reduce((sum, { data }) => sum + data.length, 0)
  const movieAt = (dataAt: number) => movie(init, tracks, timescales, offsetsOf(order, dataAt))
  // The size of the tables does not depend on the offsets in them.
  const dataAt = header.length + movieAt(0).length + 8
  const dataHead = Buffer.concat([u32(dataBytes + 8), Buffer.from('mdat')])
  return Buffer.concat([header, movieAt(dataAt), dataHead, ...order.map(({ data }) => data)])
}

function offsetsOf(order: readonly Chunk[], dataAt: number): ReadonlyMap<Chunk, number> {
  let at = dataAt
  return new Map(order.map((chunk) => [chunk, (at += chunk.data.length) - chunk.data.length]))
}

/** Reads fragments as `fragment` writes them. A gap lengthens the sample before it. */
function readFragments(segment: Buffer, tracks: Map<number, Track>, order: Chunk[]): void {
  for (const { id, start, run, moofAt } of tracksOf(segment)) {
    const track = tracks.get(id) ?? { start, end: start, samples: [], chunks: [] }
    tracks.set(id, track)
    const last = track.samples.at(-1)
    if (last !== undefined) last.duration = Math.max(1, last.duration + start - track.end)
    const samples = readSamples(segment, run)
    track.samples.push(...samples)
    track.end = samples.reduce((sum, { duration }) => sum + duration, start)
    // Its offset counts from the start of the `moof`.
    const dataAt = moofAt - 8 + segment.readUInt32BE(run + 8)
    const bytes = samples.reduce((sum, { size }) => sum + size, 0)
    const chunk = { samples: samples.length, data: segment.subarray(dataAt, dataAt + bytes) }
    track.chunks.push(chunk)
    order.push(chunk)
  }
}

function readSamples(segment: Buffer, run: number): Sample[] {
  return Array.from({ length: segment.readUInt32BE(run + 4) }, (_, index) => {
    const at = run + 12 + index * 16
    return {
      duration: segment.readUInt32BE(at),
      size: segment.readUInt32BE(at + 4),
      isKey: (segment.readUInt32BE(at + 8) & notSyncSample) === 0,
      offset: segment.readUInt32BE(at + 12),
    }
  })
}

type Offsets = ReadonlyMap<Chunk, number>

/** When a track is shown in the movie, and for how long: milliseconds. */
type Shown = { startMs: number; lengthMs: number }

function shownTime(track: Track, timescale: number): Shown {
  const toMs = (units: number) => (units / timescale) * movieTimescale
  return {
    startMs: Math.round(toMs(track.start + firstOffset(track))),
    lengthMs: Math.ceil(toMs(track.end - track.start)),
  }
}

/** The `moov` of an init segment with the tables of the samples. */
function movie(init: Buffer, tracks: ReadonlyMap<number, Track>, timescales: Timescales, offsets: Offsets): Buffer {
  const shown = new Map([...tracks].map(([id, track]) => [id, shownTime(track, timescales.get(id) ?? 1)]))
  const movieMs = Math.max(...[...shown.values()].map(({ startMs, lengthMs }) => startMs + lengthMs))
  const content = childrenOf(init, findBox(init, 'moov', 0, init.length), {
    mvhd: (bytes) => [box('mvhd', withUnits(bytes, 16, movieMs))],
    mvex: () => [],
    trak: (bytes) => {
      const id = bytes.readUInt32BE(findBox(bytes, 'tkhd', 0, bytes.length).start + 12)
      const [track, time] = [tracks.get(id), shown.get(id)]
      return track === undefined || time === undefined ? [] : [rebuildTrack(bytes, track, time, offsets)]
    },
  })
  return box('moov', ...content)
}

function rebuildTrack(bytes: Buffer, track: Track, time: Shown, offsets: Offsets): Buffer {
  const tables = (stbl: Buffer) => [
    // Those of an init segment are empty.
    ...childrenOf(stbl, whole(stbl), { stts: () => [], stsc: () => [], stsz: () => [], stco: () => [] }),
    ...sampleTables(track, offsets),
  ]
  const media = (mdia: Buffer) =>
    childrenOf(mdia, whole(mdia), {
      mdhd: (mdhd) => [box('mdhd', withUnits(mdhd, 16, track.end - track.start))],
      minf: (minf) => [
        box('minf', ...childrenOf(minf, whole(minf), { stbl: (stbl) => [box('stbl', ...tables(stbl))] })),
      ],
    })
  const parts = childrenOf(bytes, whole(bytes), {
    tkhd: (tkhd) => [
      box('tkhd', withUnits(tkhd, 20, time.startMs + time.lengthMs)),
      startEdit(time, firstOffset(track)),
    ],
    mdia: (mdia) => [box('mdia', ...media(mdia))],
  })
  return box('trak', ...parts)
}

type Part = { start: number; end: number }

function whole({ length }: Buffer): Part {
  return { start: 0, end: length }
}

function findBox(data: Buffer, type: string, from: number, to: number): Part {
  for (const found of boxesOf(data, from, to)) if (found.type === type) return found
  throw new Error(`no ${type}`)
}

/** The boxes of a part, of which some are replaced: by their content, or by nothing. */
function childrenOf(data: Buffer, { start, end }: Part, replace: Record<string, (content: Buffer) => Buffer[]>) {
  return [...boxesOf(data, start, end)].flatMap(({ type, start: from, end: to }) => {
    const content = data.subarray(from, to)
    return replace[type]?.(content) ?? [box(type, content)]
  })
}

function withUnits(content: Buffer, at: number, value: number): Buffer {
  const out = Buffer.from(content)
  out.writeUInt32BE(value, at)
  return out
}

/** The time from the decoding of the first sample to its presentation: not 0 where frames are reordered. */
function firstOffset({ samples }: Track): number {
  return samples[0]?.offset ?? 0
}

/** A track that is shown later than the other begins with an empty edit. `from`: the time of its first sample. */
function startEdit({ startMs, lengthMs }: Shown, from: number): Buffer {
  const edits = startMs > 0 ? [u32(startMs, 0xffffffff, 0x10000)] : []
  return box('edts', fullBox('elst', 0, 0, u32(edits.length + 1), ...edits, u32(lengthMs, from, 0x10000)))
}

function sampleTables({ samples, chunks }: Track, offsets: Offsets): Buffer[] {
  const durations = runs(samples.map(({ duration }) => duration))
  const moved = runs(samples.map(({ offset }) => offset))
  const chunkRuns: [first: number, samples: number][] = []
  for (const [index, chunk] of chunks.entries())
    if (chunkRuns.at(-1)?.[1] !== chunk.samples) chunkRuns.push([index + 1, chunk.samples])
  const keys = samples.flatMap(({ isKey }, index) => (isKey ? [index + 1] : []))
  return [
    fullBox('stts', 0, 0, u32(durations.length, ...durations.flat())),
    ...(moved.some(([, offset]) => offset !== 0) ? [fullBox('ctts', 0, 0, u32(moved.length, ...moved.flat()))] : []),
    fullBox('stsc', 0, 0, u32(chunkRuns.length, ...chunkRuns.flatMap(([first, count]) => [first, count, 1]))),
    fullBox('stsz', 0, 0, u32(0, samples.length, ...samples.map(({ size }) => size))),
    fullBox('stco', 0, 0, u32(chunks.length, ...chunks.map((chunk) => offsets.get(chunk) ?? 0))),
    // Without this table every sample is a key frame, as of audio.
    ...(keys.length < samples.length ? [fullBox('stss', 0, 0, u32(keys.length, ...keys))] : []),
  ]
}

/** Equal values that follow each other, as their count and the value. */
function runs(values: readonly number[]): [count: number, value: number][] {
  const found: [number, number][] = []
  for (const value of values) {
    const last = found.at(-1)
    if (last?.[1] === value) last[0]++
    else found.push([1, value])
  }
  return found
}
