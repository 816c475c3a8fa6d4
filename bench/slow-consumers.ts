import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { clientFrame } from '../tests/support/inputs/frame-fuzzer.ts'
import { startChild } from './shared/child.ts'
import { report } from './shared/report.ts'
import { percentile, roundTo2 } from './shared/statistics.ts'
import { readNumberOption, requireOpenFiles } from './shared/system.ts'
import { connectPacket, upgradeRequest } from './shared/websocket.ts'
import type { FromServer, ToServer } from './slow-consumers/server.ts'

/*
 * Measures the effect of clients that stop reading but keep pinging. Ten clients receive 1,000 messages per second together with
 * 10,000 idle sessions, first without and then with stalled clients, in one or several bursts. The results are the delay of
 * the messages, when the gateway closes the stalled clients, and its memory, at the peak and when it has closed them.
 *   node bench/slow-consumers.ts [--idle=10000] [--seconds=20] [--stalled=10] [--rate=1000] [--bursts=1]
 */
const idleSessions = readNumberOption('idle', 10_000)
const seconds = readNumberOption('seconds', 20)
const stalledClients = readNumberOption('stalled', 10)
const perSecond = readNumberOption('rate', 1_000)
const bursts = readNumberOption('bursts', 1)
requireOpenFiles(idleSessions + stalledClients + 200)

const server = startChild<ToServer, FromServer>(
  new URL('./slow-consumers/server.ts', import.meta.url),
  [],
  ['--expose-gc'],
)
const ready = await server.next()
if (!('port' in ready)) throw new Error('the server did not report its port')
const { port } = ready

for (let opened = 0; opened < idleSessions; opened += 100)
  await Promise.all(Array.from({ length: 100 }, () => openClient('idle')))
let delaysMs: number[] = []
const readers = await Promise.all(Array.from({ length: 10 }, () => openClient('reader')))
for (const socket of readers) recordDelays(socket)
const results = [await measure(0)]

for (let burst = 0; burst < bursts; burst++) results.push(await measureStalled())

const columns = Object.keys(results[0] ?? {}) as (keyof (typeof results)[number])[]
await report({
  name: 'slow-consumers',
  columns,
  rows: results.map((result) => columns.map((column) => result[column])),
  goals: [
    { name: 'p99 of the others in ms', value: results[1]?.['p99 ms'] ?? Number.NaN, atMost: 50 },
    { name: 'more memory in MB', value: results[1]?.['more memory MB'] ?? Number.NaN, atMost: 50 },
    { name: 'slow consumers closed', value: results[1]?.['slow consumers closed'] ?? 0, atLeast: stalledClients },
  ],
})
server.stop()
process.exit()

async function measureStalled() {
  const stalled: Socket[] = []
  while (stalled.length < stalledClients) {
    const count = Math.min(100, stalledClients - stalled.length)
    stalled.push(...(await Promise.all(Array.from({ length: count }, () => openClient('stalled')))))
  }
  for (const socket of stalled) socket.pause()
  const ping = clientFrame(Buffer.from('2'), false)
  const pingTimer = setInterval(() => {
    for (const socket of stalled) if (socket.writable) socket.write(ping)
  }, 1_000)
  const result = await measure(stalled.length)
  clearInterval(pingTimer)
  for (const socket of stalled) socket.destroy()
  return result
}

async function measure(stalledClients: number) {
  delaysMs = []
  const report = await server.request({ perSecond, seconds })
  if (!('sent' in report)) throw new Error('the server did not report its results')
  const slowConsumers = report.closed.filter(({ code }) => code === 'SLOW_CONSUMER')
  return {
    'stalled clients': stalledClients,
    received: delaysMs.length,
    sent: report.sent * readers.length,
    'p50 ms': roundTo2(percentile(delaysMs, 0.5)),
    'p99 ms': roundTo2(percentile(delaysMs, 0.99)),
    'more memory MB': roundTo2((report.residentBytes.peak - report.residentBytes.before) / 1e6),
    'memory after MB': roundTo2(report.residentBytes.after / 1e6),
    'of it used MB': roundTo2(report.usedBytesAfter / 1e6),
    'slow consumers closed': slowConsumers.length,
    'last closed after s': roundTo2(Math.max(0, ...slowConsumers.map(({ afterMs }) => afterMs)) / 1_000),
    'others closed': report.closed.length - slowConsumers.length,
  }
}

async function openClient(auth: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  socket.write(upgradeRequest(`?auth=${auth}`))
  const signal = AbortSignal.timeout(30_000)
  for (let received = ''; !received.endsWith(connectPacket);)
    received = (received + String((await once(socket, 'data', { signal }))[0])).slice(-2)
  return socket
}

/** Each message holds the time at which it was sent, by a clock that all processes of the machine share. */
function recordDelays(socket: Socket) {
  let rest = ''
  socket.on('data', (bytes) => {
    const now = process.hrtime.bigint()
    const text = rest + bytes.toString('latin1')
    let end = 0
    for (const match of text.matchAll(/"at":"(\d+)"[^}]*\}/g)) {
      delaysMs.push(Number(now - BigInt(match[1]!)) / 1e6)
      end = match.index + match[0].length
    }
    rest = text.slice(end)
  })
}
