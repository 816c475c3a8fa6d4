import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'

import { eventually } from '../../../../tests/support/eventually.ts'
import { openTestGateway } from '../../../../tests/support/apps/test-gateway.ts'
import { openPollingClient } from '../../../../tests/support/clients/polling-client.ts'

type TestGateway = Awaited<ReturnType<typeof openTestGateway>>
type Client = Awaited<ReturnType<typeof openPollingClient>>
type RawClient = ReturnType<Client['websocket']>

const chatFrame = (n: number) => `42["CHAT",{"n":${n}}]`

/** A polling client that has received the first packets and probed a websocket. */
async function openProbe(testGateway: TestGateway) {
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

describe('Upgrade from polling to a websocket', () => {
  // Gap 81.
  test('loses, repeats and reorders no packet', async () => {
    await using testGateway = await openTestGateway()
    const ann = await openPollingClient(`http://127.0.0.1:${testGateway.port}`, 'ann')
    await ann.read(2)
    const before = testGateway.requestCount
    const openPoll = ann.poll()
    await testGateway.waitFor(() => testGateway.requestCount > before)
    const websocket = await probeWebsocket(ann)
    assert.deepEqual((await openPoll).packets, ['6'])

    for (const n of [1, 2]) testGateway.hub.broadcast('chat', 'CHAT', { n })
    assert.deepEqual((await ann.poll()).packets, [chatFrame(1), chatFrame(2)])
    for (const n of [3, 4]) testGateway.hub.broadcast('chat', 'CHAT', { n })
    websocket.send('5')
    assert.deepEqual(await websocket.read(2), [chatFrame(3), chatFrame(4)])
    testGateway.hub.broadcast('chat', 'CHAT', { n: 5 })
    websocket.send('2')
    assert.deepEqual(await websocket.read(2), [chatFrame(5), '3'])
    assert.equal(testGateway.gateway.connectionCount, 1)
    assert.deepEqual(testGateway.disconnects, [])
  })

  test('while a websocket is probed, answers polls immediately with 6 when nothing is pending', async () => {
    await using testGateway = await openTestGateway()
    const { ann } = await openProbe(testGateway)
    assert.deepEqual((await ann.poll()).packets, ['6'])
    assert.deepEqual((await ann.poll()).packets, ['6'])
  })

  test('answers an open poll with 6 when the websocket takes over', async () => {
    await using testGateway = await openTestGateway()
    const ann = await openPollingClient(`http://127.0.0.1:${testGateway.port}`, 'ann')
    await ann.read(2)
    const before = testGateway.requestCount
    const openPoll = ann.poll()
    await testGateway.waitFor(() => testGateway.requestCount > before)
    const websocket = ann.websocket()
    await once(websocket.socket, 'open')
    websocket.send('5')
    assert.deepEqual((await openPoll).packets, ['6'])
    testGateway.hub.broadcast('chat', 'CHAT', { n: 1 })
    assert.deepEqual(await websocket.read(1), [chatFrame(1)])
  })

  test('rejects polls, POSTs and further websockets after the upgrade', async () => {
    await using testGateway = await openTestGateway()
    const { ann, websocket } = await openProbe(testGateway)
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

  test('a websocket lost before the upgrade does not affect the session', async () => {
    await using testGateway = await openTestGateway()
    const { ann, websocket } = await openProbe(testGateway)
    websocket.socket.terminate()
    testGateway.hub.broadcast('chat', 'CHAT', { n: 1 })
    assert.deepEqual((await ann.poll()).packets, [chatFrame(1)])
    assert.deepEqual(testGateway.disconnects, [])
  })

  for (const [what, fail] of [
    ['that sends something else', (websocket: RawClient) => websocket.send('2')],
    ['that sends nothing for 10 s', (_websocket: RawClient, { clock }: TestGateway) => clock.advance(10_000)],
  ] as const)
    test(`closes a websocket ${what}; polling continues, and another websocket may be probed`, async () => {
      await using testGateway = await openTestGateway()
      const { ann, websocket } = await openProbe(testGateway)
      fail(websocket, testGateway)
      await websocket.readUntilClose()
      testGateway.hub.broadcast('chat', 'CHAT', { n: 1 })
      assert.deepEqual((await ann.poll()).packets, [chatFrame(1)])
      const another = await probeWebsocket(ann)
      another.send('5')
      testGateway.hub.broadcast('chat', 'CHAT', { n: 2 })
      another.send('2')
      assert.deepEqual(await another.read(2), [chatFrame(2), '3'])
      assert.deepEqual(testGateway.disconnects, [])
    })

  test('closes the probed websocket with the session', async () => {
    await using testGateway = await openTestGateway()
    const { ann, websocket } = await openProbe(testGateway)
    testGateway.sockets.get('ann')!.close('SESSION_ENDED')
    assert.deepEqual((await ann.poll()).packets, ['41', '1'])
    assert.deepEqual(await websocket.readUntilClose(), [])
    assert.equal(testGateway.gateway.connectionCount, 0)
  })

  test('a session that ends after the last poll was answered sends its last packets on the websocket', async () => {
    await using testGateway = await openTestGateway()
    const { ann, websocket } = await openProbe(testGateway)
    assert.deepEqual((await ann.poll()).packets, ['6'])
    testGateway.hub.broadcast('chat', 'CHAT', { n: 1 })
    testGateway.sockets.get('ann')!.close('SESSION_ENDED')
    websocket.send('5')
    assert.deepEqual(await websocket.readUntilClose(), [chatFrame(1), '41'])
    await eventually(() => assert.equal(testGateway.gateway.connectionCount, 0))
    assert.deepEqual(testGateway.disconnects, ['ann: SESSION_ENDED'])
  })

  test('a session that is rejected during the upgrade sends the error and the disconnect on the websocket', async () => {
    const { promise: admission, resolve: admit } = Promise.withResolvers<void>()
    await using testGateway = await openTestGateway({ admission })
    const ann = await openPollingClient(`http://127.0.0.1:${testGateway.port}`, 'bad')
    const websocket = await probeWebsocket(ann)
    assert.deepEqual((await ann.poll()).packets, ['6'])
    admit()
    websocket.send('5')
    assert.deepEqual(await websocket.readUntilClose(), ['40', '42["error","auth fail"]', '41'])
    await eventually(() => assert.equal(testGateway.gateway.connectionCount, 0))
  })

  test('a session that ended during the upgrade is closed when the client does neither poll nor upgrade', async () => {
    await using testGateway = await openTestGateway()
    const { ann, websocket } = await openProbe(testGateway)
    assert.deepEqual((await ann.poll()).packets, ['6'])
    testGateway.sockets.get('ann')!.close('SESSION_ENDED')
    testGateway.clock.advance(10_000)
    assert.deepEqual(await websocket.readUntilClose(), [])
    await eventually(() => assert.equal(testGateway.gateway.connectionCount, 0))
  })

  test('losing the websocket after the upgrade ends the session', async () => {
    await using testGateway = await openTestGateway()
    const { websocket } = await openProbe(testGateway)
    websocket.send('5')
    websocket.send('2')
    await websocket.read(1)
    websocket.socket.terminate()
    await testGateway.waitFor(() => testGateway.disconnects.length > 0)
    assert.deepEqual(testGateway.disconnects, ['ann: CONNECTION_LOST'])
  })

  test('the idle timeout of 85 s applies after the upgrade', async () => {
    await using testGateway = await openTestGateway()
    const { websocket } = await openProbe(testGateway)
    websocket.send('5')
    websocket.send('2')
    await websocket.read(1)
    testGateway.clock.advance(84_999)
    assert.deepEqual(testGateway.disconnects, [])
    testGateway.clock.advance(1)
    assert.deepEqual(testGateway.disconnects, ['ann: IDLE_TIMEOUT'])
    assert.deepEqual(await websocket.readUntilClose(), ['41'])
  })
})
