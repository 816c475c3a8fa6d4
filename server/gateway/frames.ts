import { Sender } from 'ws'

/** A packet as it goes over the wire: made once, written to any number of sockets, changed by none. */
export type Frame = { readonly bytes: Buffer }

/** Frames a packet as one websocket text message. */
export function frame(packet: string): Frame {
  return { bytes: websocketFrame(0x1, Buffer.from(packet)) }
}

/** Answers a ping of the websocket itself, which says nothing to the session. */
export function websocketPong(data: Buffer): Frame {
  return { bytes: websocketFrame(0xa, data) }
}

function websocketFrame(opcode: number, data: Buffer): Buffer {
  return Buffer.concat(Sender.frame(data, { opcode, fin: true, mask: false, rsv1: false, readOnly: true }))
}
