import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import { repeat } from '@onair/server/shared/repeat.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { WorldActivity } from './world-activity.ts'

const idleMs = 2_000
const settled = () => new Promise((resolve) => void setImmediate(resolve))

/** A server whose world has a loop that runs every second. */
async function openWorld(prepareSleep = async () => true) {
  await using opening = new AsyncDisposableStack()
  const time = fakeClock()
  const server = createServer((request, response) => void (request.url === '/stays' || response.end()))
  server.on(
    'upgrade',
    (_request, socket) =>
      void socket
        .on('error', () => {})
        .on('end', () => socket.end())
        .resume(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opening.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const activity = opening.use(new WorldActivity(time, prepareSleep, () => time))
  const clock = activity.createClock()
  let runs = 0
  opening.use(repeat(async () => void (runs += 1), { clock, intervalMs: 1_000, onError: () => assert.fail() }))
  const opened = opening.move()
  const { port } = server.address() as AddressInfo
  return {
    activity,
    clock,
    server,
    time,
    port,
    request: async () => void (await fetch(`http://127.0.0.1:${port}/`)),
    get runs() {
      return runs
    },
    async advance(ms: number) {
      for (let passed = 0; passed < ms; passed += 500) {
        time.advance(500)
        await settled()
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe('WorldActivity', () => {
  test('loops do not run before the world is watched, nor while it has no request', async () => {
    await using world = await openWorld()
    await world.advance(10_000)
    assert.equal(world.runs, 0)
    world.activity.watch(world.server)
    await world.advance(idleMs)
    const runs = world.runs
    assert.ok(runs > 0)
    await world.advance(30_000)
    assert.equal(world.runs, runs)
    assert.ok(world.activity.idleMs >= 30_000)
  })

  test('a request runs what is due, and the timers that are not wait for their time', async () => {
    await using world = await openWorld()
    world.activity.watch(world.server)
    const fired: string[] = []
    world.clock.after(10_000, () => fired.push('due'))
    world.clock.after(60_000, () => fired.push('later'))
    world.clock.after(10_000, () => fired.push('disposed'))[Symbol.dispose]()
    await world.advance(20_000)
    assert.deepEqual([fired, world.runs <= 2], [[], true])
    await world.request()
    await eventually(() => world.activity.idleMs === 0)
    await world.advance(500)
    assert.deepEqual(fired, ['due'])
    for (let count = 0; count < 40; count++) {
      await world.advance(1_000)
      await world.request()
    }
    assert.deepEqual(fired, ['due', 'later'])
    assert.ok(world.runs > 40)
  })

  test('a world with a socket, a request in progress or a waiting delivery does not sleep', async () => {
    for (const [path, hasDelivery] of [
      ['upgrade', false],
      ['/stays', false],
      [null, true],
    ] as const) {
      let hasWaiting: boolean = hasDelivery
      await using world = await openWorld(async () => !hasWaiting)
      world.activity.watch(world.server)
      const header = path === 'upgrade' ? 'Connection: Upgrade\r\nUpgrade: websocket\r\n' : ''
      using socket = path === null ? null : connectTo(world.port)
      socket?.write(`GET /${path === 'upgrade' ? '' : 'stays'} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`)
      if (socket !== null) await eventually(() => world.activity.idleMs === 0 && hasUse(world))
      await world.advance(15_000)
      assert.ok(world.runs >= 12, String(path))
      hasWaiting = false
      socket?.destroy()
      await eventually(async () => {
        const before = world.runs
        await world.advance(4_000)
        return world.runs === before
      })
    }
  })
})

function connectTo(port: number) {
  const socket = connect(port, '127.0.0.1')
  return Object.assign(
    socket.on('error', () => {}),
    { [Symbol.dispose]: () => void socket.destroy() },
  )
}

/** Idle time stays 0 while a request is in progress. */
function hasUse(world: { time: { advance(ms: number): void }; activity: WorldActivity }): boolean {
  world.time.advance(1)
  return world.activity.idleMs === 0
}
