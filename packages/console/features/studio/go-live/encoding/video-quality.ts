export type VideoQuality = { height: number; kbps: number; fps: number }

/** The qualities that a streamer chooses from, best first. */
export const qualities = {
  '1080p': { height: 1080, kbps: 6_000, fps: 30 },
  '720p': { height: 720, kbps: 2_500, fps: 30 },
  '480p': { height: 480, kbps: 1_200, fps: 30 },
  '360p': { height: 360, kbps: 700, fps: 30 },
} as const satisfies Record<string, VideoQuality>
export type QualityName = keyof typeof qualities
export const qualityNames = Object.keys(qualities) as QualityName[]

/** The second rendition, for viewers with a slow connection. */
export const smallQuality: VideoQuality = { height: 360, kbps: 600, fps: 30 }

/** The size of a picture whose shorter side is at most `height`. Both sides are even, as H.264 needs. */
export function scaleToHeight(width: number, height: number, maxShortSide: number): { width: number; height: number } {
  const scale = Math.min(1, maxShortSide / Math.min(width, height), (maxShortSide * 16) / 9 / Math.max(width, height))
  const even = (length: number) => Math.max(16, Math.round((length * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** The codec string of a picture of so many pixels: High, or Baseline, which does not reorder frames. */
export function codecOf(pixels: number, isBaseline: boolean): string {
  const level = pixels > 1_280 * 720 ? '28' : '1f'
  return `avc1.${isBaseline ? '42e0' : '6400'}${level}`
}
