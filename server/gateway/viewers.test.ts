import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { Config } from '../config.ts'
import { issueViewerTicket } from '../features/watch/viewer-ticket.ts'
import { channelTopic } from '../shared/events.ts'
import { clientFrame } from '../test/frame-fuzzer.ts'
import { openRawClient } from '../test/raw-client.ts'
import { dropTopics, faultBus } from '../test/fault-bus.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { openSessionClient, type ReceivedEvent, type SessionClient } from '../test/session-client.ts'
import { connectViewer, openViewerUrl } from '../test/viewer-client.ts'
import { httpBrowser, type HttpBrowser } from '../test/http-browser.ts'
import type { Bus } from '../infra/bus/bus.ts'
import { Hub } from './hub.ts'
import { EventFeed } from './event-feed.ts'
import { Viewers } from './viewers.ts'

/** A streamer who is on the air, and people who are signed in on our pages. */
async function openLiveChannel({
  busAround: wrapBus,
  settings = {},
}: { busAround?: (bus: Bus) => Bus; settings?: Partial<Config> } = {}) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp({ settings, ...(wrapBus && { busAround: wrapBus }) }))
  const createSignedInPerson = async (channelName: string) => {
    const person = await testApp.sandbox('POST', '/people', { channelName })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: String(person.channelId) }
  }
  const streamer = await createSignedInPerson('방송인')
  const { channelId } = streamer
  await testApp.sandbox('POST', '/acts/go-live', { channelId, liveTitle: '첫 방송' })
  const opened = opening.move()
  const adopt = (client: SessionClient) => opened.adopt(client, () => client[Symbol.dispose]())
  const connectTo = async (browser = httpBrowser(testApp.url), guestId?: string) =>
    opened.adopt(await connectViewer(browser, channelId, guestId), (client) => client[Symbol.dispose]())
  return {
    ...testApp,
    streamer,
    channelId,
    signedIn: createSignedInPerson,
    enter: connectTo,
    adopt,
    sandboxAction: (action: string, byChannelId: string, fields: object = {}) =>
      testApp.sandbox('POST', `/acts/${action}`, { channelId, byChannelId, ...fields }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** What was heard while something else was waited for. */
const buffered = new WeakMap<SessionClient, ReceivedEvent[]>()

/**
 * The next event of this name that fits; rounds go by meanwhile, and what of this name does not fit
 * is passed over.
 */
async function waitForEvent(
  { clock, deps }: Pick<TestApp, 'clock' | 'deps'>,
  client: SessionClient,
  name: string,
  matches: (payload: any) => boolean = () => true,
) {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const received = [...(buffered.get(client) ?? []), ...(await client.drain())]
    const found = received.find(([event, payload]) => event === name && matches(payload))
    const after = found === undefined ? received.length : received.indexOf(found)
    buffered.set(
      client,
      received.filter(([event], at) => at > after || event !== name),
    )
    if (found !== undefined) return found[1]
    // Time goes by no faster than the database answers.
    await deps.db.read.selectFrom('live').select('id').execute()
    clock.advance(50)
  }
  return assert.fail(`${name} was not told`)
}
const expectAuthFail = async (url: string) => {
  const client = openRawClient(url)
  assert.deepEqual((await client.read(3)).slice(1), ['40', '42["error","auth fail"]'])
  await client.readUntilClose()
}
const hasViewers = (count: number) => (state: any) => state.live?.viewers === count

test('a viewer is shown the channel first, and then hears its events and every change of what its page shows', async () => {
  await using air = await openLiveChannel()
  const { channelId, streamer } = air
  const fan = await air.signedIn('팬')
  const admitGuest = await air.enter()
  const { live, title, followerCount, notice, chatSettings } = admitGuest.state
  assert.deepEqual([live.viewers, title, followerCount, notice], [0, '첫 방송', 0, null])
  assert.equal(chatSettings.chatSlowModeSec, 0)

  const { messageId } = await air.sandboxAction('chat', fan.channelId, { message: '안녕 {:smile:}' })
  const said = await waitForEvent(air, admitGuest, 'CHAT')
  assert.deepEqual([said.eventId, said.content, said.profile.nickname], [messageId, '안녕 {:smile:}', '팬'])
  await air.sandboxAction('donate', fan.channelId, { payAmount: 1000, donationText: '힘내요' })
  assert.equal((await waitForEvent(air, admitGuest, 'DONATION')).donationText, '힘내요')
  await air.sandboxAction('subscribe', fan.channelId)
  assert.equal((await waitForEvent(air, admitGuest, 'SUBSCRIPTION')).subscriberNickname, '팬')

  await streamer.callConsole('PATCH', '/live/setting', {
    defaultLiveTitle: '둘째',
    categoryId: 'talk',
    tags: ['노래'],
    adult: true,
  })
  const changed = await waitForEvent(air, admitGuest, 'STATE', (shown) => shown.title === '둘째')
  assert.deepEqual([changed.category.categoryId, changed.tags, changed.adult], ['talk', ['노래'], true])
  await streamer.callConsole('PUT', `/channels/${channelId}/notice`, { messageId })
  await waitForEvent(air, admitGuest, 'STATE', (shown) => shown.notice?.content === '안녕 {:smile:}')
  await streamer.callConsole('DELETE', `/channels/${channelId}/chat/${messageId}`)
  assert.deepEqual(await waitForEvent(air, admitGuest, 'HIDDEN'), {
    senderChannelId: fan.channelId,
    messageTime: said.messageTime,
  })
  await waitForEvent(air, admitGuest, 'STATE', (shown) => shown.notice === null)
  await streamer.callConsole('DELETE', '/live')
  await waitForEvent(air, admitGuest, 'STATE', (shown) => shown.live === null)
})

test('that someone is restricted is told to them alone; the others are told that the messages are hidden', async () => {
  await using air = await openLiveChannel()
  const { channelId, streamer } = air
  const [one, other] = [await air.signedIn('하나'), await air.signedIn('둘')]
  const [ofOne, ofOther, guest] = [await air.enter(one), await air.enter(other), await air.enter()]
  await streamer.callConsole('PUT', `/channels/${channelId}/temporary-restrictions/${one.channelId}`)
  const seen = [await ofOne.drain(), await ofOther.drain(), await guest.drain()].map((events) =>
    events.map(([name]) => name),
  )
  assert.deepEqual(seen, [['HIDDEN', 'VIEWER_STATUS'], ['HIDDEN'], ['HIDDEN']])
  await streamer.callConsole('PUT', `/channels/${channelId}/restrictions/${one.channelId}`)
  assert.deepEqual([await ofOne.drain(), await ofOther.drain(), await guest.drain()], [[['VIEWER_STATUS', {}]], [], []])
})

test('viewers are counted while their pages are open, once however many windows, guests too', async () => {
  await using air = await openLiveChannel()
  const fan = await air.signedIn('팬')
  const guestId = 'a'.repeat(32)
  const windows = [await air.enter(fan), await air.enter(fan)]
  const admitGuest = httpBrowser(air.url)
  const ofGuest = [await air.enter(admitGuest, guestId), await air.enter(admitGuest, guestId)]
  const watching = await air.enter(air.streamer)
  await waitForEvent(air, watching, 'STATE', hasViewers(3))
  await windows[0]?.disconnect()
  await ofGuest[0]?.disconnect()
  for (let round = 0; round < 50; round++) {
    assert.deepEqual(await watching.drain(), [])
    await air.deps.db.read.selectFrom('live').select('id').execute()
    air.clock.advance(100)
  }
  await windows[1]?.disconnect()
  await waitForEvent(air, watching, 'STATE', hasViewers(2))
  await ofGuest[1]?.disconnect()
  await waitForEvent(air, watching, 'STATE', hasViewers(1))
})

test('guests at one address have two hundred windows, whatever they call themselves; others are let in beside them', async () => {
  await using air = await openLiveChannel({ settings: { trustProxy: true } })
  const browserFrom = (address: string, browser = httpBrowser(air.url)): Pick<HttpBrowser, 'callConsole'> => ({
    callConsole: (method, path, json) => browser.callConsole(method, path, json, { 'x-forwarded-for': address }),
  })
  const network = '2001:db8:0:7'
  const connectFrom = async (address: string) => {
    const client = air.adopt(openSessionClient(await openViewerUrl(browserFrom(address), air.channelId)))
    assert.equal((await client.next())[0], 'STATE')
    return client
  }
  const windows: SessionClient[] = []
  for (let n = 0; n < 200; n++) windows.push(await connectFrom(`${network}::${n.toString(16)}`))
  await expectAuthFail(await openViewerUrl(browserFrom(`${network}:1:2:3:4`), air.channelId))
  await connectFrom('2001:db8:0:8::1')
  await connectFrom('192.0.2.1')
  const fan = await air.signedIn('팬')
  using ofFan = openSessionClient(await openViewerUrl(browserFrom(`${network}::1`, fan), air.channelId))
  assert.equal((await ofFan.next())[0], 'STATE')
  await windows[0]?.disconnect()
  await connectFrom(`${network}::1`)
})

test('guests leave a tenth of the places to people who are signed in', async () => {
  await using air = await openLiveChannel()
  const hearers = new Hub()
  await using gateway = new Viewers({ ...air.deps, hub: hearers, eventFeed: new EventFeed(air.deps, hearers) })
  const { channelId } = air
  const admitGuest = (n: number) =>
    gateway.authenticate(
      issueViewerTicket({ channelId, viewerId: `guest-${n}`, personId: null, addressHash: `${n}` }, air.deps),
    )
  const admitPerson = (n: number) =>
    gateway.authenticate(
      issueViewerTicket({ channelId, viewerId: `${n}`, personId: `${n}`, addressHash: null }, air.deps),
    )
  const first = admitGuest(0)
  for (let n = 1; n < 18_000; n++) assert.ok(admitGuest(n))
  assert.equal(admitGuest(18_000), null)
  for (let n = 0; n < 2_000; n++) assert.ok(admitPerson(n))
  assert.equal(admitPerson(2_000), null)
  first?.onClose('left')
  assert.ok(admitGuest(18_000))
})

test('a page that is open and not heard of for half a minute counts no more, and again when it is', async () => {
  await using air = await openLiveChannel()
  const [silent, watching] = [await air.enter(), await air.enter()]
  await waitForEvent(air, watching, 'STATE', hasViewers(2))
  await waitForEvent(air, watching, 'STATE', hasViewers(1))
  await silent.drain()
  await waitForEvent(air, watching, 'STATE', hasViewers(2))
})

test('who waits for a broadcast is counted when it begins, and when it ends and begins again within a moment', async () => {
  await using air = await openLiveChannel()
  await air.streamer.callConsole('DELETE', '/live')
  const watching = await air.enter()
  assert.equal(watching.state.live, null)
  for (const _ of [1, 2]) {
    await air.streamer.callConsole('POST', '/live')
    const began = air.clock.now()
    await waitForEvent(air, watching, 'STATE', hasViewers(1))
    // Sooner than those who are there say so again.
    assert.ok(air.clock.now() - began < 9_000)
    await air.streamer.callConsole('DELETE', '/live')
  }
})

test('whoever watches gathers minutes for drops, as much as time goes by, also with a second window', async () => {
  await using air = await openLiveChannel()
  const fan = await air.signedIn('팬')
  await air.streamer.callConsole('PATCH', '/live/setting', { categoryId: 'talk' })
  const { client } = await air.createFixture({ organizationId: 'a company' })
  await air.sandbox('POST', '/drops/campaigns', {
    clientId: client.clientId,
    categoryId: 'talk',
    rewards: ['검'],
    watchMinutes: [1],
  })
  const windows = [await air.enter(fan), await air.enter(fan)]
  const began = air.clock.now()
  const loadWatchedMs = async () =>
    (await air.deps.db.read.selectFrom('campaign_progress').select('watched_ms').executeTakeFirst())?.watched_ms ?? 0
  while ((await loadWatchedMs()) < 60_000) {
    air.clock.advance(2_000)
    await Promise.all(windows.map((window) => window.drain()))
    await fan.callConsole('PUT', `/channels/${air.channelId}/watch`)
  }
  assert.ok((await loadWatchedMs()) <= air.clock.now() - began)
})

test('a ticket lets in for thirty seconds, and only where it was made', async () => {
  await using air = await openLiveChannel()
  await using other = await openLiveChannel()
  const admitGuest = httpBrowser(air.url)
  const url = new URL(await openViewerUrl(admitGuest, air.channelId))
  const auth = url.searchParams.get('auth') ?? ''
  for (const changed of [
    `${auth.slice(0, -2)}AA`,
    'viewer.',
    'viewer.AAAA',
    `${auth}.${auth}`,
    auth.slice('viewer.'.length),
  ]) {
    url.searchParams.set('auth', changed)
    await expectAuthFail(url.href)
  }
  const foreign = new URL(await openViewerUrl(httpBrowser(other.url), other.channelId))
  foreign.host = url.host
  await expectAuthFail(foreign.href)

  url.searchParams.set('auth', auth)
  air.clock.advance(29_999)
  using client = openSessionClient(url.href)
  assert.equal((await client.next())[0], 'STATE')
  air.clock.advance(1)
  await expectAuthFail(url.href)
})

test('what a viewer sends changes nothing, and what is malformed ends their socket alone', async () => {
  await using air = await openLiveChannel()
  const neighbour = await air.enter()
  for (const frame of ['9', '42{', '4', 'x'.repeat(70_000), Buffer.from([0xff])]) {
    const client = openRawClient(await openViewerUrl(httpBrowser(air.url), air.channelId))
    await client.read(3)
    client.send(frame)
    await client.readUntilClose()
  }
  const talker = openRawClient(await openViewerUrl(httpBrowser(air.url), air.channelId))
  await talker.read(3)
  for (const frame of ['42["CHAT",{"content":"forged"}]', '3', '5', '40']) talker.send(frame)
  talker.send('2probe')
  assert.deepEqual(await talker.read(1), ['3probe'])
  talker.socket.terminate()
  await air.sandboxAction('chat', air.channelId, { message: '모두에게' })
  assert.equal((await waitForEvent(air, neighbour, 'CHAT')).content, '모두에게')
})

test('a page that stops reading is closed, and the others hear everything', async () => {
  await using air = await openLiveChannel()
  const hearing = await air.enter()
  const { host, hostname, port, pathname, search } = new URL(await openViewerUrl(httpBrowser(air.url), air.channelId))
  const stalled = connect(Number(port), hostname)
  stalled.on('error', () => {})
  stalled.pause()
  stalled.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await waitForEvent(air, hearing, 'STATE', hasViewers(2))
  const topic = channelTopic(air.channelId, 'CHAT').name
  const content = 'x'.repeat(50_000)
  for (let n = 0; ; n++) {
    await air.deps.bus.publish(topic, { type: 'CHAT', event: { n, content } })
    if (stalled.writable) stalled.write(clientFrame(Buffer.from('2'), false))
    const heard = await hearing.drain()
    const numbers = heard.filter(([event]) => event === 'CHAT').map(([, event]) => event.n)
    assert.deepEqual(numbers, [n])
    if (heard.some(([event, shown]) => event === 'STATE' && shown.live.viewers === 1)) break
    assert.ok(n < 1_000)
    air.clock.advance(100)
  }
  stalled.destroy()
})

test('what the bus did not bring is shown in the next round, and after a broken way every page reads again', async () => {
  const bus = faultBus()
  await using air = await openLiveChannel({ busAround: bus.wrap })
  const admitGuest = await air.enter()
  bus.setHandler(dropTopics(/^watch\//))
  await air.streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '들리지 않은 제목' })
  assert.deepEqual(await admitGuest.drain(), [])
  await waitForEvent(air, admitGuest, 'STATE', ({ title }) => title === '들리지 않은 제목')
  bus.reportHealth(false)
  bus.reportHealth(true)
  assert.ok((await admitGuest.drain()).some(([event]) => event === 'RESYNC'))
})

test('a reset of the sandbox closes the viewers too', async () => {
  await using air = await openLiveChannel()
  const admitGuest = await air.enter()
  await air.sandbox('POST', '/reset')
  await admitGuest.readUntilClose()
})
