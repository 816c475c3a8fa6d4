import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { openGate } from '../testing/gate.ts'
import { connectOldClient, oldClients, type OldSocket, type Way, ways } from '../testing/old-clients.ts'

const content = '안녕하세요, 온에어! 👋🏽 \u2028 naïve — ok'

/** The next value that a client hears under a name. */
const next = (client: OldSocket, event: string) => new Promise<unknown>((heard) => client.on(event, heard))

for (const oldClient of oldClients)
  for (const way of Object.keys(ways) as Way[]) {
    const connect = (url: string) => connectOldClient(oldClient, url, way)

    describe(`socket.io-client ${oldClient.name}, ${way},`, () => {
      test('connects, hears SYSTEM connected and a chat as an object', async () => {
        await using gate = await openGate()
        const client = connect(gate.url('ann'))
        const chat = next(client, 'CHAT')
        assert.deepEqual(plain(await next(client, 'SYSTEM')), { type: 'connected', data: { sessionKey: 'ann' } })

        gate.rooms.tell('chat', 'CHAT', { content, emojis: { '{:🙂:}': 'url' } })
        assert.deepEqual(plain(await chat), { content, emojis: { '{:🙂:}': 'url' } })
        client.close()
      })

      test('hears every chat once and in order, also while it goes over to another transport', async () => {
        await using gate = await openGate({ limits: { waitingPackets: Infinity, waitingBytes: Infinity } })
        const client = connect(gate.url('ann'))
        const heard: unknown[] = []
        const upgraded = new Promise<void>((resolve) => {
          if (way === 'by polling first') client.on('connect', () => client.io.engine.on('upgrade', resolve))
          else resolve()
        })
        const all = new Promise<void>((resolve) => {
          client.on('CHAT', ({ n }: { n: unknown }) => {
            heard.push(n)
            if (n === 'last') resolve()
          })
        })
        await next(client, 'SYSTEM')
        let told = 0
        while ((await Promise.race([upgraded, setImmediate('not yet')])) === 'not yet')
          gate.rooms.tell('chat', 'CHAT', { n: told++ })
        for (let n = 0; n < 10; n++) gate.rooms.tell('chat', 'CHAT', { n: told++ })
        gate.rooms.tell('chat', 'CHAT', { n: 'last' })
        await all
        assert.deepEqual(heard, [...Array.from({ length: told }, (_, n) => n), 'last'])
        assert.equal(client.io.engine.transport.name, way === 'by polling alone' ? 'polling' : 'websocket')
        client.close()
      })

      test('hears a chat as a string that holds JSON, in the observed profile', async () => {
        await using gate = await openGate()
        const client = connect(gate.url('observed'))
        const chat = next(client, 'CHAT')
        await next(client, 'SYSTEM')
        gate.rooms.tell('chat', 'CHAT', { content })
        assert.deepEqual(JSON.parse(String(await chat)), { content })
        client.close()
      })

      test('is told when the server lets go of it', async () => {
        await using gate = await openGate()
        const client = connect(gate.url('ann'))
        const goodbye = next(client, 'disconnect')
        await next(client, 'SYSTEM')
        gate.sockets.get('ann')?.close('revoked')
        assert.equal(await goodbye, 'io server disconnect')
      })

      test('is told that its auth is no good', async () => {
        await using gate = await openGate()
        const client = connect(gate.url('bad'))
        const goodbye = next(client, 'disconnect')
        assert.equal(await next(client, 'error'), 'auth fail')
        assert.equal(await goodbye, 'io server disconnect')
      })

      test('ends its session by closing', async () => {
        await using gate = await openGate()
        const client = connect(gate.url('ann'))
        await next(client, 'SYSTEM')
        client.close()
        await gate.until(() => gate.closings.length > 0)
        assert.match(gate.closings[0]!, /^ann: client (left|went away)$/)
      })

      test('may emit, binary or not, and ask for an answer', async () => {
        await using gate = await openGate()
        const client = connect(gate.url('ann'))
        await next(client, 'SYSTEM')
        client.emit('hello', { to: '온에어' })
        client.emit('file', new Uint8Array([1, 2, 3]).buffer)
        client.emit('question', 1, () => {})
        client.close()
        await gate.until(() => gate.closings.length > 0)
        assert.match(gate.closings[0]!, /^ann: client (left|went away)$/)
      })
    })
  }

/** The same value, made of this realm's objects. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
