import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { openGate } from '../testing/gate.ts'
import { connectOldClient, type OldClient, oldVersions } from '../testing/old-clients.ts'

const content = '안녕하세요, 온에어! 👋🏽 \u2028 naïve — ok'

/** The next value that a client hears under a name. */
const next = (client: OldClient, event: string) => new Promise<unknown>((heard) => client.on(event, heard))

for (const version of oldVersions)
  describe(`socket.io-client ${version}`, () => {
    test('connects, hears SYSTEM connected and a chat as an object', async () => {
      await using gate = await openGate()
      const client = connectOldClient(version, gate.url('ann'))
      const chat = next(client, 'CHAT')
      assert.deepEqual(plain(await next(client, 'SYSTEM')), { type: 'connected', data: { sessionKey: 'ann' } })

      gate.rooms.tell('chat', 'CHAT', { content, emojis: { '{:🙂:}': 'url' } })
      assert.deepEqual(plain(await chat), { content, emojis: { '{:🙂:}': 'url' } })
      client.close()
    })

    test('hears a chat as a string that holds JSON, in the observed profile', async () => {
      await using gate = await openGate()
      const client = connectOldClient(version, gate.url('observed'))
      const chat = next(client, 'CHAT')
      await next(client, 'SYSTEM')
      gate.rooms.tell('chat', 'CHAT', { content })
      assert.deepEqual(JSON.parse(String(await chat)), { content })
      client.close()
    })

    test('is told when the server lets go of it', async () => {
      await using gate = await openGate()
      const client = connectOldClient(version, gate.url('ann'))
      const goodbye = next(client, 'disconnect')
      await next(client, 'SYSTEM')
      gate.sockets.get('ann')?.close('revoked')
      assert.equal(await goodbye, 'io server disconnect')
    })

    test('is told that its auth is no good', async () => {
      await using gate = await openGate()
      const client = connectOldClient(version, gate.url('bad'))
      const goodbye = next(client, 'disconnect')
      assert.equal(await next(client, 'error'), 'auth fail')
      assert.equal(await goodbye, 'io server disconnect')
    })

    test('ends its session by closing', async () => {
      await using gate = await openGate()
      const client = connectOldClient(version, gate.url('ann'))
      await next(client, 'SYSTEM')
      client.close()
      await gate.until(() => gate.closings.length > 0)
      assert.match(gate.closings[0]!, /^ann: client (left|went away)$/)
    })

    test('may emit, binary or not, and ask for an answer', async () => {
      await using gate = await openGate()
      const client = connectOldClient(version, gate.url('ann'))
      await next(client, 'SYSTEM')
      client.emit('hello', { to: '온에어' })
      client.emit('file', Buffer.from([1, 2, 3]))
      client.emit('question', 1, () => {})
      client.close()
      await gate.until(() => gate.closings.length > 0)
      assert.match(gate.closings[0]!, /^ann: client (left|went away)$/)
    })
  })

/** The same value, made of this realm's objects. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
