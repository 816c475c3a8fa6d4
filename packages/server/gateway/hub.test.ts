import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { processTime } from '../infra/clock.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import { encodeFrame } from './engine-io/frames.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openTestGateway } from '../../../tests/support/apps/test-gateway.ts'
import { Hub, type TopicSink, type TopicSource } from './hub.ts'
import { TimeSlices } from './time-slices.ts'

/** A socket that takes longer than a slice. */
function spendSlice(): void {
  for (const startedAt = performance.now(); performance.now() < startedAt + 4;);
}

describe('Hub', () => {
  test('sends an event in the wire profile of each socket', async () => {
    await using testGateway = await openTestGateway()
    const documented = await testGateway.connectReady('ann')
    const observed = await testGateway.connectReady('observed')
    testGateway.hub.broadcast('chat', 'CHAT', { content: '안녕' })
    assert.deepEqual(await documented.read(1), ['42["CHAT",{"content":"\\uc548\\ub155"}]'])
    assert.deepEqual(await observed.read(1), ['42["CHAT","{\\"content\\":\\"\\uc548\\ub155\\"}"]'])
  })

  test('sends events of a topic to its subscribers until they unsubscribe', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    const bob = await testGateway.connectReady('bob')
    void testGateway.hub.subscribe('other', testGateway.sockets.get('ann')!, 'documented')
    testGateway.hub.broadcast('other', 'CHAT', { n: 1 })
    testGateway.hub.unsubscribe('other', testGateway.sockets.get('ann')!)
    testGateway.hub.broadcast('other', 'CHAT', { n: 2 })
    testGateway.hub.unsubscribeAll(testGateway.sockets.get('ann')!)
    testGateway.hub.broadcast('chat', 'CHAT', { n: 3 })
    ann.send('2')
    assert.deepEqual(await ann.read(2), ['42["CHAT",{"n":1}]', '3'])
    assert.deepEqual(await bob.read(1), ['42["CHAT",{"n":3}]'])
  })

  test('a closed session is subscribed to no topic', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    assert.equal(testGateway.hub.subscriberCount('chat'), 1)
    ann.send('41')
    await ann.readUntilClose()
    assert.equal(testGateway.hub.subscriberCount('chat'), 0)
  })

  test('every socket receives everything once and in order when writes are spread over several ticks', async () => {
    await using testGateway = await openTestGateway({ slices: { sliceMs: 0, unitsPerCheck: 3 } })
    const names = Array.from({ length: 20 }, (_, n) => `${n % 2 ? 'observed' : 'listener'}${n}`)
    const clients = await Promise.all(names.map((name) => testGateway.connectReady(name)))
    for (let n = 0; n < 10; n++) {
      testGateway.hub.broadcast('chat', 'CHAT', { n })
      for (const socket of testGateway.sockets.values()) socket.emit('SYSTEM', `{"after":${n}}`)
    }
    for (const client of clients) {
      const numbers = (await client.read(20)).map((frame) => /\d+(?=\D*$)/.exec(frame)?.[0])
      assert.deepEqual(
        numbers,
        Array.from({ length: 20 }, (_, n) => String(Math.floor(n / 2))),
      )
    }
  })

  test('passes an event to 20,000 sockets in slices, and other work runs between them', async () => {
    const hub = new Hub({ uptime: processTime, slices: new TimeSlices() })
    let received = 0
    const socket = () => ({ send: () => void received++, emit() {}, close() {} })
    for (let n = 0; n < 20_000; n++) void hub.subscribe('chat', socket(), 'documented')
    void hub.subscribe('chat', { ...socket(), send: spendSlice }, 'documented')
    for (let n = 0; n < 20_000; n++) void hub.subscribe('chat', socket(), 'documented')
    hub.broadcast('chat', 'CHAT', { n: 1 })
    // One socket took longer than a slice; those after its group wait for the next tick.
    assert.ok(received < 20_100, `${received} sockets in one tick`)
    await eventually(() => assert.equal(received, 40_000))
  })

  test('an event in slices reaches each socket once and in order with its other packets, and no later subscriber', async () => {
    // Every socket is a slice of its own.
    await using testGateway = await openTestGateway({ slices: { sliceMs: 0, unitsPerCheck: 1 } })
    const { hub, sockets } = testGateway
    const names = Array.from({ length: 12 }, (_, n) => `${n % 2 ? 'observed' : 'listener'}${n}`)
    const clients = await Promise.all(names.map((name) => testGateway.connectReady(name)))
    const socketOf = (n: number) => sockets.get(names[n]!)!
    for (let n = 0; n < 12; n++) void hub.subscribe('other', socketOf(n), 'documented')
    hub.unsubscribe('chat', socketOf(4))

    for (const n of [0, 1, 2]) hub.broadcast(n === 1 ? 'other' : 'chat', 'CHAT', { n })
    hub.unsubscribe('chat', socketOf(9))
    void hub.subscribe('chat', socketOf(4), 'documented')
    void hub.subscribe('chat', socketOf(7), 'observed')
    hub.unsubscribe('chat', socketOf(8))
    void hub.subscribe('chat', socketOf(8), 'documented')
    for (let n = 0; n < 12; n++) socketOf(n).emit('SYSTEM', '{"n":9}')
    socketOf(10).close('SESSION_ENDED')
    hub.broadcast('chat', 'CHAT', { n: 3 })
    hub.unsubscribeAll(socketOf(11))
    for (let n = 0; n < 12; n++) socketOf(n).emit('SYSTEM', '{"n":4}')

    for (const [n, client] of clients.entries()) {
      const expected = n === 4 ? '1934' : n === 9 ? '01294' : n === 10 ? '0129' : '012934'
      const frames = await client.read(expected.length)
      assert.equal(frames.map((frame) => /\d(?=\D*$)/.exec(frame)?.[0]).join(''), expected, names[n])
    }
    assert.deepEqual(await clients[10]!.readUntilClose(), ['41'])
  })

  test('an event beyond those that may wait is passed on after the oldest has reached its sockets', async () => {
    await using testGateway = await openTestGateway({ slices: { sliceMs: 0, unitsPerCheck: 1 }, maxWaiting: 2 })
    const clients = await Promise.all(['ann', 'bob', 'cid'].map((name) => testGateway.connectReady(name)))
    for (let n = 0; n < 9; n++) testGateway.hub.broadcast('chat', 'CHAT', { n })
    const expected = Array.from({ length: 9 }, (_, n) => `42["CHAT",{"n":${n}}]`)
    for (const client of clients) assert.deepEqual(await client.read(9), expected)
  })

  test('events of a busy channel reach a socket in one write, in order with its other packets', async () => {
    await using testGateway = await openTestGateway({ slices: { sliceMs: 1_000_000_000 } })
    const clients = await Promise.all(['ann', 'bob'].map((name) => testGateway.connectReady(name)))
    const [writesBefore, sockets] = [testGateway.writeCount, [...testGateway.sockets.values()]]
    for (let n = 0; n < 40; n++) {
      testGateway.hub.broadcast('chat', 'CHAT', { n })
      if (n === 20) sockets[0]!.emit('SYSTEM', '{"after":20}')
    }
    for (const [index, client] of clients.entries()) {
      const expected = Array.from({ length: 40 }, (_, n) => `42["CHAT",{"n":${n}}]`)
      if (sockets[index] === sockets[0]) expected.splice(21, 0, '42["SYSTEM",{"after":20}]')
      assert.deepEqual(await client.read(expected.length), expected)
    }
    // Up to the tenth message the channel is quiet, and each is written at once.
    assert.equal(testGateway.writeCount - writesBefore, 2 * (10 + 1))
  })

  test('events of a busy channel count as pending at once for a client that does not read', async () => {
    const noLimit = 1_000_000_000
    const limits = {
      maxPendingPackets: 20,
      maxPendingBytes: noLimit,
      maxTotalPendingBytes: noLimit,
    }
    await using testGateway = await openTestGateway({ limits, slices: { sliceMs: noLimit } })
    const stalled = await testGateway.connectReady('stalled')
    stalled.socket.pause()
    const frame = encodeFrame('x'.repeat(2_000_000))
    for (let n = 0; n < 40; n++) testGateway.sockets.get('stalled')!.send(frame, n > 10)
    assert.deepEqual(testGateway.disconnects, ['stalled: SLOW_CONSUMER'])
    stalled.socket.terminate()
  })

  test('events sent before a session is closed arrive before 41', async () => {
    await using testGateway = await openTestGateway({ slices: { sliceMs: 0, unitsPerCheck: 1 } })
    const ann = await testGateway.connectReady('ann')
    const numbers = Array.from({ length: 30 }, (_, n) => n)
    for (const n of numbers) testGateway.hub.broadcast('chat', 'CHAT', { n })
    testGateway.sockets.get('ann')!.close('SESSION_ENDED')
    testGateway.hub.broadcast('chat', 'CHAT', { n: 'too late' })
    assert.deepEqual(await ann.readUntilClose(), numbers.map((n) => `42["CHAT",{"n":${n}}]`).concat('41'))
    assert.deepEqual(testGateway.disconnects, ['ann: SESSION_ENDED'])
  })
})

