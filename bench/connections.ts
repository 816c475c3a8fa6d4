import { requireOpenFiles, roundTo2, startChild } from './child.ts'
import type { FromContender, ToContender } from './connections/contender.ts'
import type { FromClients, ToClients } from './connections/clients.ts'

/**
 * How many clients a second are let in, what each costs the server's processor, and the memory of a session that is
 * idle: Onair's gateway beside bare `ws` and beside Socket.IO 4 and 2, each a fresh process that another one fills.
 */
const names = ['ws', 'onair', 'socket.io 4', 'socket.io 2'] as const
const sessions = Number(process.argv.find((word) => word.startsWith('--sessions='))?.slice(11) ?? 10_000)
const warmUp = 1_000
requireOpenFiles(sessions + 200)

const clientsProcess = startChild<ToClients, FromClients>(new URL('./connections/clients.ts', import.meta.url))
const results = []
for (const [n, name] of names.entries()) {
  const contender = startChild<ToContender, FromContender>(
    new URL('./connections/contender.ts', import.meta.url),
    [name],
    ['--expose-gc'],
  )
  const ready = await contender.next()
  if (!('port' in ready)) throw new Error(`${name} did not say where it listens`)
  const from = { connect: n + 2, port: ready.port, atOnce: 100 }
  // What the first connections load and compile is no cost of a session.
  await clientsProcess.request({ ...from, count: warmUp })
  await clientsProcess.request({ disconnect: true })
  const before = await measureContender()
  const connected = await clientsProcess.request({ ...from, count: sessions })
  const after = await measureContender()
  if (!('seconds' in connected)) throw new Error('the crowd did not come')
  results.push({
    server: name,
    'sessions/s': Math.round(sessions / connected.seconds),
    'processor µs each': Math.round(after.userAndSystemUs / sessions),
    'memory kB each': roundTo2((after.residentBytes - before.residentBytes) / sessions / 1_000),
  })
  await clientsProcess.request({ disconnect: true })
  contender.stop()

  async function measureContender() {
    const usage = await contender.request({ measure: true })
    if (!('residentBytes' in usage)) throw new Error(`${name} did not say what it used`)
    return usage
  }
}
console.log(`${sessions} idle sessions, Node ${process.version}`)
console.table(results)
console.log(JSON.stringify({ bench: 'connections', sessions, node: process.version, results }))
clientsProcess.stop()
