import { type Frame, packetOf } from './frames.ts'

/** The format of a poll's response: binary, text, or a call of a function of the page (JSONP). */
export type PayloadFormat = 'binary' | 'text' | { callback: string }

export function payloadFormatOf(query: URLSearchParams): PayloadFormat {
  const callback = query.get('j')
  if (callback !== null) return { callback: callback.replaceAll(/\D/g, '') }
  return query.get('b64') ? 'text' : 'binary'
}

/** Encodes several packets as one body. */
export function encodePayload(frames: Frame[], format: PayloadFormat): { contentType: string; body: Buffer } {
  const packets = frames.map(packetOf)
  if (format === 'binary')
    return {
      contentType: 'application/octet-stream',
      body: Buffer.concat(packets.flatMap((packet) => [binaryHeader(packet.length), packet])),
    }
  const text = packets.map((packet) => `${packet.length}:${packet.toString('latin1')}`).join('')
  return format === 'text'
    ? { contentType: 'text/plain; charset=UTF-8', body: Buffer.from(text) }
    : {
        contentType: 'text/javascript; charset=UTF-8',
        body: Buffer.from(`___eio[${format.callback}](${JSON.stringify(text)});`),
      }
}

/** `00 <length in digits> ff` */
function binaryHeader(length: number): Buffer {
  return Buffer.from([0, ...Array.from(String(length), Number), 0xff])
}

/**
 * Decodes the field `d` of a JSONP form: `\n` is a line break, and `\\n` a literal `\n`. Null
 * without the field.
 */
export function decodeForm(form: string): string | null {
  const text = new URLSearchParams(form).get('d')
  return text?.replaceAll(/(\\)?\\n/g, (match, escaped) => (escaped ? match : '\n')).replaceAll('\\\\n', '\\n') ?? null
}
