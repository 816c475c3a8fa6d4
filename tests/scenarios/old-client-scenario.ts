import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connectOldClient, type OldClient, type TransportMode } from '../support/clients/old-clients.ts'
import type { Fixture } from '../support/apps/test-app.ts'
import type { TestSite } from '../support/apps/test-site.ts'

const message = '안녕하세요, 온에어! 👋🏽 naïve — \u2028'

type Site = Pick<TestSite, 'call' | 'sandbox' | 'createFixture'>

/** A published client receives events of each type, unsubscribes, and receives that its consent was withdrawn. */
export async function runOldClientScenario(
  testApp: Site,
  client: OldClient,
  { mode, kind }: { mode: TransportMode; kind: 'client' | 'user' },
): Promise<void> {
  const fixture = await testApp.createFixture()
  const { token, channelId } = fixture
  const { channelId: donorId } = await testApp.sandbox('POST', '/people', { channelName: '팬' })
  using session = connect(client, await createSessionUrl(testApp, fixture, kind), mode)

  const [, connected] = await session.next()
  assert.equal(connected.type, 'connected')
  const json = { sessionKey: connected.data.sessionKey }
  for (const eventType of ['CHAT', 'DONATION', 'SUBSCRIPTION']) {
    const path = `/open/v1/sessions/events/subscribe/${eventType.toLowerCase()}`
    assert.equal((await testApp.call('POST', path, { token, json })).status, 200)
    assert.deepEqual(await session.next(), ['SYSTEM', { type: 'subscribed', data: { eventType, channelId } }])
  }

  await testApp.call('POST', '/open/v1/chats/send', { token, json: { message } })
  const [chatted, chat] = await session.next()
  assert.deepEqual([chatted, chat.content, chat.channelId], ['CHAT', message, channelId])
  const donationBody = {
    channelId,
    byChannelId: donorId,
    payAmount: 1000,
    donationText: message,
    donationType: 'CHAT',
  }
  await testApp.sandbox('POST', '/actions/donate', donationBody)
  const [donated, donation] = await session.next()
  assert.deepEqual([donated, donation.donationText, donation.donatorNickname], ['DONATION', message, '팬'])
  await testApp.sandbox('POST', '/actions/subscribe', { channelId, byChannelId: donorId, tierNo: 2, month: 3 })
  const [subscribed, subscription] = await session.next()
  assert.deepEqual([subscribed, subscription.tierNo, subscription.month], ['SUBSCRIPTION', 2, 3])

  await testApp.call('POST', '/open/v1/sessions/events/unsubscribe/chat', { token, json })
  const unsubscribed = { type: 'unsubscribed', data: { eventType: 'CHAT', channelId } }
  assert.deepEqual(await session.next(), ['SYSTEM', unsubscribed])
  await testApp.sandbox('DELETE', '/grants', { clientId: fixture.client.clientId, channelId })
  const revoked = [await session.next(), await session.next()].map(([, { type, data }]) => [type, data.eventType])
  assert.deepEqual(
    revoked.toSorted(([, a], [, b]) => a.localeCompare(b)),
    ['DONATION', 'SUBSCRIPTION'].map((eventType) => ['revoked', eventType]),
  )
}

/** Connects a client that stores its events. They are copied through JSON, as the client may run in another realm. */
function connect(client: OldClient, url: string, mode: TransportMode) {
  const socket = connectOldClient(client, url, mode)
  const received: [event: string, payload: any][] = []
  const emitter = new EventEmitter()
  for (const event of ['SYSTEM', 'CHAT', 'DONATION', 'SUBSCRIPTION', 'error', 'disconnect', 'connect_error'])
    socket.on(event, (payload: unknown) => {
      received.push([event, JSON.parse(JSON.stringify(payload))])
      emitter.emit('event')
    })
  return {
    async next() {
      while (received.length === 0) await once(emitter, 'event', { signal: AbortSignal.timeout(20_000) })
      return received.shift()!
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

async function createSessionUrl(testApp: Site, { client, token }: Fixture, kind: 'client' | 'user'): Promise<string> {
  const { body } =
    kind === 'client'
      ? await testApp.call('GET', '/open/v1/sessions/auth/client', { client })
      : await testApp.call('GET', '/open/v1/sessions/auth', { token })
  return body.content.url
}
