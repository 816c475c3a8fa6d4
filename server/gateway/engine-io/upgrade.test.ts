import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'

import { openTestGateway } from '../../test/test-gateway.ts'
import { openPollingClient } from '../../test/polling-client.ts'

type Gate = Awaited<ReturnType<typeof openTestGateway>>
type Client = Awaited<ReturnType<typeof openPollingClient>>
type RawClient = ReturnType<Client['websocket']>

const chatFrame = (n: number) => `42["CHAT",{"n":${n}}]`

/**
 * A client that polls, has heard what comes first, and has a websocket that was tried and found
 * good.
 */
async function openProbe(testGateway: Gate) {
  const ann = await openPollingClient(`http://127.0.0.1:${testGateway.port}`, 'ann')
  await ann.read(2)
  return { ann, websocket: await probeWebsocket(ann) }
}

async function probeWebsocket(client: Client) {
  const websocket = client.websocket()
  await once(websocket.socket, 'open')
  websocket.send('2probe')
  assert.deepEqual(await websocket.read(1), ['3probe'])
  return websocket
}

test('a session goes from polling to a websocket without losing, repeating or reordering anything', async () => {
  await using gate = await openTestGateway()
  const ann = await openPollingClient(`http://127.0.0.1:${gate.port}`, 'ann')
  await ann.read(2)
  const before = gate.requests
  const held = ann.poll()
  await gate.waitFor(() => gate.requests > before)
  const websocket = await probeWebsocket(ann)
  assert.deepEqual((await held).packets, ['6'])

  for (const n of [1, 2]) gate.rooms.broadcast('chat', 'CHAT', { n })
  assert.deepEqual((await ann.poll()).packets, [chatFrame(1), chatFrame(2)])
  for (const n of [3, 4]) gate.rooms.broadcast('chat', 'CHAT', { n })
  websocket.send('5')
  assert.deepEqual(await websocket.read(2), [chatFrame(3), chatFrame(4)])
  gate.rooms.broadcast('chat', 'CHAT', { n: 5 })
  websocket.send('2')
  assert.deepEqual(await websocket.read(2), [chatFrame(5), '3'])
  assert.equal(gate.gateway.connectionCount, 1)
  assert.deepEqual(gate.closings, [])
})

test('while a websocket is tried a poll with nothing to tell is let go at once', async () => {
  await using gate = await openTestGateway()
  const { ann } = await openProbe(gate)
  assert.deepEqual((await ann.poll()).packets, ['6'])
  assert.deepEqual((await ann.poll()).packets, ['6'])
})

test('a poll that is still held when the websocket takes over is let go', async () => {
  await using gate = await openTestGateway()
  const ann = await openPollingClient(`http://127.0.0.1:${gate.port}`, 'ann')
  await ann.read(2)
  const before = gate.requests
  const held = ann.poll()
  await gate.waitFor(() => gate.requests > before)
  const websocket = ann.websocket()
  await once(websocket.socket, 'open')
  websocket.send('5')
  assert.deepEqual((await held).packets, ['6'])
  gate.rooms.broadcast('chat', 'CHAT', { n: 1 })
  assert.deepEqual(await websocket.read(1), [chatFrame(1)])
})

test('polls, posts and further websockets of a session that has its websocket are refused', async () => {
  await using gate = await openTestGateway()
  const { ann, websocket } = await openProbe(gate)
  assert.deepEqual(await ann.websocket().readUntilClose(), [])
  websocket.send('5')
  websocket.send('2')
  await websocket.read(1)
  assert.equal((await ann.poll()).status, 400)
  assert.equal((await ann.post('1:2')).status, 400)
  assert.deepEqual(await ann.websocket().readUntilClose(), [])
  websocket.send('2')
  assert.deepEqual(await websocket.read(1), ['3'])
})

test('a websocket that is lost before it took over changes nothing for the session', async () => {
  await using gate = await openTestGateway()
  const { ann, websocket } = await openProbe(gate)
  websocket.socket.terminate()
  gate.rooms.broadcast('chat', 'CHAT', { n: 1 })
  assert.deepEqual((await ann.poll()).packets, [chatFrame(1)])
  assert.deepEqual(gate.closings, [])
})

for (const [what, fail] of [
  ['that says something else', (websocket: RawClient) => websocket.send('2')],
  ['that says nothing for ten seconds', (_websocket: RawClient, { clock }: Gate) => clock.advance(10_000)],
] as const)
  test(`a websocket ${what} is let go; the session goes on polling and may try another`, async () => {
    await using gate = await openTestGateway()
    const { ann, websocket } = await openProbe(gate)
    fail(websocket, gate)
    await websocket.readUntilClose()
    gate.rooms.broadcast('chat', 'CHAT', { n: 1 })
    assert.deepEqual((await ann.poll()).packets, [chatFrame(1)])
    const another = await probeWebsocket(ann)
    another.send('5')
    gate.rooms.broadcast('chat', 'CHAT', { n: 2 })
    another.send('2')
    assert.deepEqual(await another.read(2), [chatFrame(2), '3'])
    assert.deepEqual(gate.closings, [])
  })

test('a session that ends while a websocket is tried takes it along', async () => {
  await using gate = await openTestGateway()
  const { ann, websocket } = await openProbe(gate)
  gate.sockets.get('ann')!.close('revoked')
  assert.deepEqual((await ann.poll()).packets, ['41', '1'])
  assert.deepEqual(await websocket.readUntilClose(), [])
  assert.equal(gate.gateway.connectionCount, 0)
})

test('a session whose websocket is lost after it took over has ended', async () => {
  await using gate = await openTestGateway()
  const { websocket } = await openProbe(gate)
  websocket.send('5')
  websocket.send('2')
  await websocket.read(1)
  websocket.socket.terminate()
  await gate.waitFor(() => gate.closings.length > 0)
  assert.deepEqual(gate.closings, ['ann: CONNECTION_LOST'])
})

test('a session that began with polling is silent after 85 seconds like any other', async () => {
  await using gate = await openTestGateway()
  const { websocket } = await openProbe(gate)
  websocket.send('5')
  websocket.send('2')
  await websocket.read(1)
  gate.clock.advance(84_999)
  assert.deepEqual(gate.closings, [])
  gate.clock.advance(1)
  assert.deepEqual(gate.closings, ['ann: IDLE_TIMEOUT'])
  assert.deepEqual(await websocket.readUntilClose(), ['41'])
})
