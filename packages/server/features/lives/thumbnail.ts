import { crc32, deflateSync } from 'node:zlib'
import type { Addresses, Deps } from '../../infra/deps.ts'

export const thumbnailSize = { width: 480, height: 270 }

/**
 * The address of a broadcast's picture. It holds the literal `{type}`, which clients replace with a height: the picture
 * that the channel chose, else from `THUMBNAIL_URL`, else a generated picture. The first and the last are the same for
 * every type. Gap 190.
 */
export function thumbnailUrl(
  { liveId, channelId, thumbnailId }: { liveId: number; channelId: string; thumbnailId: string | null },
  { addresses, config }: Pick<Deps, 'addresses' | 'config'>,
): string {
  if (thumbnailId !== null) return chosenThumbnailUrl(thumbnailId, addresses)
  return (
    config.thumbnailUrl?.replaceAll('{channelId}', channelId) ??
    `${addresses.baseUrl}/assets/thumbnails/${liveId}_{type}.png`
  )
}

export function chosenThumbnailUrl(thumbnailId: string, { baseUrl }: Addresses): string {
  return `${baseUrl}/assets/thumbnails/${thumbnailId}_{type}`
}

/** A play symbol on a gradient whose colours depend on the broadcast, as PNG. */
export function generateThumbnail(liveId: number): Buffer {
  compressedPixels ??= deflateSync(drawPixels())
  const palette = Buffer.from(Array.from({ length: 256 }, (_, index) => colorOf(liveId, index)).flat())
  const chunks = [chunk('IHDR', header()), chunk('PLTE', palette), chunk('IDAT', compressedPixels), chunk('IEND')]
  return Buffer.concat([signature, ...chunks])
}

/** All pictures have the same pixels, as indexes of their palette. */
let compressedPixels: Uint8Array | null = null

const signature = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')

function header(): Buffer {
  const [bitDepth, usesPalette] = [8, 3]
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(thumbnailSize.width, 0)
  bytes.writeUInt32BE(thumbnailSize.height, 4)
  bytes.set([bitDepth, usesPalette], 8)
  return bytes
}

/** The lines of the picture. Each begins with its filter, 0: none. */
function drawPixels(): Buffer {
  const { width, height } = thumbnailSize
  const lines = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = shadeAt(x, y) * 4 + symbolAt(x, y)
  return lines
}

/** 0 (top left) to 63 (bottom right). */
function shadeAt(x: number, y: number): number {
  return Math.floor(((x / thumbnailSize.width + y / thumbnailSize.height) / 2) * 63)
}

/** How much of the pixel the play symbol covers, in thirds. */
function symbolAt(x: number, y: number): number {
  const [right, down] = [x - thumbnailSize.width / 2, Math.abs(y - thumbnailSize.height / 2)]
  const distance = Math.min(right + 22, (38 - right) * 0.55 - down * 0.83)
  return Math.max(0, Math.min(3, Math.round(distance + 1.5)))
}

/** A colour of the palette: 64 shades, each with four strengths of the symbol. */
function colorOf(liveId: number, index: number): number[] {
  const shade = Math.floor(index / 4) / 63
  const cover = ((index % 4) / 3) * 0.28
  const hue = (liveId * 137.508 + shade * 70) % 360
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12
    const channel = 0.38 - 0.18 * shade - 0.13 * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(255 * (channel * (1 - cover) + cover))
  })
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8 + content.length)
  frame.writeUInt32BE(data.length, 0)
  content.copy(frame, 4)
  frame.writeUInt32BE(crc32(content), 4 + content.length)
  return frame
}
