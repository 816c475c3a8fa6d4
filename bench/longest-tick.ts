import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { startChild } from './shared/child.ts'
import { medianBesideGoal, report } from './shared/report.ts'
import { median } from './shared/statistics.ts'
import { readOpenFileLimit } from '@onair/server/infra/files/open-files.ts'
import { readNumberOption } from './shared/system.ts'
import type { FromServer, ToServer } from './chat-fanout/server.ts'
import type { FromClients, ToClients } from './chat-fanout/clients.ts'

/*
 * Measures the longest iteration of the gateway's event loop while one message goes to up to 20,000 sockets.
 *   node bench/longest-tick.ts [--clients=20000] [--rounds=9]
 */
const openFiles = readOpenFileLimit() ?? Number.POSITIVE_INFINITY
const count = readNumberOption('clients', Math.min(20_000, openFiles - 200))
const perAddress = 5_000
const rounds = readNumberOption('rounds', 9)

const clients = startChild<ToClients, FromClients>(new URL('./chat-fanout/clients.ts', import.meta.url))
const server = startChild<ToServer, FromServer>(new URL('./chat-fanout/server.ts', import.meta.url), ['onair'])
const ready = await server.next()
if (!('port' in ready)) throw new Error('the server did not report its port')
// Each address has 28,000 ports, and those of a run before are still taken.
const network = `127.${1 + randomInt(200)}.${randomInt(250)}`
for (let connected = 0; connected < count; connected += perAddress) {
  const host = `${network}.${1 + connected / perAddress}`
  await clients.request({ connectTo: 'onair', port: ready.port, count: Math.min(perAddress, count - connected), host })
}

type Tick = { wallMs: number; mostCpuMs: number; totalMs: number }
const ticks: Tick[] = []
for (let round = -2; round < rounds; round++) {
  await server.request({ longestTick: true })
  const startedAt = performance.now()
  const delivered = clients.next()
  clients.send({ expectBytes: count * ready.bytesPerMessage, from: 'onair' })
  server.send({ broadcast: 'all' })
  await delivered
  const totalMs = performance.now() - startedAt
  const longest = await server.request({ longestTick: true })
  if (!('wallMs' in longest)) throw new Error('the server did not report its longest tick')
  if (round >= 0) ticks.push({ ...longest, totalMs })
  await setTimeout(200)
}
await report({
  name: 'longest-tick',
  columns: ['', 'longest iteration', 'most CPU time in one', 'delivered within'],
  rows: [
    [
      `1 message to ${count} clients`,
      medianBesideGoal(
        ticks.map(({ wallMs }) => wallMs),
        { atMost: 10 },
        ' ms',
      ),
      medianBesideGoal(
        ticks.map(({ mostCpuMs }) => mostCpuMs),
        { atMost: 10 },
        ' ms',
      ),
      `${median(ticks.map(({ totalMs }) => totalMs)).toFixed(1)} ms`,
    ],
  ],
})

clients.stop()
server.stop()
