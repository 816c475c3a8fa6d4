import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median } from '../shared/statistics.ts'
import { load, type Followed } from './follow.ts'
import { codeShare, flashEverySec, flashShare } from './picture.ts'

/**
 * The milliseconds by which beeps come after their flashes, in what a playlist has now. Null if it has less than three of
 * them, as after a discontinuity.
 */
export async function measureAvOffset(playlistUrl: string): Promise<number | null> {
  const followed: Followed = { requests: 0, bytes: 0, files: 0 }
  const loadFile = (file: string) => load(new URL(file, playlistUrl).href, followed, AbortSignal.timeout(10_000))
  const playlist = String(await loadFile(playlistUrl))
  // Of the last era: times begin anew at a discontinuity.
  const [era = ''] = playlist.split('#EXT-X-DISCONTINUITY\n').slice(-1)
  const init = [...playlist.matchAll(/#EXT-X-MAP:URI="([^"]+)"/g)].at(-1)?.[1] ?? ''
  const segments = [...era.matchAll(/^\d+\.m4s$/gm)].map(([file]) => file)
  if (segments.length < 3) return null
  const folder = await mkdtemp(join(tmpdir(), 'onair-offset-'))
  try {
    const path = join(folder, 'video.mp4')
    // The first segment may leave the window meanwhile.
    const files = await Promise.all([init, ...segments.slice(1)].map(loadFile))
    await writeFile(path, Buffer.concat(files))
    return await measureFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureFile(path: string): Promise<number | null> {
  const crop = `crop=iw:ih*${flashShare / 2}:0:ih*${codeShare + flashShare / 4}`
  const filters = ['-vf', `${crop},blackdetect=d=0.2:pix_th=0.2`, '-af', 'silencedetect=noise=-30dB:d=0.2']
  const args = ['-nostdin', '-hide_banner', '-copyts', '-i', path, ...filters, '-f', 'null', '-']
  const { stderr } = await promisify(execFile)('ffmpeg', args, { timeout: 60_000, maxBuffer: 16 * 1_048_576 })
  const timesOf = (name: string) =>
    [...stderr.matchAll(new RegExp(`${name}:\\s*([\\d.]+)`, 'g'))].map(([, at]) => Number(at))
  const beeps = timesOf('silence_end')
  const offsets = timesOf('black_end').flatMap((flash) => {
    const nearest = beeps.toSorted((a, b) => Math.abs(a - flash) - Math.abs(b - flash))[0]
    return nearest !== undefined && Math.abs(nearest - flash) < flashEverySec * 0.45 ? [(nearest - flash) * 1_000] : []
  })
  return offsets.length < 3 ? null : Math.round(median(offsets))
}
