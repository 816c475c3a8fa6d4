import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { clientFrame } from '../server/test/frame-fuzzer.ts'
import { requireOpenFiles, percentile, roundTo2, startChild } from './child.ts'
import type { FromServer, ToServer } from './slow-consumers/server.ts'

/**
 * What readers that stop but keep pinging cost: beside 10,000 idle sessions ten clients hear 1,000 messages a second,
 * first among themselves and then with ten more that stopped reading. How late the ten hear, how much memory the gateway
 * takes, and when those that stopped are closed.
 */
const idleSessions = Number(process.argv.find((word) => word.startsWith('--idle='))?.slice(7) ?? 10_000)
const seconds = Number(process.argv.find((word) => word.startsWith('--seconds='))?.slice(10) ?? 20)
const perSecond = 1_000
requireOpenFiles(idleSessions + 200)

const server = startChild<ToServer, FromServer>(
  new URL('./slow-consumers/server.ts', import.meta.url),
  [],
  ['--expose-gc'],
)
const ready = await server.next()
if (!('port' in ready)) throw new Error('the server did not say where it listens')
const { port } = ready

for (let at = 0; at < idleSessions; at += 100) await Promise.all(Array.from({ length: 100 }, () => openClient('idle')))
let delaysMs: number[] = []
const readers = await Promise.all(Array.from({ length: 10 }, () => openClient('hearing')))
for (const socket of readers) recordDelays(socket)
const results = [await measure('nobody')]

const stalled = await Promise.all(Array.from({ length: 10 }, () => openClient('stalled')))
for (const socket of stalled) socket.pause()
const ping = clientFrame(Buffer.from('2'), false)
const pingTimer = setInterval(() => {
  for (const socket of stalled) if (socket.writable) socket.write(ping)
}, 1_000)
results.push(await measure('ten readers'))
clearInterval(pingTimer)

console.log(
  `${perSecond} messages a second to ten who read, beside ${idleSessions} idle sessions, Node ${process.version}`,
)
console.table(results)
console.log(
  JSON.stringify({ bench: 'slow-consumers', idle: idleSessions, perSecond, seconds, node: process.version, results }),
)
server.stop()
process.exit()

async function measure(stalledClients: string) {
  delaysMs = []
  const report = await server.request({ perSecond, seconds })
  if (!('sent' in report)) throw new Error('the server did not say how it went')
  const closed = report.closed.filter(({ reason }) => reason === 'slow consumer')
  return {
    'who stops': stalledClients,
    received: delaysMs.length,
    'of those told': report.sent * readers.length,
    'p50 ms': roundTo2(percentile(delaysMs, 0.5)),
    'p99 ms': roundTo2(percentile(delaysMs, 0.99)),
    'memory MB more': roundTo2((report.residentBytes.peak - report.residentBytes.before) / 1e6),
    'slow readers closed': closed.length,
    'last after s': roundTo2(Math.max(0, ...closed.map(({ afterMs }) => afterMs)) / 1_000),
    'others closed': report.closed.length - closed.length,
  }
}

async function openClient(auth: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  socket.write(
    `GET /socket.io/?auth=${auth}&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  for (let received = ''; !received.endsWith('40');)
    received = (received + String((await once(socket, 'data'))[0])).slice(-2)
  return socket
}

/** Each message holds the moment at which it was told, by a clock that every process of the machine shares. */
function recordDelays(socket: Socket) {
  let rest = ''
  socket.on('data', (bytes) => {
    const now = process.hrtime.bigint()
    const text = rest + bytes.toString('latin1')
    let end = 0
    for (const found of text.matchAll(/"at":"(\d+)"[^}]*\}/g)) {
      delaysMs.push(Number(now - BigInt(found[1]!)) / 1e6)
      end = found.index + found[0].length
    }
    rest = text.slice(end)
  })
}
