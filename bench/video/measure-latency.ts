import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { median, percentile } from '../shared/statistics.ts'
import { countTreeCpu } from '../shared/system.ts'
import { startCodedEncoder } from './encoders.ts'
import type { Onair } from './onair.ts'
import type { OtherServer } from './other-servers.ts'
import { watchChannel, watchUrl, type Watched } from './players.ts'
import { goLive, openBrowser } from './studio.ts'

export type Latency = {
  name: string
  isGoal: boolean
  medianSec: number
  p95Sec: number
  firstPictureSec: number
  openedSec: number
  fps: number
  stalls: number
  /** While the video was watched, with everything else that the server does. */
  cpuMsPerSec: number
}

/** The playlists of others have a few segments by then, so that each player starts where it wants to. */
const headStartMs = 8_000

/** Watches a live from a page, and one from an encoder at each server, one after the other. */
export async function measureLatencies({
  onair,
  others,
  seconds,
}: {
  onair: Onair
  others: readonly OtherServer[]
  seconds: number
}): Promise<Latency[]> {
  const { baseUrl, channelIds } = onair
  const [streamer = '', other = ''] = channelIds
  await using opening = new AsyncDisposableStack()
  const browser = opening.adopt(await openBrowser(), (opened: Browser) => opened.close())
  const latencies: Latency[] = []
  const add = async (name: string, pid: number, isGoal: boolean, watching: () => Promise<Watched | null>) => {
    const cpuOf = countTreeCpu(pid)
    const startedAt = performance.now()
    const watched = await watching()
    if (watched === null) return
    const cpuMsPerSec = cpuOf() / (performance.now() - startedAt)
    latencies.push({ name, isGoal, cpuMsPerSec, ...summarize(watched) })
  }

  const studio = await goLive(browser, baseUrl, '720p')
  await onair.playlistUrl(streamer)
  await wait(headStartMs)
  await add('page → watch page', onair.pid, true, () => watchChannel(browser, baseUrl, streamer, seconds))
  await studio.context().close()

  const urls = [await onair.encoderUrl(other), ...others.map(({ encoderUrl }) => encoderUrl('coded'))]
  await using _ = startCodedEncoder(urls)
  const playlistUrl = await onair.playlistUrl(other)
  await wait(headStartMs)
  await add('encoder → watch page', onair.pid, true, () => watchChannel(browser, baseUrl, other, seconds))
  const master = new URL('../master.m3u8', playlistUrl).href
  await add('encoder → Onair → hls.js without low latency', onair.pid, false, () => watchUrl(browser, master, seconds))
  for (const { name, pid, playbackUrl } of others)
    await add(`encoder → ${name}`, pid, false, () => watchUrl(browser, playbackUrl('coded'), seconds))
  return latencies
}

function summarize({ delaysMs, frames, unreadable, stalls, seconds, openedSec, firstPictureSec }: Watched) {
  if (unreadable > frames / 10) throw new Error(`The time code of ${unreadable} of ${frames} frames was not readable.`)
  const [medianSec, p95Sec] = [median(delaysMs), percentile(delaysMs, 0.95)].map((ms) => ms / 1_000)
  return {
    medianSec: medianSec ?? Number.NaN,
    p95Sec: p95Sec ?? Number.NaN,
    fps: frames / seconds,
    stalls,
    openedSec,
    firstPictureSec,
  }
}
