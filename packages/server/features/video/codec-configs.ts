import { limits } from '@onair/contract'
import { PacketError, type AudioConfig, type VideoConfig } from './packet.ts'
import { parseSps } from './sps.ts'

/** Parses an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). Throws `PacketError` on anything else. */
export function parseAvcC(bytes: Uint8Array): VideoConfig {
  const avcC = Buffer.from(bytes)
  if (avcC.length < 8 || avcC.length > limits.videoConfigBytes || avcC[0] !== 1) throw invalid('avcC')
  if ((byteAt(avcC, 4) & 3) !== 3) throw invalid('length size')
  const parameterSets = listParameterSets(avcC)
  const [sps] = parameterSets
  if (sps === undefined || (byteAt(sps, 0) & 31) !== spsType) throw invalid('SPS')
  const { width, height } = parseSps(sps)
  if (width < 16 || height < 16 || width > limits.videoWidth || height > limits.videoWidth)
    throw new PacketError('UNSUPPORTED_SIZE', `${width}x${height}`)
  if (width * height > limits.videoPixels) throw new PacketError('UNSUPPORTED_SIZE', `${width}x${height}`)
  return { avcC, width, height, codec: `avc1.${avcC.toString('hex', 1, 4)}` }
}

const spsType = 7

/** The SPS and PPS, whose lengths must fit into the record. Bytes of extensions may follow. */
function listParameterSets(avcC: Buffer): Buffer[] {
  const sets: Buffer[] = []
  let at = 5
  for (const mask of [31, 255]) {
    let count = byteAt(avcC, at++) & mask
    if (count < 1) throw invalid('parameter sets')
    while (count-- > 0) {
      const start = at + 2
      const end = start + (byteAt(avcC, at) << 8) + byteAt(avcC, at + 1)
      if (end === start || end > avcC.length) throw invalid('parameter set')
      sets.push(avcC.subarray(start, end))
      at = end
    }
  }
  return sets
}

const aacRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
/** AAC-LC, SBR (HE-AAC) and PS (HE-AAC v2). */
const aacTypes = [2, 5, 29]

/** Parses an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */
export function parseAudioSpecificConfig(bytes: Uint8Array): AudioConfig {
  const description = Buffer.from(bytes)
  if (description.length < 2 || description.length > 64) throw invalid('AudioSpecificConfig')
  const [first, second] = [byteAt(description, 0), byteAt(description, 1)]
  const type = first >> 3
  const sampleRate = aacRates[((first & 7) << 1) | (second >> 7)]
  const channels = (second >> 3) & 15
  if (!aacTypes.includes(type) || sampleRate === undefined || channels < 1 || channels > 2)
    throw new PacketError('UNSUPPORTED_AUDIO_CODEC', `AAC ${type}`)
  return { kind: 'aac', description, sampleRate, channels, codec: `mp4a.40.${type}` }
}

/** Parses an OpusHead (RFC 7845, 5.1) with the mapping of mono and stereo. */
export function parseOpusHead(bytes: Uint8Array): AudioConfig {
  const description = Buffer.from(bytes)
  if (description.length !== 19 || description.toString('latin1', 0, 8) !== 'OpusHead' || description[18] !== 0)
    throw invalid('OpusHead')
  const channels = byteAt(description, 9)
  if (channels < 1 || channels > 2) throw invalid('channels')
  return { kind: 'opus', description, sampleRate: 48_000, channels, codec: 'opus' }
}

function invalid(what: string): PacketError {
  return new PacketError('INVALID_CONFIGURATION', what)
}

function byteAt(bytes: Buffer, index: number): number {
  const byte = bytes[index]
  if (byte === undefined) throw invalid('end')
  return byte
}
