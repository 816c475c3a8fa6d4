/** An encoded packet. It is written to any number of sockets, so its bytes must not be changed. */
export type Frame = { readonly bytes: Buffer }

/**
 * Encodes a packet as one websocket text message. Non-ASCII characters are written as JSON escapes
 * (`\uXXXX`), because clients 1.0.x decode each text packet as UTF-8 a second time, which corrupts
 * raw characters or ends the connection. Those clients cannot be identified, and every version
 * reads the escapes.
 */
export function encodeFrame(packet: string): Frame {
  const buffer = packet.length <= sharedBufferLength ? sharedBuffer : createEncodeBuffer(packet.length)
  return { bytes: copyWithHeader(buffer.output, writeAscii(packet, buffer)) }
}

/** The packet without the websocket header. */
export function packetOf({ bytes }: Frame): Buffer {
  return bytes.subarray(bytes[1] === 127 ? 10 : bytes[1] === 126 ? 4 : 2)
}

/** A websocket pong, which is not an Engine.IO pong. `data` has at most 125 bytes. */
export function encodePong(data: Buffer): Frame {
  return { bytes: Buffer.concat([Buffer.from([finalBit | 0xa, data.length]), data]) }
}

const finalBit = 0x80
const textOpcode = 0x1
const maxHeaderBytes = 10

type EncodeBuffer = { codeUnits: Uint16Array; codeUnitBytes: Buffer; output: Buffer }

/** A packet is encoded into `output`, after space for its header, and then copied. */
function createEncodeBuffer(length: number): EncodeBuffer {
  const codeUnits = new Uint16Array(length)
  const output = Buffer.allocUnsafeSlow(maxHeaderBytes + length * 6)
  return { codeUnits, codeUnitBytes: Buffer.from(codeUnits.buffer), output }
}

/** Packets up to this length share one buffer. */
const sharedBufferLength = 10_922
const sharedBuffer = createEncodeBuffer(sharedBufferLength)
const hexDigits = Buffer.from('0123456789abcdef')

/** Returns the end offset. Reading code units from a copied array is faster than `charCodeAt`. */
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

/** Copies the packet out of the buffer, with its websocket header. */
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
