// The framing of a batch: packets one after the other, each a header of 20 bytes and its data.

const headerBytes = 20
export const packetKinds = { avc: 0, aac: 1, opus: 2 } as const
const keyFlag = 1
const configurationFlag = 2

export type Packet = {
  kind: keyof typeof packetKinds
  /** Index of the rendition; 0 for audio. */
  rendition: number
  /** A key frame, or any packet of audio. */
  isKey: boolean
  /** The data is an avcC, an AudioSpecificConfig or an OpusHead. */
  isConfiguration: boolean
  timeUs: number
  durationUs: number
  data: Uint8Array
}

export function encodePacket(packet: Packet): Uint8Array<ArrayBuffer> {
  const { kind, rendition, isKey, isConfiguration, timeUs, durationUs, data } = packet
  const bytes = new Uint8Array(headerBytes + data.byteLength)
  const view = new DataView(bytes.buffer)
  bytes[0] = packetKinds[kind]
  bytes[1] = (isKey ? keyFlag : 0) | (isConfiguration ? configurationFlag : 0)
  bytes[2] = rendition
  view.setUint32(4, data.byteLength)
  view.setUint32(8, Math.round(durationUs))
  view.setFloat64(12, timeUs)
  bytes.set(data, headerBytes)
  return bytes
}

/**
 * The identification header of Opus (RFC 7845, section 5.1). The rate of the microphone in it is only a remark, and Chromium
 * plays no MP4 with another one than that of Opus itself.
 */
export function opusHead(channels: number, preSkipSamples: number): Uint8Array {
  const bytes = new Uint8Array(opusHeadBytes)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('OpusHead'))
  bytes[8] = 1
  bytes[9] = channels
  view.setUint16(preSkipAt, preSkipSamples, true)
  view.setUint32(12, opusSamplesPerSec, true)
  return bytes
}

/** The samples that a decoder leaves out at the start: those of the header of an encoder, or what libopus needs. */
export function preSkipOf(head: Uint8Array | null): number {
  if (head?.byteLength !== opusHeadBytes) return 312
  return new DataView(head.buffer, head.byteOffset).getUint16(preSkipAt, true)
}

const opusHeadBytes = 19
const preSkipAt = 10
const opusSamplesPerSec = 48_000
