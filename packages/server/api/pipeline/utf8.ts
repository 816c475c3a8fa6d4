import { isUtf8 } from 'node:buffer'

/**
 * Whether a query or form is UTF-8 after percent-decoding. Decoders replace other bytes with U+FFFD, so that what is stored
 * would differ from what was sent. Each character of `encoded` is one byte.
 */
export function isEncodedUtf8(encoded: string): boolean {
  return !mayHaveOtherBytes.test(encoded) || isUtf8(percentDecoded(Buffer.from(encoded, 'latin1')))
}

/** Bytes beyond ASCII, escaped or not. */
const mayHaveOtherBytes = /%[89a-f]|[^\0-\x7f]/i

/** Decodes in place. A percent sign without two digits stays. */
function percentDecoded(bytes: Buffer): Buffer {
  let end = 0
  for (let at = 0; at < bytes.length; end++) {
    const isEscape = bytes[at] === percent && digitOf(bytes[at + 1]) >= 0 && digitOf(bytes[at + 2]) >= 0
    bytes[end] = isEscape ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : bytes[at]!
    at += isEscape ? 3 : 1
  }
  return bytes.subarray(0, end)
}

const percent = 0x25

/** The value of a hexadecimal digit, or -1. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