/** A hub whose source opens a topic when the test says so. */
function openSourceHub() {
  const calls: string[] = []
  let opening = Promise.withResolvers<void>()
  let sink: TopicSink | null = null
  const source: TopicSource = {
    async open(topic, opened) {
      calls.push(`open ${topic}`)
      sink = opened
      await opening.promise
      return { [Symbol.asyncDispose]: async () => void calls.push(`close ${topic}`) }
    },
    catchUp: async (topic) => void calls.push(`catch up ${topic}`),
  }
  const newSocket = (name: string): ClientSocket => ({
    send: () => void calls.push(`${name} receives`),
    emit() {},
    close() {},
  })
  return {
    hub: new Hub({ source, uptime: processTime, slices: new TimeSlices() }),
    calls,
    newSocket,
    broadcast: () => sink!.broadcast('CHAT', {}),
    open: () => opening.resolve(),
    fail: () => {
      opening.reject(new Error('the bus is unavailable'))
      opening = Promise.withResolvers()
    },
  }
}

describe('the source of a topic', () => {
  test('is opened by the first subscriber, before it receives an event, and closed after the last one', async () => {
    const { hub, calls, newSocket, broadcast, open } = openSourceHub()
    const [ann, bob] = [newSocket('ann'), newSocket('bob')]
    const onSubscribed = () => void calls.push('ann is subscribed')
    const subscribed = hub.subscribe('chat', ann, 'documented', { onSubscribed, skipsEarlier: true })
    broadcast()
    open()
    await subscribed
    broadcast()
    void hub.subscribe('chat', bob, 'documented')
    hub.unsubscribe('chat', ann)
    broadcast()
    hub.unsubscribeAll(bob)
    const expected = ['open chat', 'ann is subscribed', 'ann receives', 'bob receives', 'close chat']
    await eventually(() => assert.deepEqual(calls, expected))
  })

  test('catches up for a further subscriber that skips earlier events', async () => {
    const { hub, calls, newSocket, open } = openSourceHub()
    open()
    await hub.subscribe('chat', newSocket('ann'), 'documented', { skipsEarlier: true })
    await hub.subscribe('chat', newSocket('bob'), 'documented', { skipsEarlier: true })
    await hub.subscribe('chat', newSocket('cid'), 'documented')
    assert.deepEqual(calls, ['open chat', 'catch up chat'])
  })

  test('is closed when its only subscriber leaves while it opens', async () => {
    const { hub, calls, newSocket, open } = openSourceHub()
    const ann = newSocket('ann')
    const onSubscribed = () => void calls.push('ann is subscribed')
    const subscribed = hub.subscribe('chat', ann, 'documented', { onSubscribed })
    hub.unsubscribeAll(ann)
    open()
    await subscribed
    await eventually(() => assert.deepEqual([calls, hub.topicCount], [['open chat', 'close chat'], 0]))
  })

  test('is opened again after a failure', async () => {
    const { hub, calls, newSocket, open, fail } = openSourceHub()
    const failed = [newSocket('ann'), newSocket('bob')].map((socket) => hub.subscribe('chat', socket, 'documented'))
    fail()
    assert.deepEqual(
      (await Promise.allSettled(failed)).map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    open()
    await hub.subscribe('chat', newSocket('ann'), 'documented')
    assert.deepEqual([calls, hub.subscriberCount('chat')], [['open chat', 'open chat'], 1])
  })
})
