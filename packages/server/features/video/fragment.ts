/** A frame in a track. Times are in microseconds. */
export type Sample = { time: number; duration: number; offset: number; isKey: boolean; data: Uint8Array }
export type TrackSamples = { id: number; timescale: number; samples: readonly Sample[] }

/** Depends on no other sample; depends on others and is no sync sample. ISO/IEC 14496-12, 8.8.3.1. */
const syncSample = 0x02000000
const dependentSample = 0x01010000
const sampleBytes = 16
/** `traf`, `tfhd`, `tfdt` and the head of `trun`. */
const trackHeadBytes = 8 + 16 + 20 + 20

/**
 * A fragment (`moof` and `mdat`) of CMAF. Tracks without samples are left out. `sequence` begins with 1. It is written into
 * one buffer, because it is made three times in a second for each live.
 */
export function fragment(sequence: number, tracks: readonly TrackSamples[]): Buffer {
  const present = tracks.filter(({ samples }) => samples.length > 0)
  const headBytes = present.reduce((sum, { samples }) => sum + trackHeadBytes + samples.length * sampleBytes, 24)
  const dataBytes = present.reduce((sum, { samples }) => samples.reduce((bytes, s) => bytes + s.data.length, sum), 0)
  const writer = new BoxWriter(headBytes + 8 + dataBytes)
  writer.box(headBytes, 'moof')
  writer.box(16, 'mfhd')
  writer.u32(0, sequence)
  let dataAt = headBytes + 8
  for (const track of present) dataAt = writeTrack(writer, track, dataAt)
  writer.box(8 + dataBytes, 'mdat')
  for (const { samples } of present) for (const { data } of samples) writer.bytes(data)
  return writer.out
}

/** Writes the head of a track, whose data begins at `dataAt`. Returns where the data of the next begins. */
function writeTrack(writer: BoxWriter, { id, timescale, samples }: TrackSamples, dataAt: number): number {
  const runBytes = 20 + samples.length * sampleBytes
  writer.box(8 + 16 + 20 + runBytes, 'traf')
  writer.box(16, 'tfhd')
  // Offsets count from the start of the `moof`.
  writer.u32(0x020000, id)
  writer.box(20, 'tfdt')
  writer.u32(0x01000000)
  writer.u64(toUnits(samples[0]?.time ?? 0, timescale))
  writer.box(runBytes, 'trun')
  // Version 1, with the data offset, and each sample's duration, size, flags and composition offset.
  writer.u32(0x01000f01, samples.length, dataAt)
  let bytes = 0
  for (const { time, duration, offset, isKey, data } of samples) {
    // Rounded ends, not rounded durations: their errors do not add up.
    const units = toUnits(time + duration, timescale) - toUnits(time, timescale)
    writer.u32(units, data.length, isKey ? syncSample : dependentSample, toUnits(offset, timescale))
    bytes += data.length
  }
  return dataAt + bytes
}

function toUnits(microseconds: number, timescale: number): number {
  return Math.round((microseconds * timescale) / 1e6)
}

class BoxWriter {
  readonly out: Buffer
  #at = 0

  constructor(size: number) {
    this.out = Buffer.allocUnsafe(size)
  }

  box(size: number, type: string) {
    this.u32(size)
    this.#at += this.out.write(type, this.#at, 'latin1')
  }

  u32(...values: number[]) {
    for (const value of values) this.#at = this.out.writeUInt32BE(value >>> 0, this.#at)
  }

  u64(value: number) {
    this.#at = this.out.writeBigUInt64BE(BigInt(value), this.#at)
  }

  bytes(data: Uint8Array) {
    this.out.set(data, this.#at)
    this.#at += data.length
  }
}
