import { startChild } from './shared/child.ts'
import { besideGoal, report } from './shared/report.ts'
import { roundTo2 } from './shared/statistics.ts'
import { readNumberOption, requireOpenFiles } from './shared/system.ts'
import type { FromClients, ToClients } from './connections/clients.ts'
import type { FromServer, ToServer } from './connections/server.ts'

/*
 * Measures accepted clients per second, CPU time per client and memory per idle session, for Onair's gateway, bare `ws`
 * and Socket.IO 4. Each server is a fresh process. One more process holds the clients.
 *   node bench/connections.ts [--sessions=10000]
 */
const names = ['ws', 'onair', 'socket.io 4'] as const
const titles = { ws: 'bare `ws`', onair: "Onair's gateway", 'socket.io 4': 'Socket.IO 4' }
const sessions = readNumberOption('sessions', 10_000)
const warmUpSessions = 1_000
requireOpenFiles(sessions + 200)

const clients = startChild<ToClients, FromClients>(new URL('./connections/clients.ts', import.meta.url))
const results = []
for (const [n, name] of names.entries()) {
  const server = startChild<ToServer, FromServer>(
    new URL('./connections/server.ts', import.meta.url),
    [name],
    ['--expose-gc'],
  )
  const ready = await server.next()
  if (!('port' in ready)) throw new Error(`${name} did not report its port`)
  const target = { host: `127.0.0.${n + 2}`, port: ready.port, concurrency: 100 }
  // The first connections load and compile code, which is not part of the cost of a session.
  await clients.request({ ...target, count: warmUpSessions })
  await clients.request({ disconnect: true })
  const before = await measureServer()
  const connected = await clients.request({ ...target, count: sessions })
  const after = await measureServer()
  if (!('seconds' in connected)) throw new Error('the clients did not report how long connecting took')
  results.push({
    server: name,
    'sessions/s': Math.round(sessions / connected.seconds),
    'CPU µs each': Math.round(after.cpuMicros / sessions),
    'memory kB each': roundTo2((after.residentBytes - before.residentBytes) / sessions / 1_000),
  })
  await clients.request({ disconnect: true })
  server.stop()

  async function measureServer() {
    const usage = await server.request({ measure: true })
    if (!('residentBytes' in usage)) throw new Error(`${name} did not report its CPU time and memory`)
    return usage
  }
}
await report({
  name: 'connections',
  packages: ['ws', 'socket.io'],
  columns: [`${sessions} clients`, 'CPU time each', 'memory each', 'sessions/s'],
  rows: results.map(({ server, 'CPU µs each': cpuMicros, 'memory kB each': memoryKb, 'sessions/s': perSecond }) => [
    titles[server],
    `${cpuMicros} µs`,
    server === 'onair' ? besideGoal(memoryKb, { atMost: 9 }, ' kB') : `${memoryKb} kB`,
    perSecond,
  ]),
})
clients.stop()
