import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { openTestGateway } from '../../test/test-gateway.ts'
import {
  connectOldClient,
  oldClients,
  type OldSocket,
  type TransportMode,
  transportModes,
} from '../../test/old-clients.ts'

const content = '안녕하세요, 온에어! 👋🏽 \u2028 naïve — ok'

/** The next value that a client hears under a name. */
const receiveNext = (client: OldSocket, event: string) => new Promise<unknown>((resolve) => client.on(event, resolve))

for (const oldClient of oldClients)
  for (const mode of Object.keys(transportModes) as TransportMode[]) {
    const connectClient = (url: string) => connectOldClient(oldClient, url, mode)

    describe(`socket.io-client ${oldClient.name}, ${mode},`, () => {
      test('connects, hears SYSTEM connected and a chat as an object', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('ann'))
        const chat = receiveNext(client, 'CHAT')
        assert.deepEqual(toPlainJson(await receiveNext(client, 'SYSTEM')), {
          type: 'connected',
          data: { sessionKey: 'ann' },
        })

        testGateway.rooms.broadcast('chat', 'CHAT', { content, emojis: { '{:🙂:}': 'url' } })
        assert.deepEqual(toPlainJson(await chat), { content, emojis: { '{:🙂:}': 'url' } })
        client.close()
      })

      test('hears every chat once and in order, also while it goes over to another transport', async () => {
        await using testGateway = await openTestGateway({
          limits: { maxPendingPackets: Infinity, maxPendingBytes: Infinity },
        })
        const client = connectClient(testGateway.url('ann'))
        const heard: unknown[] = []
        const upgraded = new Promise<void>((resolve) => {
          if (mode === 'polling, then websocket') client.on('connect', () => client.io.engine.on('upgrade', resolve))
          else resolve()
        })
        const all = new Promise<void>((resolve) => {
          client.on('CHAT', ({ n }: { n: unknown }) => {
            heard.push(n)
            if (n === 'last') resolve()
          })
        })
        await receiveNext(client, 'SYSTEM')
        let told = 0
        while ((await Promise.race([upgraded, setImmediate('not yet')])) === 'not yet')
          testGateway.rooms.broadcast('chat', 'CHAT', { n: told++ })
        for (let n = 0; n < 10; n++) testGateway.rooms.broadcast('chat', 'CHAT', { n: told++ })
        testGateway.rooms.broadcast('chat', 'CHAT', { n: 'last' })
        await all
        assert.deepEqual(heard, [...Array.from({ length: told }, (_, n) => n), 'last'])
        assert.equal(client.io.engine.transport.name, mode === 'polling only' ? 'polling' : 'websocket')
        client.close()
      })

      test('hears a chat as a string that holds JSON, in the observed profile', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('observed'))
        const chat = receiveNext(client, 'CHAT')
        await receiveNext(client, 'SYSTEM')
        testGateway.rooms.broadcast('chat', 'CHAT', { content })
        assert.deepEqual(JSON.parse(String(await chat)), { content })
        client.close()
      })

      test('is told when the server lets go of it', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('ann'))
        const goodbye = receiveNext(client, 'disconnect')
        await receiveNext(client, 'SYSTEM')
        testGateway.sockets.get('ann')?.close('revoked')
        assert.equal(await goodbye, 'io server disconnect')
      })

      test('is told that its auth is no good', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('bad'))
        const goodbye = receiveNext(client, 'disconnect')
        assert.equal(await receiveNext(client, 'error'), 'auth fail')
        assert.equal(await goodbye, 'io server disconnect')
      })

      test('ends its session by closing', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('ann'))
        await receiveNext(client, 'SYSTEM')
        client.close()
        await testGateway.waitFor(() => testGateway.closings.length > 0)
        assert.match(testGateway.closings[0]!, /^ann: (CLIENT_DISCONNECTED|CONNECTION_LOST)$/)
      })

      test('may emit, binary or not, and ask for an answer', async () => {
        await using testGateway = await openTestGateway()
        const client = connectClient(testGateway.url('ann'))
        await receiveNext(client, 'SYSTEM')
        client.emit('hello', { to: '온에어' })
        client.emit('file', new Uint8Array([1, 2, 3]).buffer)
        client.emit('question', 1, () => {})
        client.close()
        await testGateway.waitFor(() => testGateway.closings.length > 0)
        assert.match(testGateway.closings[0]!, /^ann: (CLIENT_DISCONNECTED|CONNECTION_LOST)$/)
      })
    })
  }

/** The same value, made of this realm's objects. */
function toPlainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
