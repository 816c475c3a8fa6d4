import { box, fullBox, u16, u32, zeros } from './boxes.ts'
import type { AudioConfig, VideoConfig } from './packet.ts'

/** Units per second of the video track. */
export const videoTimescale = 90_000
export const videoTrackId = 1
export const audioTrackId = 2

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** Undetermined language (ISO 639-2 `und`), packed as in `mdhd`. */
const undetermined = 0x55c4

/** The start of a CMAF stream: what a player needs before its fragments. The audio is multiplexed into it. */
export function initSegment(video: VideoConfig, audio: AudioConfig | null): Buffer {
  const tracks = [videoTrack(video), ...(audio === null ? [] : [audioTrack(audio)])]
  const ids = audio === null ? [videoTrackId] : [videoTrackId, audioTrackId]
  const defaults = ids.map((id) => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0)))
  const times = [u32(0, 0, 1000, 0, 0x10000), u16(0x100, 0), u32(0, 0)]
  const header = fullBox('mvhd', 0, 0, ...times, matrix, zeros(24), u32(audioTrackId + 1))
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6\0\0\0\0iso6cmfcmp41', 'latin1')),
    box('moov', header, ...tracks, box('mvex', ...defaults)),
  ])
}

function videoTrack(config: VideoConfig): Buffer {
  return track({
    id: videoTrackId,
    timescale: videoTimescale,
    handler: 'vide',
    mediaHeader: fullBox('vmhd', 0, 1, zeros(8)),
    sampleEntry: videoEntry(config),
    volume: 0,
    ...config,
  })
}

function audioTrack(config: AudioConfig): Buffer {
  return track({
    id: audioTrackId,
    timescale: config.sampleRate,
    handler: 'soun',
    mediaHeader: fullBox('smhd', 0, 0, zeros(4)),
    sampleEntry: audioEntry(config),
    volume: 0x100,
    width: 0,
    height: 0,
  })
}

type Track = {
  id: number
  timescale: number
  handler: string
  mediaHeader: Buffer
  sampleEntry: Buffer
  volume: number
  width: number
  height: number
}

function track({ id, timescale, handler, mediaHeader, sampleEntry, volume, width, height }: Track): Buffer {
  const size = u32(width << 16, height << 16)
  const header = fullBox('tkhd', 0, 3, u32(0, 0, id, 0, 0), zeros(8), u16(0, 0, volume, 0), matrix, size)
  // The tables of samples are empty: they are in the fragments.
  const samples = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), sampleEntry),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  )
  const dataInformation = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  const mediaTimes = fullBox('mdhd', 0, 0, u32(0, 0, timescale, 0), u16(undetermined, 0))
  const handlerType = fullBox('hdlr', 0, 0, u32(0), Buffer.from(handler), zeros(13))
  return box('trak', header, box('mdia', mediaTimes, handlerType, box('minf', mediaHeader, dataInformation, samples)))
}

/** ISO/IEC 14496-15, 5.4.2. */
function videoEntry({ avcC, width, height }: VideoConfig): Buffer {
  const resolution = u32(0x480000, 0x480000, 0)
  const head = [zeros(6), u16(1), zeros(16), u16(width, height), resolution, u16(1), zeros(32), u16(24, 0xffff)]
  return box('avc1', ...head, box('avcC', avcC))
}

function audioEntry({ kind, description, sampleRate, channels }: AudioConfig): Buffer {
  const head = [zeros(6), u16(1), zeros(8), u16(channels, 16, 0, 0), u32(sampleRate * 0x10000)]
  return kind === 'opus'
    ? box('Opus', ...head, box('dOps', opusConfiguration(description)))
    : box('mp4a', ...head, fullBox('esds', 0, 0, aacConfiguration(description)))
}

/** OpusHead (RFC 7845, 5.1; little endian) as the box `dOps`, which is big endian and has version 0. */
function opusConfiguration(head: Buffer): Buffer {
  const out = Buffer.from(head.subarray(8))
  out[0] = 0
  out.writeUInt16BE(head.readUInt16LE(10), 2)
  out.writeUInt32BE(head.readUInt32LE(12), 4)
  out.writeInt16BE(head.readInt16LE(16), 8)
  return out
}

/** The descriptors of ISO/IEC 14496-1, 7.2.6, for AAC. */
function aacConfiguration(config: Buffer): Buffer {
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, 0, 0, 0]), u32(0, 0), descriptor(5, config))
  return descriptor(3, u16(0), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2])))
}

function descriptor(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, body.length]), body])
}
