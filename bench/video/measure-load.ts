import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { limits } from '@onair/contract'
import { startProcess } from '../shared/child.ts'
import { readReachableBytes } from '../shared/inspected-heap.ts'
import { countTreeCpu, readTreeMemoryBytes } from '../shared/system.ts'
import { startLoop } from './encoders.ts'
import type { FollowKind } from './follow.ts'
import type { Onair } from './onair.ts'
import type { OtherServer } from './other-servers.ts'
import type { ViewersReport } from './viewers.ts'

export type Load = {
  name: string
  liveMsPerSec: number
  liveMb: number
  /** Objects and buffers of JavaScript; null for other programs. */
  liveHeapMb: number | null
  viewersMsPerSec: number
  requestsPerSec: number
  mbitPerSec: number
}

type Server = {
  pid: number
  inspectorPort: number | null
  encoderUrls: string[]
  viewing: { name: string; kind: FollowKind; url: () => Promise<string> }[]
}

const viewersFile = fileURLToPath(new URL('./viewers.ts', import.meta.url))
const warmUpSec = 5
/** The window of each live is full then. */
const windowMs = (limits.videoWindowSec + 4) * 1_000
const idleSec = 5

/** Each server in turn carries so many lives, and then so many viewers of one of them. */
export async function measureLoad({
  onair,
  others,
  loop,
  lives,
  viewers,
  seconds,
}: {
  onair: Onair
  others: readonly OtherServer[]
  loop: string
  lives: number
  viewers: number
  seconds: number
}): Promise<Load[]> {
  const channelIds = onair.channelIds.slice(0, lives)
  const [channelId = ''] = channelIds
  const url = () => onair.playlistUrl(channelId)
  const own: Server = {
    pid: onair.pid,
    inspectorPort: onair.inspectorPort,
    encoderUrls: await Promise.all(channelIds.map((each) => onair.encoderUrl(each))),
    viewing: [
      { name: 'Onair, low latency', kind: 'low latency', url },
      { name: 'Onair, whole segments', kind: 'segments', url },
    ],
  }
  const servers = others.map(({ name, pid, encoderUrl, playbackUrl }): Server => {
    const kind = playbackUrl('').endsWith('.flv') ? 'flv' : 'segments'
    const encoderUrls = channelIds.map((_, index) => encoderUrl(`loop${index}`))
    return { pid, inspectorPort: null, encoderUrls, viewing: [{ name, kind, url: async () => playbackUrl('loop0') }] }
  })
  const loads: Load[] = []
  for (const server of [own, ...servers]) loads.push(...(await measureServer(server, { loop, viewers, seconds })))
  return loads
}

async function measureServer(
  { pid, inspectorPort, encoderUrls, viewing }: Server,
  { loop, viewers, seconds }: { loop: string; viewers: number; seconds: number },
): Promise<Load[]> {
  const memory = async () => ({
    heap: inspectorPort === null ? null : await readReachableBytes(inspectorPort),
    resident: readTreeMemoryBytes(pid),
  })
  const idleMsPerSec = await cpuMsPerSec(pid, idleSec)
  await using encoders = new AsyncDisposableStack()
  const [first = '', ...more] = encoderUrls
  encoders.use(startLoop(loop, first))
  await wait(windowMs)
  // The first one loads code and fills caches.
  const before = await memory()
  for (const url of more) encoders.use(startLoop(loop, url))
  await wait(windowMs)
  const livesMsPerSec = await cpuMsPerSec(pid, seconds)
  const after = await memory()
  const live = {
    liveMsPerSec: (livesMsPerSec - idleMsPerSec) / encoderUrls.length,
    liveMb: (after.resident - before.resident) / 1e6 / more.length,
    liveHeapMb: after.heap === null || before.heap === null ? null : (after.heap - before.heap) / 1e6 / more.length,
  }
  const loads: Load[] = []
  for (const { name, kind, url } of viewing) {
    const args = [kind, await url(), viewers, warmUpSec, seconds + 1].map(String)
    const watching = startProcess([viewersFile, ...args])
    await wait((warmUpSec + 0.5) * 1_000)
    const viewersMsPerSec = (await cpuMsPerSec(pid, seconds)) - livesMsPerSec
    const { requests, bytes, seconds: measuredSec } = (await watching).line as ViewersReport
    loads.push({
      name,
      ...live,
      viewersMsPerSec,
      requestsPerSec: requests / measuredSec,
      mbitPerSec: (bytes * 8) / 1e6 / measuredSec,
    })
  }
  return loads
}

/** CPU time of a server in milliseconds per second, during so many seconds. */
async function cpuMsPerSec(pid: number, seconds: number): Promise<number> {
  const [cpuOf, startedAt] = [countTreeCpu(pid), performance.now()]
  await wait(seconds * 1_000)
  return cpuOf() / (performance.now() - startedAt)
}
