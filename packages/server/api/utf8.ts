import { isUtf8 } from 'node:buffer'

/**
 * Whether a query or form is UTF-8 after percent-decoding. Decoders replace other bytes with U+FFFD, so that what is stored
 * would differ from what was sent. Each character of `encoded` is one byte.
 */
export function isEncodedUtf8(encoded: string): boolean {
  if (!mayHaveOtherBytes.test(encoded)) return true
  const decoded = encoded.replaceAll(/%([0-9a-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return isUtf8(Buffer.from(decoded, 'latin1'))
}

/** Bytes beyond ASCII, escaped or not. */
const mayHaveOtherBytes = /%[89a-f]|[^\0-\x7f]/i
