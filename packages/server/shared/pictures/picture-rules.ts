import { limits } from '@onair/contract'
import { errorReason, type CodeOrReason } from '../refusal.ts'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
type Bounds<T extends PictureType> = { bytes: number; pixels: number; types: readonly T[] }

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const standard = {
  bytes: limits.pictureBytes,
  pixels: limits.picturePixels,
  types: ['image/png', 'image/jpeg'] as const,
}

export function parsePicture(bytes: Buffer): Parsed<'image/png' | 'image/jpeg'>
export function parsePicture<T extends PictureType>(bytes: Buffer, bounds: Bounds<T>): Parsed<T>
/** The type and the size of a picture by its bytes, or why it is refused. Its pixels are bounded: a small file can hold many. */
export function parsePicture(bytes: Buffer, bounds: Bounds<PictureType> = standard): Parsed<PictureType> {
  const tooLarge = errorReason('PICTURE_TOO_LARGE', {
    kilobytes: Math.floor(bounds.bytes / 1024),
    pixels: bounds.pixels,
  })
  if (bytes.length > bounds.bytes) return { refusal: tooLarge }
  const picture = readPng(bytes) ?? readJpeg(bytes) ?? readGif(bytes) ?? readWebp(bytes)
  if (picture === null || !bounds.types.includes(picture.type)) return { refusal: 'NOT_A_PICTURE' }
  const { width, height } = picture
  if (width === 0 || height === 0) return { refusal: 'NOT_A_PICTURE' }
  return Math.max(width, height) > bounds.pixels ? { refusal: tooLarge } : picture
}

type Picture<T extends PictureType = PictureType> = { type: T; width: number; height: number }
type Parsed<T extends PictureType> = Picture<T> | { refusal: CodeOrReason }

/** W3C PNG, 5.2 and 11.2.1: the first chunk is IHDR, with the width and the height. */
function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngSignature)) return null
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** ITU-T T.81, B.1.1 and B.2.2: segments up to the frame header, which has the height and the width. */
function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2))
    if (isFrameHeader(bytes[at + 1] ?? 0))
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  return null
}

/** SOF0 to SOF15 without the tables DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** GIF89a, 17 to 27: the screen, and blocks, of which each image has its own place and size. */
function readGif(bytes: Buffer): Picture | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  let hasImage = false
  for (let at = 13 + colorTableBytes(bytes[10]); at < bytes.length && bytes[at] !== 0x3b;) {
    if (bytes[at] === 0x2c && at + 10 < bytes.length) {
      hasImage = true
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at += 11 + colorTableBytes(bytes[at + 9])
    } else if (bytes[at] === 0x21) at += 2
    else return null
    while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0)
    at++
  }
  return hasImage ? { type: 'image/gif', width, height } : null
}

const colorTableBytes = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** RFC 9649, 2.5 to 2.7 and RFC 6386, 9.1: the canvas of an extended file, or the header of the only image. */
function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const [type, chunk] = ['image/webp' as const, bytes.toString('latin1', 12, 16)]
  if (chunk === 'VP8X') return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ') return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk !== 'VP8L' || bytes[20] !== 0x2f) return null
  const size = bytes.readUInt32LE(21)
  return { type, width: (size & 0x3fff) + 1, height: ((size >> 14) & 0x3fff) + 1 }
}
