/** A packet as it goes over the wire: made once, written to any number of sockets, changed by none. */
export type Frame = { readonly bytes: Buffer }

/**
 * Frames a packet as one websocket text message. Every character beyond ASCII is written `\uXXXX`, as JSON allows:
 * clients 1.0.x decode each text packet as UTF-8 once more, so that raw ones are garbled or end the connection. Nothing
 * tells those clients apart, and every version reads the escapes.
 */
export function frame(packet: string): Frame {
  const desk = packet.length <= everyday ? everydayDesk : deskFor(packet.length)
  return { bytes: framed(desk.space, writeAscii(packet, desk)) }
}

/** The packet alone, without the header of the websocket. */
export function packetIn({ bytes }: Frame): Buffer {
  return bytes.subarray(bytes[1] === 127 ? 10 : bytes[1] === 126 ? 4 : 2)
}

/** Answers a ping of the websocket itself, which says nothing to the session and is never longer than 125 bytes. */
export function websocketPong(data: Buffer): Frame {
  return { bytes: Buffer.concat([Buffer.from([final | 0xa, data.length]), data]) }
}

const final = 0x80
const text = 0x1
const longestHeader = 10

type Desk = { units: Uint16Array; unitBytes: Buffer; space: Buffer }

/** Where a packet is spelled out, behind room for its header, before it is copied. */
function deskFor(length: number): Desk {
  const units = new Uint16Array(length)
  const space = Buffer.allocUnsafeSlow(longestHeader + length * 6)
  return { units, unitBytes: Buffer.from(units.buffer), space }
}

/** Packets of everyday size share one. */
const everyday = 10_922
const everydayDesk = deskFor(everyday)
const hexDigits = Buffer.from('0123456789abcdef')

/** Copied into an array first, the units of a text are read faster than one by one. Answers where it ends. */
function writeAscii(packet: string, { units, unitBytes, space: into }: Desk): number {
  unitBytes.write(packet, 'utf16le')
  let end = longestHeader
  for (let at = 0; at < packet.length; at++) {
    const unit = units[at]!
    if (unit < 0x80) into[end++] = unit
    else {
      into[end] = 0x5c
      into[end + 1] = 0x75
      into[end + 2] = hexDigits[unit >> 12]!
      into[end + 3] = hexDigits[(unit >> 8) & 15]!
      into[end + 4] = hexDigits[(unit >> 4) & 15]!
      into[end + 5] = hexDigits[unit & 15]!
      end += 6
    }
  }
  return end
}

/** A copy of what stands behind the room for a header, with its header. */
function framed(space: Buffer, end: number): Buffer {
  const length = end - longestHeader
  const start = longestHeader - (length < 126 ? 2 : length < 65_536 ? 4 : 10)
  space[start] = final | text
  if (length < 126) space[start + 1] = length
  else if (length < 65_536) {
    space[start + 1] = 126
    space.writeUInt16BE(length, start + 2)
  } else {
    space[start + 1] = 127
    space.writeBigUInt64BE(BigInt(length), start + 2)
  }
  const bytes = Buffer.allocUnsafe(end - start)
  space.copy(bytes, 0, start, end)
  return bytes
}
