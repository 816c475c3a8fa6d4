import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startProgram } from '../tests/support/programs/program.ts'
import { besideGoal, report } from './shared/report.ts'
import { percentile, roundTo2 } from './shared/statistics.ts'
import { readCpuMicros, readNumberOption, requireOpenFiles } from './shared/system.ts'
import { upgradeRequest } from './shared/websocket.ts'

/*
 * Measures the time until SYSTEM connected for thousands of clients that connect at the same moment to the complete program
 * on its embedded PostgreSQL. Each client has its own session URL. Real clients give up after 3,000 ms.
 *   node bench/storm.ts [--sessions=5000]
 */
const sessions = readNumberOption('sessions', 5_000)
const perApp = 10
requireOpenFiles(sessions + 200)

const folder = await mkdtemp(join(tmpdir(), 'onair-bench-'))
await using program = startProgram(
  ['serve', '--port', '0', '--data-dir', join(folder, 'data'), '--ephemeral', '--json'],
  { ONAIR_INSPECTOR: 'on-demand' },
)
const { baseUrl } = await program.ready()
const port = Number(new URL(baseUrl).port)

const urls = (await runConcurrently(Math.ceil(sessions / perApp), openSessions)).flat().slice(0, sessions)
const residentBytesBefore = await readResidentBytes()
const cpuMicrosBefore = readCpuMicros(program.pid)
const sockets: Socket[] = []
const startedAt = performance.now()
const latencies = await Promise.all(urls.map(connectClient))
const result = {
  p50Ms: Math.round(percentile(latencies, 0.5)),
  p99Ms: Math.round(percentile(latencies, 0.99)),
  lastMs: Math.round(Math.max(...latencies)),
  cpuMsEach: roundTo2((readCpuMicros(program.pid) - cpuMicrosBefore) / sessions / 1_000),
  memoryKbEach: roundTo2(((await readResidentBytes()) - residentBytesBefore) / sessions / 1_000),
}
await report({
  name: 'storm',
  columns: ['clients at once', 'p50', 'p99', 'last', 'CPU time each', 'memory each'],
  rows: [
    [
      sessions,
      `${result.p50Ms} ms`,
      besideGoal(result.p99Ms, { atMost: 1_000 }, ' ms'),
      `${result.lastMs} ms`,
      `${result.cpuMsEach} ms`,
      `${result.memoryKbEach} kB`,
    ],
  ],
})
for (const socket of sockets) socket.destroy()
await program.stop()
await rm(folder, { recursive: true, force: true })

async function openSessions(n: number): Promise<string[]> {
  const app = { name: `storm ${n}`, redirectUri: 'http://127.0.0.1:9/callback' }
  const contentType = { 'content-type': 'application/json' }
  const { clientId = '', clientSecret = '' } = await call('POST', '/sandbox/v1/apps', contentType, app)
  const headers = { 'client-id': clientId, 'client-secret': clientSecret }
  const opened = Array.from({ length: perApp }, () => call('GET', '/open/v1/sessions/auth/client', headers))
  return (await Promise.all(opened)).map(({ url = '' }) => new URL(url).search)
}

async function call(
  method: string,
  path: string,
  headers: Record<string, string>,
  json?: object,
): Promise<Record<string, string>> {
  const response = await fetch(baseUrl + path, { method, headers, ...(json && { body: JSON.stringify(json) }) })
  const { code, message, content } = (await response.json()) as {
    code: number
    message: string
    content: Record<string, string>
  }
  if (code !== 200) throw new Error(`${method} ${path} returned ${code} ${message}`)
  return content
}

async function runConcurrently<T>(count: number, task: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) results.push(await task(next++))
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  return results
}

/** Returns the milliseconds from the common start until SYSTEM connected arrives. */
function connectClient(query: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    sockets.push(socket)
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (received.includes('"type":"connected"')) resolve(performance.now() - startedAt)
      if (received.includes('auth fail')) reject(new Error('a session URL was rejected'))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`the server closed a connection after: ${received}`)))
    socket.write(upgradeRequest(query))
  })
}

async function readResidentBytes(): Promise<number> {
  const status = await readFile(`/proc/${program.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}
