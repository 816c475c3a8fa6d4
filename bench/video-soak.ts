import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '@onair/contract'
import { chromiumUnavailable } from '../tests/support/clients/chromium.ts'
import { noEncoder } from '../tests/support/clients/encoder.ts'
import { findGrowth, type Sample } from './shared/growth.ts'
import { readReachableBytes } from './shared/inspected-heap.ts'
import { readMetrics } from './shared/read-metrics.ts'
import { readCpuMicros, readNumberOption } from './shared/system.ts'
import { measureAvOffset } from './video/av-offset.ts'
import { startFlashes } from './video/encoders.ts'
import { follow, type Followed } from './video/follow.ts'
import { startOnair, type Onair } from './video/onair.ts'
import { beeps } from './video/picture.ts'
import { goLive, openBrowser } from './video/studio.ts'

/*
 * Broadcasts for an hour from an encoder and from a page of the studio, with a low-latency viewer each. Flashes and beeps of
 * the source show by how much sound and picture drift apart. Exits with 1 if that is over 100 ms, if memory, descriptors or
 * queues grow after the first third, or if a viewer misses more than one part in a hundred.
 *   npm run soak:video -- [--minutes=60]
 */
const minutes = readNumberOption('minutes', 60)
const maxDriftMs = 100
const partMs = 370

type Live = { name: string; playlistUrl: string; followed: Followed; offsetsMs: number[] }

const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())
process.exitCode = await soak(ending.signal)
process.exit()

async function soak(signal: AbortSignal): Promise<number> {
  if (noEncoder) throw new Error(noEncoder)
  await using opening = new AsyncDisposableStack()
  const onair = opening.use(await startOnair())
  const lives = await openLives(onair, opening)
  const over = new AbortController()
  const following = lives.map(({ playlistUrl, followed }) =>
    follow('low latency', playlistUrl, { followed, signal: over.signal }),
  )
  const samples: Sample[] = []
  const startedAt = performance.now()
  const cpuBefore = readCpuMicros(onair.pid)
  while (performance.now() - startedAt < minutes * 60_000 && !signal.aborted) {
    await Promise.race([wait(Math.min(60, minutes * 5) * 1_000, null, { signal }).catch(() => null), ...following])
    samples.push(await takeSample(onair, lives))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const cpu = ((readCpuMicros(onair.pid) - cpuBefore) / 1e6).toFixed(1)
  over.abort()
  await Promise.all(following)
  console.log(`${Math.round(seconds / 60)} minutes, ${cpu} s of CPU time of the server`)
  const log = onair
    .stderr()
    .replaceAll(/^(Debugger|For help).*\n/gm, '')
    .trim()
  if (log !== '') console.log(`The log of the server:\n${log}`)
  return judge(lives, samples, seconds)
}

async function openLives(onair: Onair, opening: AsyncDisposableStack): Promise<Live[]> {
  const [streamer = '', other = ''] = onair.channelIds
  const names = ['encoder']
  opening.use(startFlashes(await onair.encoderUrl(other)))
  if (chromiumUnavailable) console.log(`No live from a page: ${chromiumUnavailable}`)
  else {
    const folder = opening.adopt(await mkdtemp(join(tmpdir(), 'onair-soak-')), (path) => rm(path, { recursive: true }))
    const sound = join(folder, 'beeps.wav')
    await writeFile(sound, beeps())
    const browser = opening.adopt(await openBrowser(sound), (opened) => opened.close())
    await goLive(browser, onair.baseUrl, '360p')
    names.push('page')
  }
  return Promise.all(
    names.map(async (name) => ({
      name,
      playlistUrl: await onair.playlistUrl(name === 'page' ? streamer : other),
      followed: { requests: 0, bytes: 0, files: 0 },
      offsetsMs: [],
    })),
  )
}

async function takeSample({ inspectorPort, opsPort }: Onair, lives: readonly Live[]): Promise<Sample> {
  for (const { name, playlistUrl, offsetsMs } of lives) {
    const offset = await measureAvOffset(playlistUrl)
    if (offset === null) console.log(`${name}: no flashes and beeps could be compared`)
    else offsetsMs.push(offset)
  }
  const heapBytes = await readReachableBytes(inspectorPort)
  const metrics = readMetrics(await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text())
  const shown = lives.map(({ name, offsetsMs, followed }) => ({ name, offsetMs: offsetsMs.at(-1), ...followed }))
  console.log(`${new Date().toISOString()} ${JSON.stringify({ heapBytes, ...metrics, lives: shown })}`)
  return { ...metrics, heapBytes, tables: new Map() }
}

function judge(lives: readonly Live[], samples: readonly Sample[], seconds: number): number {
  let failures = 0
  for (const { name, offsetsMs, followed } of lives) {
    const [first = Number.NaN] = offsetsMs
    const drift = Math.max(...offsetsMs.map((offset) => Math.abs(offset - first)))
    const missed = 1 - followed.files / ((seconds * 1_000) / partMs)
    console.log(
      `${name}: beeps ${Math.min(...offsetsMs)} to ${Math.max(...offsetsMs)} ms after flashes, drift ${drift} ms; ` +
        `${followed.files} parts in ${followed.requests} requests`,
    )
    if (!(drift <= maxDriftMs) || missed > 0.01) failures++
  }
  // Each measurement loads the segments of a window at once.
  const growths = findGrowth(samples, { descriptors: limits.videoWindowSec })
  for (const { name, from, to, allowed } of growths)
    console.log(`GROWTH of ${name}: ${from} to ${to}, allowed ${allowed}`)
  if (growths.length === 0) console.log('No growth after the warm-up.')
  return failures + growths.length > 0 ? 1 : 0
}
