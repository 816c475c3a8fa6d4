import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../tests/support/eventually.ts'
import { connectOldClient, oldClients } from '../../../tests/support/clients/old-clients.ts'
import { openSandboxChannel } from '../../../tests/support/apps/sandbox-app.ts'
import { Relay } from './relay.ts'

const clients = oldClients.filter(({ name }) => ['1.0.6 in a page', '2.0.3 in Node'].includes(name))

describe('Relay', () => {
  for (const oldClient of clients)
    for (const mode of ['websocket only', 'polling only', 'polling, then websocket'] as const)
      test(`follows the session of socket.io-client ${oldClient.name}, ${mode}`, async () => {
        await using channel = await openSandboxChannel()
        await using relay = await Relay.open({ baseUrl: channel.url, socketUrl: channel.url })
        const call = async (method: string, path: string) => {
          const headers = { authorization: `Bearer ${channel.token}` }
          const response = await fetch(`${relay.url}${path}`, { method, headers })
          return (await response.json()) as { content: { url: string } }
        }
        const { content } = await call('GET', '/open/v1/sessions/auth')
        assert.ok(content.url.startsWith(relay.url))
        const socket = connectOldClient(oldClient, content.url, mode)
        try {
          await eventually(() => assert.ok(relay.sessions[0]?.sessionKey))
          const [session] = relay.sessions
          await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${session?.sessionKey}`)
          await eventually(() => assert.deepEqual([...(session?.subscribed ?? [])], ['CHAT']))
          await channel.sandbox('POST', `/sessions/${session?.sessionKey}/disconnect`)
          await eventually(() => assert.equal(session?.isOpen, false))
          assert.equal(relay.sessions.length, 1)
          assert.deepEqual(
            relay.requests.map(({ path, status }) => [path, status]),
            [
              ['/open/v1/sessions/auth', 200],
              ['/open/v1/sessions/events/subscribe/chat', 200],
            ],
          )
        } finally {
          socket.close()
        }
      })
})
