import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { httpBrowser } from '../tests/support/clients/http-browser.ts'
import { openUpload, type Upload } from '../tests/support/clients/video-upload.ts'
import { startProcess } from './shared/child.ts'
import { report } from './shared/report.ts'
import { percentile, roundTo2 } from './shared/statistics.ts'
import { countTreeCpu, readNumberOption, readResidentBytes } from './shared/system.ts'
import type { Attack, AttackReport, Target } from './video/attackers.ts'
import { startOnair } from './video/onair.ts'

/*
 * Attacks the video of a server in seven ways, each with a live or connections of its own, and measures what others notice:
 * another live, whose page sends a batch each 320 ms, and calls of another application.
 *   node bench/video-attack.ts [--seconds=10]
 */
const seconds = readNumberOption('seconds', 10)
const attacks: Attack[] = ['flood', 'mutated', 'oversized', 'slow', 'paths', 'rtmp', 'rtmp silent']
const attackersFile = fileURLToPath(new URL('./video/attackers.ts', import.meta.url))
const goals = { p99Ms: 100, moreMb: 150 }

type Measured = {
  attack: string
  calls: number
  failed: number
  p50Ms: number
  p99Ms: number
  cpuMsPerSec: number
  mb: number
  results: AttackReport
}

await using onair = await startOnair({
  ONAIR_QUOTA_PER_APP: '0',
  ONAIR_QUOTA_PER_TOKEN: '0',
  ONAIR_LOG_LEVEL: 'silent',
})
const { baseUrl, demo, pid, platform } = onair
const [streamer, attacker, encoder] = demo.people
if (!streamer || !attacker || !encoder) throw new Error('The demo has no people.')
const { accessToken } = await platform.sandbox('POST', '/grants', {
  clientId: demo.clientId,
  channelId: streamer.channelId,
})
const untouched = await openUploadOf(streamer)

/** Batches of the other live that were not accepted. */
let lost = 0
let next = 0
const sending = setInterval(() => {
  void untouched.put(next++, undefined, '?gap=1').then(
    ({ status }) => (lost += Number(status !== 200)),
    () => lost++,
  )
}, 320)
await measure('', 2)
const measured: Measured[] = [await measure('none', Math.min(5, seconds))]
for (const attack of attacks) measured.push(await measure(attack, seconds))
clearInterval(sending)

const [quiet, ...attacked] = measured
await report({
  name: 'video-attack',
  columns: [
    'attack',
    'results of the attack',
    'calls of others',
    'failed',
    'p50',
    'p99',
    'CPU time of the server',
    'memory, at most',
  ],
  rows: measured.map(({ attack, results, calls, failed, p50Ms, p99Ms, cpuMsPerSec, mb }) => [
    attack,
    Object.entries(results)
      .map(([result, count]) => `${count} × ${result}`)
      .join(', '),
    calls,
    failed,
    `${p50Ms} ms`,
    `${p99Ms} ms`,
    `${cpuMsPerSec.toFixed(0)} ms/s`,
    `${mb.toFixed(0)} MB`,
  ]),
  goals: [
    { name: 'highest p99 in ms', value: Math.max(...attacked.map(({ p99Ms }) => p99Ms)), atMost: goals.p99Ms },
    {
      name: 'more memory in MB',
      value: Math.round(Math.max(...attacked.map(({ mb }) => mb)) - (quiet?.mb ?? 0)),
      atMost: goals.moreMb,
    },
    { name: 'failed calls of others', value: attacked.reduce((sum, { failed }) => sum + failed, 0), atMost: 0 },
    { name: 'lost batches of the other live', value: lost, atMost: 0 },
  ],
})
await onair[Symbol.asyncDispose]()
process.exit()

async function openUploadOf({ email, password }: { email: string; password: string }): Promise<Upload> {
  const browser = httpBrowser(baseUrl)
  await browser.signIn(email, password)
  return openUpload(browser, { takeOver: true })
}

/** A live of the attacker that can be played, anew for each attack: it ends when nothing valid comes for 30 seconds. */
async function openTarget(): Promise<Target> {
  const hostile = await openUploadOf(attacker!)
  for (let n = 0; n < 8; n++) await hostile.put(n)
  const playlist = new URL(await onair.playlistUrl(attacker!.channelId))
  const encoderUrl = new URL(await onair.encoderUrl(encoder!.channelId))
  return {
    uploadUrl: hostile.uploadUrl,
    token: hostile.token,
    mediaUrl: new URL('..', playlist).href.replace(/\/$/, ''),
    rtmpPort: Number(encoderUrl.port),
    streamKey: encoderUrl.pathname.split('/').at(-1) ?? '',
  }
}

/** Calls every 10 ms as another application does, without and with an attack. */
async function measure(attack: Attack | 'none' | '', forSeconds: number): Promise<Measured> {
  const attacking = attacks.includes(attack as Attack)
    ? startProcess([attackersFile, attack, JSON.stringify(await openTarget()), String(forSeconds)])
    : null
  const [cpuOf, startedAt] = [countTreeCpu(pid), performance.now()]
  const times: number[] = []
  let failed = 0
  let bytes = 0
  const calls: Promise<void>[] = []
  for (let due = startedAt; due < startedAt + forSeconds * 1_000; due += 10) {
    await wait(Math.max(0, due - performance.now()))
    calls.push(
      call().then(
        (status) => {
          failed += Number(status !== 200)
          times.push(performance.now() - due)
        },
        () => void failed++,
      ),
    )
    bytes = Math.max(bytes, readResidentBytes(pid))
  }
  await Promise.all(calls)
  const cpuMsPerSec = cpuOf() / (performance.now() - startedAt)
  const results = attacking === null ? {} : ((await attacking).line as AttackReport)
  const [p50Ms, p99Ms] = [roundTo2(percentile(times, 0.5)), roundTo2(percentile(times, 0.99))]
  return { attack, calls: times.length, failed, p50Ms, p99Ms, cpuMsPerSec, mb: bytes / 1e6, results }
}

async function call(): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const response = await fetch(`${baseUrl}/open/v1/users/me`, { headers, signal: AbortSignal.timeout(10_000) })
  await response.arrayBuffer()
  return response.status
}
