import type { SeenSession } from './traffic.ts'

export type PollResponse = { method: string; query: URLSearchParams; status: number; isBinary: boolean; body: Buffer }
type Options = {
  /** A session that begins with a first poll. */
  open: (urlId: string) => SeenSession
  /** A packet that the program gets in a session. */
  onPacket: (packet: string, session: SeenSession) => void
}

/** Sessions that are followed at a time; the oldest one is forgotten. */
const maxSessions = 1_000
const stringPacket = 0
const endOfLength = 0xff

/** Follows the sessions of programs that poll, through the responses to their polls. */
export class PolledSessions {
  readonly #options: Options
  readonly #bySid = new Map<string, SeenSession>()

  constructor(options: Options) {
    this.#options = options
  }

  /** The session that a websocket continues; undefined if it begins one. */
  find(query: URLSearchParams): SeenSession | undefined {
    return this.#bySid.get(query.get('sid') ?? '')
  }

  onResponse({ method, query, status, isBinary, body }: PollResponse): void {
    if (method !== 'GET') return
    const session = query.has('sid') ? this.find(query) : this.#options.open(query.get('auth') ?? '')
    if (session === undefined) return
    const packets = status === 200 ? readPackets(body, isBinary) : []
    for (const packet of packets) {
      if (packet.startsWith('0')) this.#remember(packet, session)
      this.#options.onPacket(packet, session)
    }
    if (status !== 200 || packets.some((packet) => packet.startsWith('1') || packet.startsWith('41')))
      session.isOpen = false
    if (!session.isOpen) this.#bySid.delete(query.get('sid') ?? '')
  }

  #remember(packet: string, session: SeenSession): void {
    const { sid } = JSON.parse(packet.slice(1)) as { sid: string }
    this.#bySid.set(sid, session)
    const [oldest] = this.#bySid.keys()
    if (this.#bySid.size > maxSessions && oldest !== undefined) this.#bySid.delete(oldest)
  }
}

/** The packets of a payload of Engine.IO 3. Those of SYSTEM messages are ASCII, so characters are not decoded. */
function readPackets(body: Buffer, isBinary: boolean): string[] {
  return isBinary ? readBinaryPayload(body) : readTextPayload(body.toString())
}

function readTextPayload(text: string): string[] {
  const packets: string[] = []
  for (let rest = text; rest !== '';) {
    const colon = rest.indexOf(':')
    const length = Number(rest.slice(0, colon))
    if (colon < 1 || !Number.isInteger(length)) break
    packets.push(rest.slice(colon + 1, colon + 1 + length))
    rest = rest.slice(colon + 1 + length)
  }
  return packets
}

/** Each packet follows its kind, the digits of its length, and 255. */
function readBinaryPayload(body: Buffer): string[] {
  const packets: string[] = []
  for (let at = 0; at < body.length;) {
    const start = body.indexOf(endOfLength, at) + 1
    if (start === 0) break
    const length = Number(Array.from(body.subarray(at + 1, start - 1)).join(''))
    if (body[at] === stringPacket) packets.push(body.toString('latin1', start, start + length))
    at = start + length
  }
  return packets
}
