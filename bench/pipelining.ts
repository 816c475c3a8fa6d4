import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openRawClient } from '../tests/support/clients/raw-client.ts'
import type { AttackReport } from './pipelining/attackers.ts'
import { startProcess } from './shared/child.ts'
import { startProgramWithToken } from './shared/program.ts'
import { report } from './shared/report.ts'
import { percentile, roundTo2 } from './shared/statistics.ts'
import { readCpuMicros, readNumberOption, readResidentBytes } from './shared/system.ts'

/*
 * Measures what four connections with pipelined requests and made-up tokens do to others: the memory of the program, the
 * response time of another application that calls every 5 ms, and its sessions.
 *   node bench/pipelining.ts [--attackers=4] [--requests=400000] [--seconds=10]
 */
const attackers = readNumberOption('attackers', 4)
const requests = readNumberOption('requests', 400_000)
const seconds = readNumberOption('seconds', 10)

const { child, baseUrl, token } = await startProgramWithToken({
  ONAIR_INSPECTOR: 'on-demand',
  ONAIR_LOG_LEVEL: 'silent',
})
const headers = { authorization: `Bearer ${token}` }
let endedSessions = 0
for (let opened = 0; opened < 3; opened += 1) await openSession()

await callEvery5Ms(3)
const before = readResidentBytes(child.pid) / 1_048_576
const quiet = await callEvery5Ms(5)
const cpuMicrosBefore = readCpuMicros(child.pid)
const attackersFile = fileURLToPath(new URL('./pipelining/attackers.ts', import.meta.url))
const attacking = startProcess([attackersFile, baseUrl, ...[attackers, requests, seconds].map(String)])
const attacked = await callEvery5Ms(Number.POSITIVE_INFINITY, attacking)
const attackReport = (await attacking).line as AttackReport
const serverCpuSeconds = roundTo2((readCpuMicros(child.pid) - cpuMicrosBefore) / 1e6)
const after = await callEvery5Ms(5)

await report({
  name: 'pipelining',
  columns: [
    `${attackReport.connections} connections, ${attackReport.requests} requests`,
    'calls',
    'failed',
    'p50',
    'p99',
    'longest',
  ],
  rows: [quiet, attacked, after].map(({ calls, failed, p50Ms, p99Ms, maxMs }, index) => [
    ['before', 'attack', 'after'][index] ?? '',
    calls,
    failed,
    ...[p50Ms, p99Ms, maxMs].map((ms) => `${ms} ms`),
  ]),
  goals: [
    { name: 'more memory in MB', value: roundTo2(attacked.peakMb - before), atMost: 100 },
    { name: 'p99 in ms', value: attacked.p99Ms, atMost: 250 },
    { name: 'ended sessions', value: endedSessions, atMost: 0 },
  ],
})
console.log(`${serverCpuSeconds} s of CPU time of the server during the attack`)
child.kill()
process.exit()

async function openSession() {
  const response = await fetch(`${baseUrl}/open/v1/sessions/auth`, { headers })
  const { content } = (await response.json()) as { content: { url: string } }
  const url = content.url.replace('http', 'ws').replace('?', '/socket.io/?EIO=3&transport=websocket&')
  const session = openRawClient(url)
  await session.read(3)
  session.socket.on('close', () => {
    endedSessions += 1
  })
}

/** Calls as another application does, for a time or until `until` settles. */
async function callEvery5Ms(forSeconds: number, until?: Promise<unknown>) {
  const times: number[] = []
  let failed = 0
  let peakMb = 0
  const attack = { isOver: false }
  const end = () => (attack.isOver = true)
  void until?.then(end, end)
  const startedAt = performance.now()
  const calls: Promise<void>[] = []
  for (let due = startedAt; !attack.isOver && due < startedAt + forSeconds * 1_000; due += 5) {
    await wait(Math.max(0, due - performance.now()))
    calls.push(
      fetch(`${baseUrl}/open/v1/users/me`, { headers }).then(
        async (response) => {
          await response.text()
          if (response.status !== 200) failed += 1
          times.push(performance.now() - due)
        },
        () => void (failed += 1),
      ),
    )
    peakMb = Math.max(peakMb, readResidentBytes(child.pid) / 1_048_576)
  }
  await Promise.all(calls)
  return {
    calls: times.length,
    failed,
    p50Ms: roundTo2(percentile(times, 0.5)),
    p99Ms: roundTo2(percentile(times, 0.99)),
    maxMs: roundTo2(Math.max(...times)),
    peakMb: roundTo2(peakMb),
  }
}
