import { type Frame, packetOf } from './frames.ts'

/** How the answer to a poll is written: binary, as text, or as a call of a function that a page has for it (JSONP). */
export type PayloadFormat = 'binary' | 'text' | { callback: string }

export function payloadFormatOf(query: URLSearchParams): PayloadFormat {
  const callback = query.get('j')
  if (callback !== null) return { callback: callback.replaceAll(/\D/g, '') }
  return query.get('b64') ? 'text' : 'binary'
}

/** Several packets as one body, with its type. */
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

/** What a page's form holds for the server: `d`, its line breaks written `\n`, and a backslash before those that are so. */
export function decodeForm(form: string): string | null {
  const text = new URLSearchParams(form).get('d')
  return text?.replaceAll(/(\\)?\\n/g, (match, escaped) => (escaped ? match : '\n')).replaceAll('\\\\n', '\\n') ?? null
}
