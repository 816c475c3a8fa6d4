/** Bytes that Web Crypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function utf8Bytes(string: string): Bytes {
  return encoder.encode(string)
}

/** Decodes UTF-8 and keeps a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

export function hexToBytes(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Decodes base64 and base64url, with or without padding; other characters are ignored. */
export function base64ToBytes(base64: string): Bytes {
  const digits = base64
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '')
  return latin1ToBytes(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits))
}

/** Converts each character to a single byte. */
export function latin1ToBytes(string: string): Bytes {
  return Uint8Array.from(string, (character) => character.charCodeAt(0))
}

export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const result = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    result.set(part, offset)
    offset += part.length
  }
  return result
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}
