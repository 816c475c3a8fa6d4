/** A packet as it goes over the wire: made once, written to any number of sockets, changed by none. */
export type Frame = { readonly bytes: Buffer }

/**
 * Frames a packet as one websocket text message. Every character beyond ASCII is written `\uXXXX`, as JSON allows:
 * clients 1.0.x decode each text packet as UTF-8 once more, so that raw ones are garbled or end the connection. Nothing
 * tells those clients apart, and every version reads the escapes.
 */
export function encodeFrame(packet: string): Frame {
  const buffer = packet.length <= sharedBufferLength ? sharedBuffer : createEncodeBuffer(packet.length)
  return { bytes: copyWithHeader(buffer.output, writeAscii(packet, buffer)) }
}

/** The packet alone, without the header of the websocket. */
export function packetOf({ bytes }: Frame): Buffer {
  return bytes.subarray(bytes[1] === 127 ? 10 : bytes[1] === 126 ? 4 : 2)
}

/** Answers a ping of the websocket itself, which says nothing to the session and is never longer than 125 bytes. */
export function encodePong(data: Buffer): Frame {
  return { bytes: Buffer.concat([Buffer.from([finalBit | 0xa, data.length]), data]) }
}

const finalBit = 0x80
const textOpcode = 0x1
const maxHeaderBytes = 10

type EncodeBuffer = { codeUnits: Uint16Array; codeUnitBytes: Buffer; output: Buffer }

/** Where a packet is spelled out, behind room for its header, before it is copied. */
function createEncodeBuffer(length: number): EncodeBuffer {
  const codeUnits = new Uint16Array(length)
  const output = Buffer.allocUnsafeSlow(maxHeaderBytes + length * 6)
  return { codeUnits, codeUnitBytes: Buffer.from(codeUnits.buffer), output }
}

/** Packets of everyday size share one. */
const sharedBufferLength = 10_922
const sharedBuffer = createEncodeBuffer(sharedBufferLength)
const hexDigits = Buffer.from('0123456789abcdef')

/** Copied into an array first, the units of a text are read faster than one by one. Answers where it ends. */
function writeAscii(packet: string, { codeUnits, codeUnitBytes, output }: EncodeBuffer): number {
  codeUnitBytes.write(packet, 'utf16le')
  let end = maxHeaderBytes
  for (let index = 0; index < packet.length; index++) {
    const codeUnit = codeUnits[index]!
    if (codeUnit < 0x80) output[end++] = codeUnit
    else {
      output[end] = 0x5c
      output[end + 1] = 0x75
      output[end + 2] = hexDigits[codeUnit >> 12]!
      output[end + 3] = hexDigits[(codeUnit >> 8) & 15]!
      output[end + 4] = hexDigits[(codeUnit >> 4) & 15]!
      output[end + 5] = hexDigits[codeUnit & 15]!
      end += 6
    }
  }
  return end
}

/** A copy of what stands behind the room for a header, with its header. */
function copyWithHeader(output: Buffer, end: number): Buffer {
  const length = end - maxHeaderBytes
  const start = maxHeaderBytes - (length < 126 ? 2 : length < 65_536 ? 4 : 10)
  output[start] = finalBit | textOpcode
  if (length < 126) output[start + 1] = length
  else if (length < 65_536) {
    output[start + 1] = 126
    output.writeUInt16BE(length, start + 2)
  } else {
    output[start + 1] = 127
    output.writeBigUInt64BE(BigInt(length), start + 2)
  }
  const bytes = Buffer.allocUnsafe(end - start)
  output.copy(bytes, 0, start, end)
  return bytes
}
