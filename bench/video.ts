import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumUnavailable } from '../tests/support/clients/chromium.ts'
import { noEncoder } from '../tests/support/clients/encoder.ts'
import { besideGoal, report, type Table } from './shared/report.ts'
import { roundTo2 } from './shared/statistics.ts'
import { readNumberOption } from './shared/system.ts'
import { encodeLoop } from './video/encoders.ts'
import { measureLatencies, type Latency } from './video/measure-latency.ts'
import { measureLoad, type Load } from './video/measure-load.ts'
import { startOnair } from './video/onair.ts'
import { startNginx, startNodeMediaServer, type OtherServer } from './video/other-servers.ts'

/*
 * Measures video: from the camera to the picture of a viewer, read from a time code in the picture, and the processor time and
 * memory of the server for lives and for viewers. nginx with its RTMP module and node-media-server take turns with Onair; the
 * same encoder publishes to all of them.
 *   node bench/video.ts [--seconds=15] [--lives=6] [--viewers=100]
 */
const seconds = readNumberOption('seconds', 15)
const lives = readNumberOption('lives', 6)
const viewers = readNumberOption('viewers', 100)
const goals = { medianSec: 1.5, p95Sec: 2, openedSec: 1, livePercent: 2, viewersPercent: 25, liveMb: 16 }

if (noEncoder) throw new Error(noEncoder)
await using opening = new AsyncDisposableStack()
const folder = opening.adopt(await mkdtemp(join(tmpdir(), 'onair-video-')), (path) => rm(path, { recursive: true }))
const tables: Table[] = []
if (chromiumUnavailable) console.log(`Left out: latency, because ${chromiumUnavailable}`)
else {
  await using servers = await startServers()
  tables.push(latencyTable(await measureLatencies({ ...servers, seconds })))
}
const loop = join(folder, 'loop.flv')
await encodeLoop(loop)
{
  // Anew, because memory that was once used is not all given back.
  await using servers = await startServers()
  tables.push(loadTable(await measureLoad({ ...servers, loop, lives, viewers, seconds })))
}
await report(...tables)
await opening.disposeAsync()
process.exit()

async function startServers() {
  await using starting = new AsyncDisposableStack()
  const onair = starting.use(await startOnair())
  const others: OtherServer[] = []
  for (const server of [await startNginx(folder), await startNodeMediaServer(folder)])
    if (typeof server === 'string') console.log(`Left out: ${server}`)
    else others.push(starting.use(server))
  const started = starting.move()
  return { onair, others, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

function latencyTable(latencies: readonly Latency[]): Table {
  return {
    name: 'video-latency',
    columns: [
      '720p30',
      'glass to glass',
      'p95',
      'first picture, from the opened page',
      'from its playlist',
      'frames/s',
      'stalls',
      'CPU time of the server',
    ],
    rows: latencies.map(({ name, isGoal, firstPictureSec, fps, stalls, cpuMsPerSec, ...values }) => [
      name,
      ...(['medianSec', 'p95Sec', 'openedSec'] as const).map((key) =>
        isGoal ? besideGoal(roundTo2(values[key]), { atMost: goals[key] }, ' s') : `${values[key].toFixed(2)} s`,
      ),
      `${firstPictureSec.toFixed(2)} s`,
      fps.toFixed(1),
      stalls,
      `${cpuMsPerSec.toFixed(0)} ms/s`,
    ]),
  }
}

function rounded(value = Number.NaN): number {
  return Number(value.toFixed(1))
}

function loadTable(loads: readonly Load[]): Table {
  const [own] = loads
  return {
    name: 'video-load',
    columns: [
      `${lives} lives of 2.6 Mb/s, ${viewers} viewers of one`,
      'CPU time per live',
      'memory per live',
      'of it reachable',
      `CPU time of ${viewers} viewers`,
      'requests/s',
      'Mb/s',
    ],
    rows: loads.map(({ name, liveMsPerSec, liveMb, liveHeapMb, viewersMsPerSec, requestsPerSec, mbitPerSec }) => [
      name,
      `${liveMsPerSec.toFixed(1)} ms/s`,
      `${liveMb.toFixed(1)} MB`,
      liveHeapMb === null ? '' : `${liveHeapMb.toFixed(1)} MB`,
      `${viewersMsPerSec.toFixed(0)} ms/s`,
      requestsPerSec.toFixed(0),
      mbitPerSec.toFixed(0),
    ]),
    goals: [
      {
        name: 'Onair, percent of a core per live',
        value: rounded((own?.liveMsPerSec ?? 0) / 10),
        atMost: goals.livePercent,
      },
      { name: 'Onair, MB per live', value: rounded(own?.liveMb), atMost: goals.liveMb },
      {
        name: 'Onair, percent of a core per 100 low-latency viewers',
        value: rounded(((own?.viewersMsPerSec ?? 0) / 10 / viewers) * 100),
        atMost: goals.viewersPercent,
      },
    ],
  }
}
