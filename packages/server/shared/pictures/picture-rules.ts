import { limits } from '@onair/contract'
import { errorReason, type CodeOrReason } from '../refusal.ts'

export type PictureType = 'image/png' | 'image/jpeg'

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const tooLarge = errorReason('PICTURE_TOO_LARGE', {
  kilobytes: limits.pictureBytes / 1024,
  pixels: limits.picturePixels,
})

/** The type and the size of a picture by its bytes, or why it is refused. Its pixels are bounded: a small file can hold many. */
export function parsePicture(bytes: Buffer): Picture | { refusal: CodeOrReason } {
  if (bytes.length > limits.pictureBytes) return { refusal: tooLarge }
  const picture = readPng(bytes) ?? readJpeg(bytes)
  if (picture === null) return { refusal: 'NOT_A_PICTURE' }
  const { width, height } = picture
  if (width === 0 || height === 0) return { refusal: 'NOT_A_PICTURE' }
  return Math.max(width, height) > limits.picturePixels ? { refusal: tooLarge } : picture
}

type Picture = { type: PictureType; width: number; height: number }

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
