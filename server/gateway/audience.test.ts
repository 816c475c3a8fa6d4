import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openGate } from '../testing/gate.ts'

test('each listener hears an event in the wire profile it asked for', async () => {
  await using gate = await openGate()
  const documented = await gate.enter('ann')
  const observed = await gate.enter('observed')
  gate.rooms.tell('chat', 'CHAT', { content: '안녕' })
  assert.deepEqual(await documented.hear(1), ['42["CHAT",{"content":"\\uc548\\ub155"}]'])
  assert.deepEqual(await observed.hear(1), ['42["CHAT","{\\"content\\":\\"\\uc548\\ub155\\"}"]'])
})

test('only those who joined a topic hear it, until they leave', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  const bob = await gate.enter('bob')
  gate.rooms.join('other', gate.sockets.get('ann')!, 'documented')
  gate.rooms.tell('other', 'CHAT', { n: 1 })
  gate.rooms.leave('other', gate.sockets.get('ann')!)
  gate.rooms.tell('other', 'CHAT', { n: 2 })
  gate.rooms.leaveAll(gate.sockets.get('ann')!)
  gate.rooms.tell('chat', 'CHAT', { n: 3 })
  ann.send('2')
  assert.deepEqual(await ann.hear(2), ['42["CHAT",{"n":1}]', '3'])
  assert.deepEqual(await bob.hear(1), ['42["CHAT",{"n":3}]'])
})

test('a session that ended has left every topic', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  assert.equal(gate.rooms.listeners('chat'), 1)
  ann.send('41')
  await ann.hearTheEnd()
  assert.equal(gate.rooms.listeners('chat'), 0)
})

test('every listener of a big audience hears everything once and in order, whatever turn its slice is written in', async () => {
  await using gate = await openGate({ limits: { writesPerTurn: 3 } })
  const names = Array.from({ length: 20 }, (_, n) => `${n % 2 ? 'observed' : 'listener'}${n}`)
  const clients = await Promise.all(names.map((name) => gate.enter(name)))
  for (let n = 0; n < 10; n++) {
    gate.rooms.tell('chat', 'CHAT', { n })
    for (const socket of gate.sockets.values()) socket.emit('SYSTEM', `{"after":${n}}`)
  }
  for (const client of clients) {
    const numbers = (await client.hear(20)).map((frame) => /\d+(?=\D*$)/.exec(frame)?.[0])
    assert.deepEqual(
      numbers,
      Array.from({ length: 20 }, (_, n) => String(Math.floor(n / 2))),
    )
  }
})

test('what was told before a session is closed still arrives, then 41', async () => {
  await using gate = await openGate({ limits: { writesPerTurn: 1 } })
  const ann = await gate.enter('ann')
  for (let n = 0; n < 3; n++) gate.rooms.tell('chat', 'CHAT', { n })
  gate.sockets.get('ann')!.close('revoked')
  gate.rooms.tell('chat', 'CHAT', { n: 'too late' })
  assert.deepEqual(await ann.hearTheEnd(), [0, 1, 2].map((n) => `42["CHAT",{"n":${n}}]`).concat('41'))
  assert.deepEqual(gate.closings, ['ann: revoked'])
})
