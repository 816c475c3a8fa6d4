import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { encodeFrame } from './engine-io/frames.ts'
import { openTestGateway } from '../test/test-gateway.ts'

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
    testGateway.hub.subscribe('other', testGateway.sockets.get('ann')!, 'documented')
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
    await using testGateway = await openTestGateway({ limits: { writesPerTick: 3 } })
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

  test('events of a busy channel reach a socket in one write, in order with its other packets', async () => {
    await using testGateway = await openTestGateway()
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
      writeSliceMs: noLimit,
    }
    await using testGateway = await openTestGateway({ limits })
    const stalled = await testGateway.connectReady('stalled')
    stalled.socket.pause()
    const frame = encodeFrame('x'.repeat(2_000_000))
    for (let n = 0; n < 40; n++) testGateway.sockets.get('stalled')!.send(frame, n > 10)
    assert.deepEqual(testGateway.disconnects, ['stalled: SLOW_CONSUMER'])
    stalled.socket.terminate()
  })

  test('events sent before a session is closed arrive before 41', async () => {
    await using testGateway = await openTestGateway({ limits: { writesPerTick: 1 } })
    const ann = await testGateway.connectReady('ann')
    const numbers = Array.from({ length: 30 }, (_, n) => n)
    for (const n of numbers) testGateway.hub.broadcast('chat', 'CHAT', { n })
    testGateway.sockets.get('ann')!.close('SESSION_ENDED')
    testGateway.hub.broadcast('chat', 'CHAT', { n: 'too late' })
    assert.deepEqual(await ann.readUntilClose(), numbers.map((n) => `42["CHAT",{"n":${n}}]`).concat('41'))
    assert.deepEqual(testGateway.disconnects, ['ann: SESSION_ENDED'])
  })
})
