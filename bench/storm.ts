import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startProgram } from '../server/test/program.ts'
import { requireOpenFiles, percentile, roundTo2 } from './child.ts'

/**
 * Thousands of clients that connect in the same moment to the whole program on its embedded PostgreSQL, each with a
 * session URL of its own: how long it takes until each has heard SYSTEM connected. Clients give up after 3,000 ms.
 */
const sessions = Number(process.argv.find((word) => word.startsWith('--sessions='))?.slice(11) ?? 5_000)
const perApp = 10
requireOpenFiles(sessions + 200)

const folder = await mkdtemp(join(tmpdir(), 'onair-bench-'))
await using program = startProgram(
  ['serve', '--port', '0', '--data-dir', join(folder, 'data'), '--ephemeral', '--json'],
  { INSPECTOR: 'on-demand' },
)
const { baseUrl } = await program.ready()
const port = Number(new URL(baseUrl).port)

const urls = (await runConcurrently(Math.ceil(sessions / perApp), openSessions)).flat().slice(0, sessions)
const before = await residentBytes()
const cpuBeforeMs = await cpuMs()
const sockets: Socket[] = []
const startedAt = performance.now()
const latencies = await Promise.all(urls.map(connectClient))
const result = {
  sessions,
  'p50 ms': Math.round(percentile(latencies, 0.5)),
  'p99 ms': Math.round(percentile(latencies, 0.99)),
  'last ms': Math.round(Math.max(...latencies)),
  'processor ms each': roundTo2(((await cpuMs()) - cpuBeforeMs) / sessions),
  'memory kB each': roundTo2(((await residentBytes()) - before) / sessions / 1_000),
}
console.log(`${sessions} clients at once, Node ${process.version}`)
console.table([result])
console.log(JSON.stringify({ bench: 'storm', node: process.version, ...result }))
for (const socket of sockets) socket.destroy()
await program.stop()
await rm(folder, { recursive: true, force: true })

async function openSessions(n: number): Promise<string[]> {
  const app = { name: `storm ${n}`, redirectUri: 'http://127.0.0.1:9/callback' }
  const { clientId, clientSecret } = await call('POST', '/sandbox/v1/apps', { 'content-type': 'application/json' }, app)
  const headers = { 'client-id': clientId, 'client-secret': clientSecret }
  const opened = Array.from({ length: perApp }, () => call('GET', '/open/v1/sessions/auth/client', headers))
  return (await Promise.all(opened)).map(({ url }) => new URL(url).search)
}

async function call(method: string, path: string, headers: Record<string, string>, json?: object): Promise<any> {
  const response = await fetch(baseUrl + path, { method, headers, ...(json && { body: JSON.stringify(json) }) })
  const { code, message, content } = (await response.json()) as { code: number; message: string; content: unknown }
  if (code !== 200) throw new Error(`${method} ${path} answered ${code} ${message}`)
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

/** Milliseconds from the beginning of the storm until SYSTEM connected has come. */
function connectClient(query: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    sockets.push(socket)
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (received.includes('"type":"connected"')) resolve(performance.now() - startedAt)
      if (received.includes('auth fail')) reject(new Error('a session URL was refused'))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`a client was let go: ${received}`)))
    socket.write(
      `GET /socket.io/${query}&EIO=3&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
  })
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${program.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** User and system time of the program, from the kernel's ticks of 10 ms. */
async function cpuMs(): Promise<number> {
  const fields = (await readFile(`/proc/${program.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
