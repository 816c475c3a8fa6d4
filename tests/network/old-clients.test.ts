import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { openTestGateway } from '../support/apps/test-gateway.ts'
import {
  connectOldClient,
  oldClients,
  type OldSocket,
  type TransportMode,
  transportModes,
} from '../support/clients/old-clients.ts'

const content = '안녕하세요, 온에어! 👋🏽 \u2028 naïve — ok'

/** The next value that a client receives for an event. */
const receiveNext = (client: OldSocket, event: string) => new Promise<unknown>((resolve) => client.on(event, resolve))

for (const oldClient of oldClients)
  for (const mode of Object.keys(transportModes) as TransportMode[]) {
    const connectClient = (url: string) => connectOldClient(oldClient, url, mode)

    describe(`socket.io-client ${oldClient.name}, ${mode},`, () => {
      test('connects, and receives SYSTEM connected and a chat as an object', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('ann'))
        const chat = receiveNext(client, 'CHAT')
        assert.deepEqual(toPlainJson(await receiveNext(client, 'SYSTEM')), {
          type: 'connected',
          data: { sessionKey: 'ann' },
        })

        testGateway.hub.broadcast('chat', 'CHAT', { content, emojis: { '{:🙂:}': 'url' } })
        assert.deepEqual(toPlainJson(await chat), { content, emojis: { '{:🙂:}': 'url' } })
        client.close()
      })

      test('receives every chat once and in order, also during the transport upgrade', async () => {
        await using testGateway = await openTestGateway({
          limits: { maxPendingPackets: Infinity, maxPendingBytes: Infinity },
        })
        const client = connectClient(testGateway.url('ann'))
        const received: unknown[] = []
        const upgraded = new Promise<void>((resolve) => {
          if (mode === 'polling, then websocket') client.on('connect', () => client.io.engine.on('upgrade', resolve))
          else resolve()
        })
        const all = new Promise<void>((resolve) => {
          client.on('CHAT', ({ n }: { n: unknown }) => {
            received.push(n)
            if (n === 'last') resolve()
          })
        })
        await receiveNext(client, 'SYSTEM')
        let sent = 0
        while ((await Promise.race([upgraded, setImmediate('not yet')])) === 'not yet') {
          testGateway.hub.broadcast('chat', 'CHAT', { n: sent++ })
          assert.ok(sent < 1_000_000, 'the client did not upgrade')
        }
        for (let n = 0; n < 10; n++) testGateway.hub.broadcast('chat', 'CHAT', { n: sent++ })
        testGateway.hub.broadcast('chat', 'CHAT', { n: 'last' })
        await all
        assert.deepEqual(received, [...Array.from({ length: sent }, (_, n) => n), 'last'])
        assert.equal(client.io.engine.transport.name, mode === 'polling only' ? 'polling' : 'websocket')
        client.close()
      })

      test('receives a chat as a JSON string in the observed profile', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('observed'))
        const chat = receiveNext(client, 'CHAT')
        await receiveNext(client, 'SYSTEM')
        testGateway.hub.broadcast('chat', 'CHAT', { content })
        assert.deepEqual(JSON.parse(String(await chat)), { content })
        client.close()
      })

      test('receives disconnect when the server closes it', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('ann'))
        const disconnect = receiveNext(client, 'disconnect')
        await receiveNext(client, 'SYSTEM')
        testGateway.sockets.get('ann')?.close('SESSION_ENDED')
        assert.equal(await disconnect, 'io server disconnect')
      })

      test('receives auth fail for an invalid ticket', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('bad'))
        const disconnect = receiveNext(client, 'disconnect')
        assert.equal(await receiveNext(client, 'error'), 'auth fail')
        assert.equal(await disconnect, 'io server disconnect')
      })

      test('closes its session', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('ann'))
        await receiveNext(client, 'SYSTEM')
        client.close()
        await testGateway.waitFor(() => testGateway.disconnects.length > 0)
        assert.match(testGateway.disconnects[0]!, /^ann: (CLIENT_DISCONNECTED|CONNECTION_LOST)$/)
      })

      test('may emit text and binary events, and request an acknowledgement', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('ann'))
        await receiveNext(client, 'SYSTEM')
        client.emit('hello', { to: '온에어' })
        client.emit('file', new Uint8Array([1, 2, 3]).buffer)
        client.emit('question', 1, () => {})
        client.close()
        await testGateway.waitFor(() => testGateway.disconnects.length > 0)
        assert.match(testGateway.disconnects[0]!, /^ann: (CLIENT_DISCONNECTED|CONNECTION_LOST)$/)
      })
    })
  }

/** A copy with the prototypes of this realm, which deepEqual compares. */
function toPlainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
