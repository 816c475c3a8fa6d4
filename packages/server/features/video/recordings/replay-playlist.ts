import type { IndexEntry } from './recording-file.ts'

/** Segments of a recording are joined to about this length: a player requests fewer. */
const joinedUs = 6_000_000

/** The playlist of a whole recording: byte ranges of one file (RFC 8216, 4.3.2.2 and 4.3.3.5). */
export function renderReplay(entries: readonly IndexEntry[], file: string): string {
  const segments = joinEntries(entries)
  const targetSec = Math.max(1, ...segments.map(({ duration }) => Math.round(duration / 1e6)))
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${targetSec}`, '#EXT-X-PLAYLIST-TYPE:VOD']
  lines.push('#EXT-X-INDEPENDENT-SEGMENTS')
  let initOffset = -1
  for (const [index, segment] of segments.entries()) {
    if (segment.startsEra && index > 0) lines.push('#EXT-X-DISCONTINUITY')
    if (segment.initOffset !== initOffset)
      lines.push(`#EXT-X-MAP:URI="${file}",BYTERANGE="${segment.initBytes}@${segment.initOffset}"`)
    initOffset = segment.initOffset
    const seconds = (segment.duration / 1e6).toFixed(5)
    lines.push(`#EXTINF:${seconds},`, `#EXT-X-BYTERANGE:${segment.bytes}@${segment.offset}`, file)
  }
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`
}

/** Each segment follows the one before in the file, unless an init segment is between them. */
function joinEntries(entries: readonly IndexEntry[]): IndexEntry[] {
  const joined: IndexEntry[] = []
  for (const entry of entries) {
    const last = joined.at(-1)
    const continues = last !== undefined && !entry.startsEra && entry.initOffset === last.initOffset
    if (!continues || last.duration + entry.duration > joinedUs) joined.push({ ...entry })
    else {
      last.bytes += entry.bytes
      last.duration += entry.duration
    }
  }
  return joined
}
