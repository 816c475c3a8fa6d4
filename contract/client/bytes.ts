/** Bytes that Web Crypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

const utf8 = new TextEncoder()
const text = new TextDecoder('utf-8', { ignoreBOM: true })

export function bytesOfText(written: string): Bytes {
  return utf8.encode(written)
}

/** Read as UTF-8; a byte order mark stays. */
export function textIn(bytes: Uint8Array): string {
  return text.decode(bytes)
}

export function bytesOfHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Of either alphabet, with or without padding; what is of neither is passed over. */
export function bytesOfBase64(base64: string): Bytes {
  const digits = base64
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '')
  return bytesOfLatin1(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits))
}

/** A byte for each letter. */
export function bytesOfLatin1(letters: string): Bytes {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
