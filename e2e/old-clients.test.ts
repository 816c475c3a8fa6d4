import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene } from '../server/testing/scene.ts'
import { connectOldClient, oldVersions, type OldClient } from '../server/testing/old-clients.ts'

type System = { type: string; data: { sessionKey: string; eventType?: string; channelId?: string } }

/** The next value that a client hears under a name, as data: an old client may run in a context of its own. */
const next = <T>(client: OldClient, event: string) =>
  new Promise<T>((heard) => client.on(event, (value: unknown) => heard(JSON.parse(JSON.stringify(value)) as T)))

for (const version of oldVersions)
  for (const kind of ['client', 'user'] as const)
    test(`socket.io-client ${version} connects a ${kind} session, subscribes and hears a chat in Korean with emoji`, async () => {
      await using scene = await openScene()
      const { client, token, channelId } = await scene.cast()
      const opened =
        kind === 'client'
          ? await scene.call('GET', '/open/v1/sessions/auth/client', { client })
          : await scene.call('GET', '/open/v1/sessions/auth', { token })
      const socket = connectOldClient(version, opened.body.content.url)

      const connected = await next<System>(socket, 'SYSTEM')
      assert.equal(connected.type, 'connected')
      const subscribed = next<System>(socket, 'SYSTEM')
      const { status } = await scene.call('POST', '/open/v1/sessions/events/subscribe/chat', {
        token,
        json: { sessionKey: connected.data.sessionKey },
      })
      assert.equal(status, 200)
      assert.deepEqual(await subscribed, { type: 'subscribed', data: { eventType: 'CHAT', channelId } })

      const chat = next<{ content: string; channelId: string }>(socket, 'CHAT')
      const message = '안녕하세요, 온에어! 👋🏽 naïve'
      await scene.call('POST', '/open/v1/chats/send', { token, json: { message } })
      assert.deepEqual(
        { content: message, channelId },
        { content: (await chat).content, channelId: (await chat).channelId },
      )
      socket.close()
    })
