import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { connectOldClient, oldClients, type OldClient, type Way } from '../server/testing/old-clients.ts'
import { openScene, type Cast, type Scene } from '../server/testing/scene.ts'

const message = '안녕하세요, 온에어! 👋🏽 naïve — \u2028'

/** A client that remembers its events in the order they came, as data: it may run in a page of its own. */
function connect(client: OldClient, url: string, way: Way) {
  const socket = connectOldClient(client, url, way)
  const heard: [event: string, payload: any][] = []
  const bell = new EventEmitter()
  for (const event of ['SYSTEM', 'CHAT', 'DONATION', 'SUBSCRIPTION', 'error', 'disconnect', 'connect_error'])
    socket.on(event, (payload: unknown) => {
      heard.push([event, JSON.parse(JSON.stringify(payload))])
      bell.emit('news')
    })
  return {
    async next() {
      while (heard.length === 0) await once(bell, 'news')
      return heard.shift()!
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

async function opened(scene: Scene, { client, token }: Cast, kind: 'client' | 'user'): Promise<string> {
  const { body } =
    kind === 'client'
      ? await scene.call('GET', '/open/v1/sessions/auth/client', { client })
      : await scene.call('GET', '/open/v1/sessions/auth', { token })
  return body.content.url
}

for (const client of oldClients)
  for (const [way, kind] of [
    ['by websocket', 'client'],
    ['by polling first', 'user'],
  ] as const)
    test(`socket.io-client ${client.name} holds a ${kind} session, ${way}, and hears everything that there is to hear`, async () => {
      await using scene = await openScene()
      const cast = await scene.cast()
      const { token, channelId } = cast
      const { channelId: fan } = await scene.play('POST', '/people', { channelName: '팬' })
      using session = connect(client, await opened(scene, cast, kind), way)

      const [, connected] = await session.next()
      assert.equal(connected.type, 'connected')
      const json = { sessionKey: connected.data.sessionKey }
      for (const eventType of ['CHAT', 'DONATION', 'SUBSCRIPTION']) {
        const path = `/open/v1/sessions/events/subscribe/${eventType.toLowerCase()}`
        assert.equal((await scene.call('POST', path, { token, json })).status, 200)
        assert.deepEqual(await session.next(), ['SYSTEM', { type: 'subscribed', data: { eventType, channelId } }])
      }

      await scene.call('POST', '/open/v1/chats/send', { token, json: { message } })
      const [chatted, chat] = await session.next()
      assert.deepEqual([chatted, chat.content, chat.channelId], ['CHAT', message, channelId])
      const gift = { channelId, byChannelId: fan, payAmount: 1000, donationText: message, donationType: 'CHAT' }
      await scene.play('POST', '/acts/donate', gift)
      const [donated, donation] = await session.next()
      assert.deepEqual([donated, donation.donationText, donation.donatorNickname], ['DONATION', message, '팬'])
      await scene.play('POST', '/acts/subscribe', { channelId, byChannelId: fan, tierNo: 2, month: 3 })
      const [subscribed, subscription] = await session.next()
      assert.deepEqual([subscribed, subscription.tierNo, subscription.month], ['SUBSCRIPTION', 2, 3])

      await scene.call('POST', '/open/v1/sessions/events/unsubscribe/chat', { token, json })
      const unsubscribed = { type: 'unsubscribed', data: { eventType: 'CHAT', channelId } }
      assert.deepEqual(await session.next(), ['SYSTEM', unsubscribed])
      await scene.play('DELETE', '/grants', { clientId: cast.client.clientId, channelId })
      const revoked = [await session.next(), await session.next()].map(([, { type, data }]) => [type, data.eventType])
      assert.deepEqual(
        revoked.toSorted(([, a], [, b]) => a.localeCompare(b)),
        ['DONATION', 'SUBSCRIPTION'].map((eventType) => ['revoked', eventType]),
      )
    })
