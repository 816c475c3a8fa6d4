/** What a client's frame asks for. Everything a session has no use for, but may be sent, is `ignored`. */
export type ClientPacket =
  | { type: 'ping'; data: string }
  | { type: 'join'; namespace: string }
  | { type: 'leave' }
  | { type: 'ignored' }
  | { type: 'malformed' }

/** Reads a text frame: one Engine.IO 3 packet, which may hold one Socket.IO packet. */
export function readText(text: string): ClientPacket {
  switch (text[0]) {
    case '1':
      return text.length === 1 ? { type: 'leave' } : malformed
    case '2':
      return { type: 'ping', data: text.slice(1) }
    case '4':
      return readMessage(text.slice(1))
    case '0':
    case '3':
    case '5':
    case '6':
      return ignored
    default:
      return malformed
  }
}

/**
 * Reads a binary frame: the attachment of an event (which nobody here waits for), or a text packet in the framing of
 * binary polling, `00 <length in digits> ff <packet>`, which some clients use on a websocket too.
 */
export function readBinary(bytes: Uint8Array): ClientPacket {
  if (bytes[0] === binaryMessage) return ignored
  if (bytes[0] !== framedText) return malformed
  const end = bytes.indexOf(0xff)
  if (end < 2 || end > 7) return malformed
  const text = new TextDecoder().decode(bytes.subarray(end + 1))
  const length = bytes.subarray(1, end).reduce((sum, digit) => (digit > 9 ? NaN : sum * 10 + digit), 0)
  return length === text.length ? readText(text) : malformed
}

const binaryMessage = 4
const framedText = 0
const ignored: ClientPacket = { type: 'ignored' }
const malformed: ClientPacket = { type: 'malformed' }

/** type, [attachments "-"], ["/" namespace ","], [id], [json] */
const message =
  /^(?<type>[0-6])(?<attachments>\d{1,3}-)?(?:(?<namespace>\/[^,]*)(?:,|$))?(?<id>\d{1,15})?(?<json>[^]*)$/

function readMessage(text: string): ClientPacket {
  const parts = message.exec(text)?.groups
  if (parts === undefined) return malformed
  const { type, attachments, namespace = '/', json = '' } = parts
  const name = namespace.split('?', 1)[0] ?? '/'
  const isBinary = type === '5' || type === '6'
  if (isBinary !== (attachments !== undefined)) return malformed

  if (type === '0') return name === '/' ? ignored : { type: 'join', namespace: name }
  if (type === '1') return name === '/' ? { type: 'leave' } : ignored
  if (type === '4') return json === '' || isJson(json, () => true) ? ignored : malformed
  const isEvent = type === '2' || type === '5'
  return isJson(json, (value) => Array.isArray(value) && (!isEvent || typeof value[0] === 'string'))
    ? ignored
    : malformed
}

function isJson(text: string, fits: (value: unknown) => boolean): boolean {
  try {
    return fits(JSON.parse(text))
  } catch {
    return false
  }
}

/** What the server says first: an Engine.IO 3 handshake. */
export function openPacket(handshake: { sid: string; upgrades: string[]; pingInterval: number; pingTimeout: number }) {
  return `0${JSON.stringify(handshake)}`
}

export const connectPacket = '40'
export const disconnectPacket = '41'
export const pongPacket = (data: string) => `3${data}`
export const noSuchNamespacePacket = (namespace: string) => `44${namespace},"Invalid namespace"`

/** An event whose payload is already JSON text. */
export function eventPacket(event: string, payloadJson: string): string {
  return `42["${event}",${payloadJson}]`
}
