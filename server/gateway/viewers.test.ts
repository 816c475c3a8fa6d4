import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { Config } from '../config.ts'
import { viewerTicket } from '../features/watch/viewer-ticket.ts'
import { channelTopic } from '../kit/signals.ts'
import { framed } from '../testing/hostile.ts'
import { rawClient } from '../testing/raw-client.ts'
import { losing, roughBus } from '../testing/rough-bus.ts'
import { openScene, type Scene } from '../testing/scene.ts'
import { sessionClient, type Heard, type SessionClient } from '../testing/session-client.ts'
import { openViewer, viewerUrl } from '../testing/viewer-client.ts'
import { visitor, type Visitor } from '../testing/visitor.ts'
import type { Bus } from '../world/bus/bus.ts'
import { audience } from './audience.ts'
import { channelEvents } from './channel-events.ts'
import { viewers } from './viewers.ts'

/** A streamer who is on the air, and people who are signed in on our pages. */
async function openAir({
  busAround,
  settings = {},
}: { busAround?: (bus: Bus) => Bus; settings?: Partial<Config> } = {}) {
  await using opening = new AsyncDisposableStack()
  const scene = opening.use(await openScene({ settings, ...(busAround && { busAround }) }))
  const signedIn = async (channelName: string) => {
    const person = await scene.play('POST', '/people', { channelName })
    const browser = visitor(scene.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: String(person.channelId) }
  }
  const streamer = await signedIn('방송인')
  const { channelId } = streamer
  await scene.play('POST', '/acts/go-live', { channelId, liveTitle: '첫 방송' })
  const opened = opening.move()
  const adopt = (client: SessionClient) => opened.adopt(client, () => client[Symbol.dispose]())
  const enter = async (who = visitor(scene.url), guestId?: string) =>
    opened.adopt(await openViewer(who, channelId, guestId), (client) => client[Symbol.dispose]())
  return {
    ...scene,
    streamer,
    channelId,
    signedIn,
    enter,
    adopt,
    act: (what: string, byChannelId: string, more: object = {}) =>
      scene.play('POST', `/acts/${what}`, { channelId, byChannelId, ...more }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** What was heard while something else was waited for. */
const put = new WeakMap<SessionClient, Heard[]>()

/** The next event of this name that fits; rounds go by meanwhile, and what of this name does not fit is passed over. */
async function told(
  { clock, world }: Pick<Scene, 'clock' | 'world'>,
  client: SessionClient,
  name: string,
  fits: (payload: any) => boolean = () => true,
) {
  for (let looks = 0; looks < 2_000; looks++) {
    const heard = [...(put.get(client) ?? []), ...(await client.soFar())]
    const found = heard.find(([event, payload]) => event === name && fits(payload))
    const after = found === undefined ? heard.length : heard.indexOf(found)
    put.set(
      client,
      heard.filter(([event], at) => at > after || event !== name),
    )
    if (found !== undefined) return found[1]
    // Time goes by no faster than the database answers.
    await world.db.read.selectFrom('live').select('id').execute()
    clock.advance(50)
  }
  return assert.fail(`${name} was not told`)
}
const refused = async (url: string) => {
  const client = rawClient(url)
  assert.deepEqual((await client.hear(3)).slice(1), ['40', '42["error","auth fail"]'])
  await client.hearTheEnd()
}
const watchedBy = (count: number) => (shown: any) => shown.live?.viewers === count

test('a viewer is shown the channel first, and then hears its events and every change of what its page shows', async () => {
  await using air = await openAir()
  const { channelId, streamer } = air
  const fan = await air.signedIn('팬')
  const guest = await air.enter()
  const { live, title, followerCount, notice, chatSettings } = guest.shown
  assert.deepEqual([live.viewers, title, followerCount, notice], [0, '첫 방송', 0, null])
  assert.equal(chatSettings.chatSlowModeSec, 0)

  const { messageId } = await air.act('chat', fan.channelId, { message: '안녕 {:smile:}' })
  const said = await told(air, guest, 'CHAT')
  assert.deepEqual([said.eventId, said.content, said.profile.nickname], [messageId, '안녕 {:smile:}', '팬'])
  await air.act('donate', fan.channelId, { payAmount: 1000, donationText: '힘내요' })
  assert.equal((await told(air, guest, 'DONATION')).donationText, '힘내요')
  await air.act('subscribe', fan.channelId)
  assert.equal((await told(air, guest, 'SUBSCRIPTION')).subscriberNickname, '팬')

  await streamer.ask('PATCH', '/live/setting', {
    defaultLiveTitle: '둘째',
    categoryId: 'talk',
    tags: ['노래'],
    adult: true,
  })
  const changed = await told(air, guest, 'SHOWN', (shown) => shown.title === '둘째')
  assert.deepEqual([changed.category.categoryId, changed.tags, changed.adult], ['talk', ['노래'], true])
  await streamer.ask('PUT', `/channels/${channelId}/notice`, { messageId })
  await told(air, guest, 'SHOWN', (shown) => shown.notice?.content === '안녕 {:smile:}')
  await streamer.ask('DELETE', `/channels/${channelId}/chat/${messageId}`)
  assert.deepEqual(await told(air, guest, 'HIDDEN'), { senderChannelId: fan.channelId, messageTime: said.messageTime })
  await told(air, guest, 'SHOWN', (shown) => shown.notice === null)
  await streamer.ask('DELETE', '/live')
  await told(air, guest, 'SHOWN', (shown) => shown.live === null)
})

test('that someone is restricted is told to them alone; the others are told that the messages are hidden', async () => {
  await using air = await openAir()
  const { channelId, streamer } = air
  const [one, other] = [await air.signedIn('하나'), await air.signedIn('둘')]
  const [ofOne, ofOther, guest] = [await air.enter(one), await air.enter(other), await air.enter()]
  await streamer.ask('PUT', `/channels/${channelId}/temporary-restrictions/${one.channelId}`)
  const seen = [await ofOne.soFar(), await ofOther.soFar(), await guest.soFar()].map((events) =>
    events.map(([name]) => name),
  )
  assert.deepEqual(seen, [['HIDDEN', 'STANDING'], ['HIDDEN'], ['HIDDEN']])
  await streamer.ask('PUT', `/channels/${channelId}/restrictions/${one.channelId}`)
  assert.deepEqual([await ofOne.soFar(), await ofOther.soFar(), await guest.soFar()], [[['STANDING', {}]], [], []])
})

test('viewers are counted while their pages are open, once however many windows, guests too', async () => {
  await using air = await openAir()
  const fan = await air.signedIn('팬')
  const guestId = 'a'.repeat(32)
  const windows = [await air.enter(fan), await air.enter(fan)]
  const guest = visitor(air.url)
  const ofGuest = [await air.enter(guest, guestId), await air.enter(guest, guestId)]
  const watching = await air.enter(air.streamer)
  await told(air, watching, 'SHOWN', watchedBy(3))
  await windows[0]?.leave()
  await ofGuest[0]?.leave()
  for (let round = 0; round < 50; round++) {
    assert.deepEqual(await watching.soFar(), [])
    await air.world.db.read.selectFrom('live').select('id').execute()
    air.clock.advance(100)
  }
  await windows[1]?.leave()
  await told(air, watching, 'SHOWN', watchedBy(2))
  await ofGuest[1]?.leave()
  await told(air, watching, 'SHOWN', watchedBy(1))
})

test('guests at one address have two hundred windows, whatever they call themselves; others are let in beside them', async () => {
  await using air = await openAir({ settings: { trustProxy: true } })
  const at = (address: string, who = visitor(air.url)): Pick<Visitor, 'ask'> => ({
    ask: (method, path, json) => who.ask(method, path, json, { 'x-forwarded-for': address }),
  })
  const network = '2001:db8:0:7'
  const enterFrom = async (address: string) => {
    const client = air.adopt(sessionClient(await viewerUrl(at(address), air.channelId)))
    assert.equal((await client.next())[0], 'SHOWN')
    return client
  }
  const windows: SessionClient[] = []
  for (let n = 0; n < 200; n++) windows.push(await enterFrom(`${network}::${n.toString(16)}`))
  await refused(await viewerUrl(at(`${network}:1:2:3:4`), air.channelId))
  await enterFrom('2001:db8:0:8::1')
  await enterFrom('192.0.2.1')
  const fan = await air.signedIn('팬')
  using ofFan = sessionClient(await viewerUrl(at(`${network}::1`, fan), air.channelId))
  assert.equal((await ofFan.next())[0], 'SHOWN')
  await windows[0]?.leave()
  await enterFrom(`${network}::1`)
})

test('guests leave a tenth of the places to people who are signed in', async () => {
  await using air = await openAir()
  const hearers = audience(() => {})
  await using gateway = viewers(air.world, hearers, channelEvents(air.world, hearers))
  const { channelId } = air
  const guest = (n: number) =>
    gateway.admit(viewerTicket({ channelId, viewerId: `guest-${n}`, personId: null, from: `${n}` }, air.world))
  const person = (n: number) =>
    gateway.admit(viewerTicket({ channelId, viewerId: `${n}`, personId: `${n}`, from: null }, air.world))
  const first = guest(0)
  for (let n = 1; n < 18_000; n++) assert.ok(guest(n))
  assert.equal(guest(18_000), null)
  for (let n = 0; n < 2_000; n++) assert.ok(person(n))
  assert.equal(person(2_000), null)
  first?.closed('left')
  assert.ok(guest(18_000))
})

test('a page that is open and not heard of for half a minute counts no more, and again when it is', async () => {
  await using air = await openAir()
  const [silent, watching] = [await air.enter(), await air.enter()]
  await told(air, watching, 'SHOWN', watchedBy(2))
  await told(air, watching, 'SHOWN', watchedBy(1))
  await silent.soFar()
  await told(air, watching, 'SHOWN', watchedBy(2))
})

test('who waits for a broadcast is counted when it begins, and when it ends and begins again within a moment', async () => {
  await using air = await openAir()
  await air.streamer.ask('DELETE', '/live')
  const watching = await air.enter()
  assert.equal(watching.shown.live, null)
  for (const _ of [1, 2]) {
    await air.streamer.ask('POST', '/live')
    const began = air.clock.now()
    await told(air, watching, 'SHOWN', watchedBy(1))
    // Sooner than those who are there say so again.
    assert.ok(air.clock.now() - began < 9_000)
    await air.streamer.ask('DELETE', '/live')
  }
})

test('whoever watches gathers minutes for drops, as much as time goes by, also with a second window', async () => {
  await using air = await openAir()
  const fan = await air.signedIn('팬')
  await air.streamer.ask('PATCH', '/live/setting', { categoryId: 'talk' })
  const { client } = await air.cast({ organizationId: 'a company' })
  await air.play('POST', '/drops/campaigns', {
    clientId: client.clientId,
    categoryId: 'talk',
    rewards: ['검'],
    watchMinutes: [1],
  })
  const windows = [await air.enter(fan), await air.enter(fan)]
  const began = air.clock.now()
  const watched = async () =>
    (await air.world.db.read.selectFrom('campaign_progress').select('watched_ms').executeTakeFirst())?.watched_ms ?? 0
  while ((await watched()) < 60_000) {
    air.clock.advance(2_000)
    await Promise.all(windows.map((window) => window.soFar()))
    await fan.ask('PUT', `/channels/${air.channelId}/watch`)
  }
  assert.ok((await watched()) <= air.clock.now() - began)
})

test('a ticket lets in for thirty seconds, and only where it was made', async () => {
  await using air = await openAir()
  await using other = await openAir()
  const guest = visitor(air.url)
  const url = new URL(await viewerUrl(guest, air.channelId))
  const auth = url.searchParams.get('auth') ?? ''
  for (const changed of [
    `${auth.slice(0, -2)}AA`,
    'viewer.',
    'viewer.AAAA',
    `${auth}.${auth}`,
    auth.slice('viewer.'.length),
  ]) {
    url.searchParams.set('auth', changed)
    await refused(url.href)
  }
  const foreign = new URL(await viewerUrl(visitor(other.url), other.channelId))
  foreign.host = url.host
  await refused(foreign.href)

  url.searchParams.set('auth', auth)
  air.clock.advance(29_999)
  using client = sessionClient(url.href)
  assert.equal((await client.next())[0], 'SHOWN')
  air.clock.advance(1)
  await refused(url.href)
})

test('what a viewer sends changes nothing, and what is malformed ends their socket alone', async () => {
  await using air = await openAir()
  const neighbour = await air.enter()
  for (const frame of ['9', '42{', '4', 'x'.repeat(70_000), Buffer.from([0xff])]) {
    const client = rawClient(await viewerUrl(visitor(air.url), air.channelId))
    await client.hear(3)
    client.send(frame)
    await client.hearTheEnd()
  }
  const talker = rawClient(await viewerUrl(visitor(air.url), air.channelId))
  await talker.hear(3)
  for (const frame of ['42["CHAT",{"content":"forged"}]', '3', '5', '40']) talker.send(frame)
  talker.send('2probe')
  assert.deepEqual(await talker.hear(1), ['3probe'])
  talker.socket.terminate()
  await air.act('chat', air.channelId, { message: '모두에게' })
  assert.equal((await told(air, neighbour, 'CHAT')).content, '모두에게')
})

test('a page that stops reading is closed, and the others hear everything', async () => {
  await using air = await openAir()
  const hearing = await air.enter()
  const { host, hostname, port, pathname, search } = new URL(await viewerUrl(visitor(air.url), air.channelId))
  const stalled = connect(Number(port), hostname)
  stalled.on('error', () => {})
  stalled.pause()
  stalled.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await told(air, hearing, 'SHOWN', watchedBy(2))
  const topic = channelTopic(air.channelId, 'CHAT').name
  const content = 'x'.repeat(50_000)
  for (let n = 0; ; n++) {
    await air.world.bus.publish(topic, { type: 'CHAT', event: { n, content } })
    if (stalled.writable) stalled.write(framed(Buffer.from('2'), false))
    const heard = await hearing.soFar()
    const numbers = heard.filter(([event]) => event === 'CHAT').map(([, event]) => event.n)
    assert.deepEqual(numbers, [n])
    if (heard.some(([event, shown]) => event === 'SHOWN' && shown.live.viewers === 1)) break
    assert.ok(n < 1_000)
    air.clock.advance(100)
  }
  stalled.destroy()
})

test('what the bus did not bring is shown in the next round, and after a broken way every page reads again', async () => {
  const bus = roughBus()
  await using air = await openAir({ busAround: bus.around })
  const guest = await air.enter()
  bus.handle(losing(/^watch\//))
  await air.streamer.ask('PATCH', '/live/setting', { defaultLiveTitle: '들리지 않은 제목' })
  assert.deepEqual(await guest.soFar(), [])
  await told(air, guest, 'SHOWN', ({ title }) => title === '들리지 않은 제목')
  bus.tellHealth(false)
  bus.tellHealth(true)
  assert.ok((await guest.soFar()).some(([event]) => event === 'AGAIN'))
})

test('a reset of the sandbox closes the viewers too', async () => {
  await using air = await openAir()
  const guest = await air.enter()
  await air.play('POST', '/reset')
  await guest.end()
})
