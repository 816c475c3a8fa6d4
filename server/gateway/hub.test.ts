import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openTestGateway } from '../test/test-gateway.ts'

test('each listener hears an event in the wire profile it asked for', async () => {
  await using testGateway = await openTestGateway()
  const documented = await testGateway.connectReady('ann')
  const observed = await testGateway.connectReady('observed')
  testGateway.rooms.broadcast('chat', 'CHAT', { content: '안녕' })
  assert.deepEqual(await documented.read(1), ['42["CHAT",{"content":"\\uc548\\ub155"}]'])
  assert.deepEqual(await observed.read(1), ['42["CHAT","{\\"content\\":\\"\\uc548\\ub155\\"}"]'])
})

test('only those who joined a topic hear it, until they leave', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  const bob = await testGateway.connectReady('bob')
  testGateway.rooms.subscribe('other', testGateway.sockets.get('ann')!, 'documented')
  testGateway.rooms.broadcast('other', 'CHAT', { n: 1 })
  testGateway.rooms.unsubscribe('other', testGateway.sockets.get('ann')!)
  testGateway.rooms.broadcast('other', 'CHAT', { n: 2 })
  testGateway.rooms.unsubscribeAll(testGateway.sockets.get('ann')!)
  testGateway.rooms.broadcast('chat', 'CHAT', { n: 3 })
  ann.send('2')
  assert.deepEqual(await ann.read(2), ['42["CHAT",{"n":1}]', '3'])
  assert.deepEqual(await bob.read(1), ['42["CHAT",{"n":3}]'])
})

test('a session that ended has left every topic', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  assert.equal(testGateway.rooms.subscriberCount('chat'), 1)
  ann.send('41')
  await ann.readUntilClose()
  assert.equal(testGateway.rooms.subscriberCount('chat'), 0)
})

test('every listener of a big audience hears everything once and in order, whatever turn its slice is written in', async () => {
  await using testGateway = await openTestGateway({ limits: { writesPerTick: 3 } })
  const names = Array.from({ length: 20 }, (_, n) => `${n % 2 ? 'observed' : 'listener'}${n}`)
  const clients = await Promise.all(names.map((name) => testGateway.connectReady(name)))
  for (let n = 0; n < 10; n++) {
    testGateway.rooms.broadcast('chat', 'CHAT', { n })
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

test('what was told before a session is closed still arrives, then 41', async () => {
  await using testGateway = await openTestGateway({ limits: { writesPerTick: 1 } })
  const ann = await testGateway.connectReady('ann')
  for (let n = 0; n < 3; n++) testGateway.rooms.broadcast('chat', 'CHAT', { n })
  testGateway.sockets.get('ann')!.close('revoked')
  testGateway.rooms.broadcast('chat', 'CHAT', { n: 'too late' })
  assert.deepEqual(await ann.readUntilClose(), [0, 1, 2].map((n) => `42["CHAT",{"n":${n}}]`).concat('41'))
  assert.deepEqual(testGateway.closings, ['ann: revoked'])
})
