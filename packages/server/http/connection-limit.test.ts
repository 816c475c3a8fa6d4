import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { connectionLimitOf } from '../infra/files/open-files.ts'
import { silentLog } from '../infra/observability/log.ts'
import { limitConnections } from './connection-limit.ts'
import { openListener, respondNotReady } from './listener.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { memoryLog } from '../../../tests/support/apps/memory-log.ts'
import { portOf } from '../../../tests/support/programs/port.ts'

const config = readConfig({ ONAIR_PORT: '0', ONAIR_DATABASE_POOL: '20' })
const attacker = '127.0.0.2'
const others = '127.0.0.3'

/** A listener with a limit, whose clients have the addresses 127.0.0.1 to 127.0.0.255. */
async function openLimited(maxConnections: number, settings: Partial<typeof config> = {}) {
  const listener = await openListener(config)
  const log = memoryLog()
  const refusals: string[] = []
  limitConnections(listener.server, {
    config: { ...config, ...settings },
    log,
    limit: { maxConnections, openFiles: 2 * maxConnections },
    metrics: { connectionRefused: (reason) => refusals.push(reason) },
    // Clients on this machine have no limit of their own.
    isLimited: (ip) => ip === attacker,
  })
  const { server } = listener
  const port = portOf(server)
  let requests = 0
  server.off('request', respondNotReady)
  server.on('request', ({ url }, response) => {
    requests++
    if (!Object.values(slow).includes(url ?? '')) response.end('served')
  })
  const open = async (localAddress: string, count = 1) => {
    const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }))
    for (const socket of sockets) socket.on('error', () => {}).resume()
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return sockets
  }
  return { ...listener, log, refusals, open, requestCount: () => requests }
}

/** Requests for these are not answered. */
const slow = { path: '/slow', poll: '/socket.io/?sid=x' }
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const countOpen = (sockets: readonly Socket[]) => sockets.filter(({ closed }) => !closed).length

async function assertServed(socket: Socket): Promise<void> {
  socket.write(get('/'))
  const [bytes] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })
  assert.match(String(bytes), /^HTTP\/1\.1 200 /)
}

const limitOf = (openFiles: number, roles = config.roles) =>
  connectionLimitOf({ ...config, roles }, openFiles)?.maxConnections

describe('limit of connections', () => {
  test('keeps descriptors for the database, webhook attempts and the program', () => {
    assert.equal(limitOf(20_000), 20_000 - 64 - 23 - 256)
    assert.equal(limitOf(20_000, ['gateway']), 20_000 - 64 - 23)
    assert.equal(limitOf(256), 128)
  })

  test('refuses further connections of the fullest network with a log line, and serves those that are open', async () => {
    await using limited = await openLimited(4)
    const connected = await limited.open(others, 4)
    const [refused] = await limited.open(others)
    await once(refused!, 'close')
    assert.deepEqual(limited.log.lines, [
      { level: 'warn', text: 'connection.refused', fields: { maxConnections: 4, openFiles: 8 } },
    ])
    assert.deepEqual(limited.refusals, ['open_files'])
    for (const socket of connected) await assertServed(socket)
  })

  test('an address may have an eighth of them, and closing one makes room', async () => {
    await using limited = await openLimited(80)
    const connected = await limited.open(attacker, 10)
    const [refused] = await limited.open(attacker)
    await once(refused!, 'close')
    assert.deepEqual(limited.refusals, ['network_limit'])
    await limited.open(others, 30)
    connected[0]?.destroy()
    await eventually(async () => {
      const [next] = await limited.open(attacker)
      await assertServed(next!)
    })
  })

  test('when all are in use, idle ones of the fullest network are closed for others', async () => {
    await using limited = await openLimited(40)
    const idle = await limited.open('127.0.0.9', 30)
    const neighbour = await limited.open('127.0.0.8', 10)
    const newcomers = await limited.open(others, 8)
    for (const socket of newcomers) await assertServed(socket)
    await eventually(() => assert.equal(countOpen(idle), 22))
    assert.equal(countOpen(neighbour), 10)
    assert.deepEqual(limited.refusals, [])
  })

  test('a connection with a request in progress is closed only where none is idle, and a poll never', async () => {
    await using limited = await openLimited(12)
    const busy = await limited.open('127.0.0.9', 6)
    const polls = await limited.open('127.0.0.9', 3)
    const idle = await limited.open('127.0.0.9', 3)
    for (const socket of busy) socket.write(get(slow.path))
    for (const socket of polls) socket.write(get(slow.poll))
    await eventually(() => assert.equal(limited.requestCount(), 9))
    await limited.open(others, 3)
    await eventually(() => assert.equal(countOpen(idle), 0))
    assert.equal(countOpen(busy), 6)
    await limited.open(others)
    await eventually(() => assert.equal(countOpen(busy), 5))
    assert.equal(countOpen(polls), 3)
  })

  test('a websocket is not closed for others once the gateway has authenticated it', async () => {
    await using limited = await openLimited(10)
    using upgraded = new DisposableStack()
    let upgrades = 0
    limited.server.on('upgrade', ({ socket, url }, stream) => {
      upgrades++
      upgraded.defer(() => stream.destroy())
      if (url === '/socket.io/?auth=right') limited.server.emit('authenticated', socket)
    })
    const open = async (count: number, auth: string) => {
      const sockets = await limited.open('127.0.0.9', count)
      const head = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
      for (const socket of sockets) socket.write(`GET /socket.io/?auth=${auth} HTTP/1.1\r\n${head}\r\n`)
      return sockets
    }
    const [authenticated, madeUp] = [await open(6, 'right'), await open(4, 'made-up')]
    await eventually(() => assert.equal(upgrades, 10))
    const [newcomer] = await limited.open(others)
    await assertServed(newcomer!)
    await eventually(() => assert.equal(countOpen(madeUp), 3))
    assert.equal(countOpen(authenticated), 6)
  })

  test('only the total counts behind a trusted proxy', async () => {
    await using limited = await openLimited(16, { trustProxy: true })
    const connected = await limited.open(attacker, 16)
    const [refused] = await limited.open(others)
    await once(refused!, 'close')
    assert.equal(countOpen(connected), 16)
    assert.deepEqual(limited.refusals, ['open_files'])
  })

  test('without a limit of the system there is none', async () => {
    const server = createServer()
    assert.equal(limitConnections(server, { config, log: silentLog, limit: null }), null)
  })
})
