import { randomBytes } from 'node:crypto'

/** PostgreSQL accepts less than 8,000 bytes. */
const maxPartBytes = 7_900
/** Longer messages are refused. The largest events have some kilobytes. */
const maxMessageBytes = 1_000_000
/** Publishers that have sent a part of a message and not the rest. */
const maxIncomplete = 100

/**
 * Splits the messages of one publisher into notifications: `publisher number part/parts topic` and, after a line break, a part
 * of the text. The number makes each of them unique, because PostgreSQL drops repeated notifications of a transaction.
 */
export class MessageSplitter {
  readonly #publisher = randomBytes(6).toString('base64url')
  #sent = 0

  split(topic: string, text: string): string[] {
    const bytes = Buffer.from(text)
    if (bytes.length > maxMessageBytes) throw new Error(`a message of ${bytes.length} bytes is too long for the bus`)
    const number = this.#sent++
    const room = maxPartBytes - Buffer.byteLength(topic) - 64
    const parts: Buffer[] = []
    for (let start = 0; start < bytes.length || parts.length === 0;) {
      let end = Math.min(start + room, bytes.length)
      // A part ends between characters: the bytes of one after its first are 10xxxxxx.
      while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--
      parts.push(bytes.subarray(start, end))
      start = end
    }
    return parts.map(
      (part, at) => `${this.#publisher} ${number.toString(36)} ${at + 1}/${parts.length} ${topic}\n${part.toString()}`,
    )
  }
}

type Incomplete = { number: string; texts: string[] }

/** Puts the messages together. The parts of a message arrive one after the other, because a transaction sent them. */
export class MessageAssembler {
  readonly #incomplete = new Map<string, Incomplete>()

  /** The message that is complete with this notification. */
  add(payload: string): { topic: string; text: string } | null {
    const header = /^(\S+) (\S+) (\d+)\/(\d+) ([^\n]*)\n/.exec(payload)
    if (header === null) return null
    const [start, from = '', number = '', part, parts, topic = ''] = header
    const text = payload.slice(start.length)
    if (parts === '1') return { topic, text }
    if (part === '1') this.#begin(from, number)
    const message = this.#incomplete.get(from)
    // The connection was opened between two parts.
    if (message === undefined || message.number !== number || message.texts.length !== Number(part) - 1) return null
    message.texts.push(text)
    if (part !== parts) return null
    this.#incomplete.delete(from)
    return { topic, text: message.texts.join('') }
  }

  #begin(from: string, number: string) {
    this.#incomplete.delete(from)
    const [oldest] = this.#incomplete.keys()
    if (this.#incomplete.size >= maxIncomplete && oldest !== undefined) this.#incomplete.delete(oldest)
    this.#incomplete.set(from, { number, texts: [] })
  }
}
