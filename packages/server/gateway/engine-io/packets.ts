/** A packet from a client. Valid packets that have no effect on a session are `ignored`. */
export type ClientPacket =
  | { type: 'ping'; data: string }
  | { type: 'connect-namespace'; namespace: string }
  | { type: 'disconnect' }
  | { type: 'upgrade' }
  | { type: 'ignored' }
  | { type: 'malformed' }

/** Parses a text frame: one Engine.IO 3 packet, which may contain one Socket.IO packet. */
export function parseTextFrame(text: string): ClientPacket {
  switch (text[0]) {
    case '1':
      return text.length === 1 ? { type: 'disconnect' } : malformed
    case '2':
      return { type: 'ping', data: text.slice(1) }
    case '4':
      return parseMessage(text.slice(1))
    case '5':
      return text.length === 1 ? { type: 'upgrade' } : ignored
    case '0':
    case '3':
    case '6':
      return ignored
    default:
      return malformed
  }
}

/**
 * Parses a binary frame: the attachment of an event (ignored), or a text packet in the framing of
 * binary polling, which some clients use on websockets too.
 */
export function parseBinaryFrame(bytes: Uint8Array): ClientPacket {
  if (bytes[0] === binaryMessage) return ignored
  const [packet = malformed, ...rest] = parseBinaryPayload(bytes)
  return rest.length === 0 ? packet : malformed
}

/** A client that sends a fraction of that at once is disconnected, so no more are parsed. */
const maxPackets = 1_000

/**
 * Parses a binary body, whose packets are `00 <length in digits> ff <packet>`, up to the first
 * malformed one.
 */
export function parseBinaryPayload(bytes: Uint8Array): ClientPacket[] {
  const packets: ClientPacket[] = []
  for (let offset = 0; (offset < bytes.length || offset === 0) && packets.length < maxPackets;) {
    const start = bytes.indexOf(0xff, offset) + 1
    const digits = bytes.subarray(offset + 1, Math.max(offset + 1, start - 1))
    const end = start + digits.reduce((sum, digit) => (digit > 9 ? NaN : sum * 10 + digit), 0)
    if (digits.length === 0 || digits.length > 6 || !(end <= bytes.length)) return [...packets, malformed]
    packets.push(parseFramedPacket(bytes[offset], bytes.subarray(start, end)))
    offset = end
  }
  return packets
}

function parseFramedPacket(kind: number | undefined, packet: Uint8Array): ClientPacket {
  if (kind === framedBinary) return packet[0] === binaryMessage ? ignored : malformed
  return kind === framedText
    ? parseTextFrame(Buffer.from(packet.buffer, packet.byteOffset, packet.length).toString())
    : malformed
}

/**
 * Parses a text body, whose packets are `<length>:<packet>`, up to the first malformed one. Lengths
 * count UTF-16 units, as the clients do. A packet that begins with `b` is binary in base64.
 */
export function parseTextPayload(text: string): ClientPacket[] {
  const packets: ClientPacket[] = []
  for (let offset = 0; (offset < text.length || offset === 0) && packets.length < maxPackets;) {
    const start = text.indexOf(':', offset) + 1
    const digits = text.slice(offset, Math.max(offset, start - 1))
    const end = start + Number(digits)
    if (!/^\d{1,6}$/.test(digits) || end > text.length) return [...packets, malformed]
    const packet = text.slice(start, end)
    packets.push(packet.startsWith('b4') ? ignored : parseTextFrame(packet))
    offset = end
  }
  return packets
}

const framedText = 0
const framedBinary = 1
const binaryMessage = 4
const ignored: ClientPacket = { type: 'ignored' }
export const malformed: ClientPacket = { type: 'malformed' }

/** type, [attachments "-"], ["/" namespace ","], [id], [json] */
const messagePattern =
  /^(?<type>[0-6])(?<attachments>\d{1,3}-)?(?:(?<namespace>\/[^,]*)(?:,|$))?(?<id>\d{1,15})?(?<json>[^]*)$/

function parseMessage(text: string): ClientPacket {
  const parts = messagePattern.exec(text)?.groups
  if (parts === undefined) return malformed
  const { type, attachments, namespace = '/', json = '' } = parts
  const namespaceName = namespace.split('?', 1)[0] ?? '/'
  const isBinary = type === '5' || type === '6'
  if (isBinary !== (attachments !== undefined)) return malformed

  if (type === '0') return namespaceName === '/' ? ignored : { type: 'connect-namespace', namespace: namespaceName }
  if (type === '1') return namespaceName === '/' ? { type: 'disconnect' } : ignored
  if (type === '4') return json === '' || isJson(json, () => true) ? ignored : malformed
  const isEvent = type === '2' || type === '5'
  return isJson(json, (value) => Array.isArray(value) && (!isEvent || typeof value[0] === 'string'))
    ? ignored
    : malformed
}

function isJson(text: string, isValid: (value: unknown) => boolean): boolean {
  try {
    return isValid(JSON.parse(text))
  } catch {
    return false
  }
}

/** The first packet of the server: the Engine.IO 3 handshake. */
export function openPacket(handshake: { sid: string; upgrades: string[]; pingInterval: number; pingTimeout: number }) {
  return `0${JSON.stringify(handshake)}`
}

export const connectPacket = '40'
export const disconnectPacket = '41'
export const closePacket = '1'
export const noopPacket = '6'
export const pongPacket = (data: string) => `3${data}`
export const invalidNamespacePacket = (namespace: string) => `44${namespace},"Invalid namespace"`

/** An event. The payload is JSON text. */
export function eventPacket(event: string, payloadJson: string): string {
  return `42["${event}",${payloadJson}]`
}
