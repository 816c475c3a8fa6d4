import { type Frame, packetIn } from './frames.ts'

/** How the answer to a poll is written: binary, as text, or as a call of a function that a page has for it (JSONP). */
export type Framing = 'binary' | 'text' | { callback: string }

export function framingOf(asked: URLSearchParams): Framing {
  const callback = asked.get('j')
  if (callback !== null) return { callback: callback.replaceAll(/\D/g, '') }
  return asked.get('b64') ? 'text' : 'binary'
}

/** Several packets as one body, with its type. */
export function payload(frames: Frame[], framing: Framing): { type: string; body: Buffer } {
  const packets = frames.map(packetIn)
  if (framing === 'binary')
    return {
      type: 'application/octet-stream',
      body: Buffer.concat(packets.flatMap((packet) => [binaryHeader(packet.length), packet])),
    }
  const text = packets.map((packet) => `${packet.length}:${packet.toString('latin1')}`).join('')
  return framing === 'text'
    ? { type: 'text/plain; charset=UTF-8', body: Buffer.from(text) }
    : {
        type: 'text/javascript; charset=UTF-8',
        body: Buffer.from(`___eio[${framing.callback}](${JSON.stringify(text)});`),
      }
}

/** `00 <length in digits> ff` */
function binaryHeader(length: number): Buffer {
  return Buffer.from([0, ...Array.from(String(length), Number), 0xff])
}

/** What a page's form holds for the server: `d`, its line breaks written `\n`, and a backslash before those that are so. */
export function textOfForm(form: string): string | null {
  const text = new URLSearchParams(form).get('d')
  return (
    text?.replaceAll(/(\\)?\\n/g, (written, escaped) => (escaped ? written : '\n')).replaceAll('\\\\n', '\\n') ?? null
  )
}
