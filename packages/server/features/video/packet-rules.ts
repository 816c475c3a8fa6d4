import { limits } from '@onair/contract'
import { PacketError, type Packet } from './packet.ts'

const idrSlice = 5
/** Types from 24 on are of RTP and no part of a stream in a file. */
const lastNalType = 23
/** A frame has a unit per slice and some of supplements. */
const maxUnits = 512

/** Throws `PacketError` for a packet that no player could use. What is inside a slice is not read. */
export function requireValidPacket({ track, time, duration, offset, data, isKey }: Packet): void {
  if (data.length === 0 || data.length > limits.videoPacketBytes) throw new PacketError('MALFORMED', 'packet size')
  if (!Number.isFinite(time) || time < 0 || time > limits.videoTimeUs) throw new PacketError('MALFORMED', 'time')
  if (!(duration >= 0 && duration <= limits.videoFrameUs)) throw new PacketError('MALFORMED', 'duration')
  if (Math.abs(offset) > limits.videoFrameUs) throw new PacketError('MALFORMED', 'offset')
  if (track === 'video') requireUnits(data, isKey)
}

/** Requires that the lengths of the NAL units add up, and that a key frame has an IDR slice: players fail on others. */
function requireUnits(data: Uint8Array, isKey: boolean): void {
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  let at = 0
  let count = 0
  let hasIdr = false
  while (at + 4 < view.length) {
    const size = view.readUInt32BE(at)
    const type = view.readUInt8(at + 4) & 31
    if (size === 0 || type === 0 || type > lastNalType || ++count > maxUnits) throw new PacketError('INVALID_FRAME')
    if (type === idrSlice) hasIdr = true
    at += 4 + size
  }
  if (at !== view.length) throw new PacketError('INVALID_FRAME', 'length')
  if (isKey && !hasIdr) throw new PacketError('INVALID_FRAME', 'key frame without IDR')
}
