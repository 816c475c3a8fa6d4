import { Sender } from 'ws'

/** A packet as it goes over the wire: made once, written to any number of sockets, changed by none. */
export type Frame = { readonly bytes: Buffer }

/**
 * Frames a packet as one websocket text message. Every character beyond ASCII is written `\uXXXX`, as JSON allows:
 * clients 1.0.x decode each text packet as UTF-8 once more, so that raw ones are garbled or end the connection. Nothing
 * tells those clients apart, and every version reads the escapes.
 */
export function frame(packet: string): Frame {
  const space = packet.length * 6 <= desk.length ? desk : Buffer.allocUnsafe(packet.length * 6)
  return { bytes: websocketFrame(0x1, space.subarray(0, writeAscii(packet, space))) }
}

/** The packet alone, without the header of the websocket. */
export function packetIn({ bytes }: Frame): Buffer {
  return bytes.subarray(bytes[1] === 127 ? 10 : bytes[1] === 126 ? 4 : 2)
}

/** Answers a ping of the websocket itself, which says nothing to the session. */
export function websocketPong(data: Buffer): Frame {
  return { bytes: websocketFrame(0xa, data) }
}

/** Where packets of everyday size are spelled out before they are copied behind their header. */
const desk = Buffer.allocUnsafeSlow(64 * 1024)
const hexDigits = Buffer.from('0123456789abcdef')

function writeAscii(text: string, into: Buffer): number {
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) into[end++] = unit
    else {
      into[end++] = 0x5c
      into[end++] = 0x75
      for (let shift = 12; shift >= 0; shift -= 4) into[end++] = hexDigits[(unit >> shift) & 15]!
    }
  }
  return end
}

function websocketFrame(opcode: number, data: Buffer): Buffer {
  const [header] = Sender.frame(data, { opcode, fin: true, mask: false, rsv1: false, readOnly: true })
  const bytes = Buffer.allocUnsafe(header.length + data.length)
  bytes.set(header)
  bytes.set(data, header.length)
  return bytes
}
