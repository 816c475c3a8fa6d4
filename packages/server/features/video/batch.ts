import { PacketError, type AudioKind } from './packet.ts'

/*
 * A batch is what a page uploads: packets, each with a head of 20 bytes. Big endian:
 *
 *   u8 kind (0 H.264, 1 AAC, 2 Opus)   u8 flags (1 key frame, 2 configuration)   u8 rendition   u8 reserved
 *   u32 bytes of data   u32 duration in µs   f64 time in µs
 */

export type BatchItem = {
  kind: 'avc' | AudioKind
  isKey: boolean
  /** The data is an avcC, an AudioSpecificConfig or an OpusHead. */
  isConfiguration: boolean
  rendition: number
  time: number
  duration: number
  data: Buffer
}

export const batchHeadBytes = 20
const kinds = ['avc', 'aac', 'opus'] as const
const maxItems = 1_000

/** Reads all packets of a batch. Throws `PacketError` unless the whole body is well-formed. */
export function readBatch(body: Buffer): BatchItem[] {
  const items: BatchItem[] = []
  for (let at = 0; at < body.length;) {
    if (at + batchHeadBytes > body.length || items.length >= maxItems) throw new PacketError('MALFORMED', 'head')
    const dataAt = at + batchHeadBytes
    const end = dataAt + body.readUInt32BE(at + 4)
    const kind = kinds[body.readUInt8(at)]
    const flags = body.readUInt8(at + 1)
    if (end > body.length || kind === undefined || flags > 3) throw new PacketError('MALFORMED', 'packet')
    items.push({
      kind,
      isKey: (flags & 1) === 1,
      isConfiguration: (flags & 2) === 2,
      rendition: body.readUInt8(at + 2),
      duration: body.readUInt32BE(at + 8),
      time: body.readDoubleBE(at + 12),
      data: body.subarray(dataAt, end),
    })
    at = end
  }
  return items
}
