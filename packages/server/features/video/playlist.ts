import type { VideoConfig } from './packet.ts'
import type { Segment, SegmentWindow } from './segment-window.ts'

type PlaylistContent = {
  window: SegmentWindow
  /** The segment that is not complete. */
  open: Segment | null
  edge: { sequence: number; parts: number }
  targetSec: number
  partTargetSec: number
  isEnded: boolean
}

/**
 * A media playlist of low-latency HLS (draft-pantos-hls-rfc8216bis): parts, blocking reload and the hint of the next part.
 * A player without low latency plays the segments of the same playlist.
 */
export function renderPlaylist({ window, open, edge, targetSec, partTargetSec, isEnded }: PlaylistContent): string {
  const [first] = window.segments
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetSec}`,
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${(partTargetSec * 3).toFixed(3)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partTargetSec}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? edge.sequence}`,
  ]
  if (window.discontinuities > 0) lines.push(`#EXT-X-DISCONTINUITY-SEQUENCE:${window.discontinuities}`)
  let initId = -1
  const partsFrom = partsFromSequence(window, open, targetSec)
  for (const segment of open === null ? window.segments : [...window.segments, open]) {
    if (segment.startsEra) lines.push('#EXT-X-DISCONTINUITY')
    if (segment.initId !== initId) lines.push(`#EXT-X-MAP:URI="init-${segment.initId}.mp4"`)
    if (segment.startsEra || initId === -1)
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.date).toISOString()}`)
    initId = segment.initId
    if (segment.sequence >= partsFrom) lines.push(...renderParts(segment))
    if (segment !== open) lines.push(`#EXTINF:${seconds(segment.duration)},`, `${segment.sequence}.m4s`)
  }
  if (isEnded) lines.push('#EXT-X-ENDLIST')
  else lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${edge.sequence}.${edge.parts}.m4s"`)
  return `${lines.join('\n')}\n`
}

/** Parts are listed of the last three target durations (section 4.4.4.9). */
function partsFromSequence(window: SegmentWindow, open: Segment | null, targetSec: number): number {
  let left = targetSec * 3e6 - (open?.duration ?? 0)
  let from = open?.sequence ?? Infinity
  for (const segment of window.segments.toReversed()) {
    if (left <= 0) break
    left -= segment.duration
    from = segment.sequence
  }
  return from
}

function renderParts({ sequence, parts }: Segment): string[] {
  return parts.map(
    ({ duration, isIndependent }, index) =>
      `#EXT-X-PART:DURATION=${seconds(duration)},URI="${sequence}.${index}.m4s"${isIndependent ? ',INDEPENDENT=YES' : ''}`,
  )
}

function seconds(microseconds: number): string {
  return (microseconds / 1e6).toFixed(5)
}

type Variant = {
  index: number
  config: VideoConfig
  audioCodec: string | null
  bandwidths: { peak: number; average: number }
}

/** The multivariant playlist: a line for each rendition. */
export function renderMaster(variants: readonly Variant[]): string {
  const lines = variants.flatMap(({ index, config: { codec, width, height }, audioCodec, bandwidths }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidths.peak},AVERAGE-BANDWIDTH=${bandwidths.average},CODECS="${[
      codec,
      ...(audioCodec === null ? [] : [audioCodec]),
    ].join(',')}",RESOLUTION=${width}x${height}`,
    `${index}/index.m3u8`,
  ])
  return `${['#EXTM3U', '#EXT-X-VERSION:9', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`
}
