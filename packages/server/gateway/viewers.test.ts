import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { hashGuestNetworks, issueViewerTicket } from '../features/watch/viewer-ticket.ts'
import { channelTopic } from '../shared/bus-messages.ts'
import { clientFrame } from '../../../tests/support/inputs/frame-fuzzer.ts'
import { openRawClient } from '../../../tests/support/clients/raw-client.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { dropTopics, faultBus } from '../../../tests/support/programs/fault-bus.ts'
import { openTestApp, type TestApp } from '../../../tests/support/apps/test-app.ts'
import {
  openSessionClient,
  type ReceivedEvent,
  type SessionClient,
} from '../../../tests/support/clients/session-client.ts'
import { connectViewer, openViewerUrl } from '../../../tests/support/clients/viewer-client.ts'
import { httpBrowser, type HttpBrowser } from '../../../tests/support/clients/http-browser.ts'
import type { Bus } from '../infra/bus/bus.ts'
import { Hub } from './hub.ts'
import { ChannelEvents } from './channel-events.ts'
import { TimeSlices } from './time-slices.ts'
import { Viewers } from './viewers.ts'

const claims = { proof: null, isOperator: false }

/** A live channel, and signed-in viewers. */
async function openLiveChannel({
  busAround: wrapBus,
  settings = {},
}: { busAround?: (bus: Bus) => Bus; settings?: Partial<Config> } = {}) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp({ settings, ...(wrapBus && { busAround: wrapBus }) }))
  const createSignedInPerson = async (channelName: string) => {
    const person = await testApp.act('createPerson', { channelName })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId }
  }
  const streamer = await createSignedInPerson('방송인')
  const { channelId } = streamer
  await testApp.act('goLive', { channelId, liveTitle: '첫 방송' })
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
    actHere: testApp.actAt(channelId),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Events received during a wait for another event. */
const buffered = new WeakMap<SessionClient, ReceivedEvent[]>()

/** The next event of this name that matches. Advances the clock; earlier events of this name are dropped. */
async function waitForEvent(
  { clock, deps }: Pick<TestApp, 'clock' | 'deps'>,
  client: SessionClient,
  name: string,
  matches: (payload: any) => boolean = () => true,
) {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    // A page may send two frames per second.
    const arrived = attempt % 20 === 0 ? await client.drain() : client.readArrived()
    const received = [...(buffered.get(client) ?? []), ...arrived]
    const found = received.find(([event, payload]) => event === name && matches(payload))
    const after = found === undefined ? received.length : received.indexOf(found)
    buffered.set(
      client,
      received.filter(([event], at) => at > after || event !== name),
    )
    if (found !== undefined) return found[1]
    // A query keeps the clock from running ahead of the database.
    await deps.db.read.selectFrom('live').select('id').execute()
    clock.advance(50)
  }
  return assert.fail(`${name} was not received`)
}
const expectAuthFail = async (url: string) => {
  const client = openRawClient(url)
  assert.deepEqual((await client.read(3)).slice(1), ['40', '42["error","auth fail"]'])
  await client.readUntilClose()
}
const hasViewers = (count: number) => (state: any) => state.live?.viewers === count

describe('Viewers', () => {
  test('a viewer receives the channel state first, then the events and every change of the state', async () => {
    await using liveChannel = await openLiveChannel()
    const { channelId, streamer } = liveChannel
    const fan = await liveChannel.signedIn('팬')
    const guest = await liveChannel.enter()
    const { live, title, followerCount, notice, chatSettings } = guest.state
    assert.equal(live.viewers, 0)
    assert.equal(title, '첫 방송')
    assert.equal(followerCount, 0)
    assert.equal(notice, null)
    assert.equal(chatSettings.chatSlowModeSec, 0)

    const { messageId } = await liveChannel.actHere('chat', fan.channelId, { message: '안녕 {:smile:}' })
    const chat = await waitForEvent(liveChannel, guest, 'CHAT')
    assert.equal(chat.eventId, messageId)
    assert.equal(chat.content, '안녕 {:smile:}')
    assert.equal(chat.profile.nickname, '팬')
    await liveChannel.actHere('donate', fan.channelId, { payAmount: 1000, donationText: '힘내요' })
    assert.equal((await waitForEvent(liveChannel, guest, 'DONATION')).donationText, '힘내요')
    await liveChannel.actHere('subscribe', fan.channelId)
    assert.equal((await waitForEvent(liveChannel, guest, 'SUBSCRIPTION')).subscriberNickname, '팬')

    await streamer.callConsole('PATCH', '/live/setting', {
      defaultLiveTitle: '둘째',
      categoryId: 'talk',
      tags: ['노래'],
      adult: true,
    })
    const changed = await waitForEvent(liveChannel, guest, 'STATE', (state) => state.title === '둘째')
    assert.equal(changed.category.categoryId, 'talk')
    assert.deepEqual(changed.tags, ['노래'])
    assert.equal(changed.adult, true)
    await streamer.callConsole('PUT', `/channels/${channelId}/notice`, { messageId })
    await waitForEvent(liveChannel, guest, 'STATE', (state) => state.notice?.content === '안녕 {:smile:}')
    await streamer.callConsole('DELETE', `/channels/${channelId}/chat/${messageId}`)
    assert.deepEqual(await waitForEvent(liveChannel, guest, 'HIDDEN'), {
      senderChannelId: fan.channelId,
      messageTime: chat.messageTime,
    })
    await waitForEvent(liveChannel, guest, 'STATE', (state) => state.notice === null)
    await streamer.callConsole('DELETE', '/live')
    await waitForEvent(liveChannel, guest, 'STATE', (state) => state.live === null)
  })

  // Gap 132.
  test('only the restricted viewer receives VIEWER_STATUS; all viewers receive HIDDEN', async () => {
    await using liveChannel = await openLiveChannel()
    const { channelId, streamer } = liveChannel
    const [one, other] = [await liveChannel.signedIn('하나'), await liveChannel.signedIn('둘')]
    const [ofOne, ofOther, guest] = [
      await liveChannel.enter(one),
      await liveChannel.enter(other),
      await liveChannel.enter(),
    ]
    await streamer.callConsole('PUT', `/channels/${channelId}/temporary-restrictions/${one.channelId}`)
    const received = [await ofOne.drain(), await ofOther.drain(), await guest.drain()].map((events) =>
      events.map(([name]) => name),
    )
    assert.deepEqual(received, [['HIDDEN', 'VIEWER_STATUS'], ['HIDDEN'], ['HIDDEN']])
    await streamer.callConsole('PUT', `/channels/${channelId}/restrictions/${one.channelId}`)
    assert.deepEqual(
      [await ofOne.drain(), await ofOther.drain(), await guest.drain()],
      [[['VIEWER_STATUS', {}]], [], []],
    )
  })

  test('a gift reaches viewers with its giver and its receivers, besides the events of its subscriptions', async () => {
    await using liveChannel = await openLiveChannel()
    const { channelId } = liveChannel
    const fan = await liveChannel.signedIn('팬')
    const friend = await liveChannel.signedIn('친구')
    const guest = await liveChannel.enter()
    const giftId = randomUUID()
    const body = { count: 1, receiverChannelId: friend.channelId }
    await fan.callConsole('PUT', `/channels/${channelId}/subscription-gifts/${giftId}`, body)
    const { eventId } = await waitForEvent(liveChannel, guest, 'SUBSCRIPTION')
    const gift = await waitForEvent(liveChannel, guest, 'GIFT')
    assert.deepEqual(
      [gift.eventId, gift.giver, gift.receivers],
      [
        giftId,
        { channelId: fan.channelId, channelName: '팬' },
        [{ channelId: friend.channelId, channelName: '친구', eventId }],
      ],
    )
  })

  test('a reply names the message to viewers only, without its text once that is hidden; clearing hides all', async () => {
    await using liveChannel = await openLiveChannel()
    const { channelId, streamer } = liveChannel
    const fan = await liveChannel.signedIn('팬')
    const guest = await liveChannel.enter()
    const chatPath = `/channels/${channelId}/chat`
    const send = (person: HttpBrowser, body: object) => person.callConsole('POST', chatPath, body)
    const { messageId } = (await send(fan, { message: '몇 시에 끝나요?' })).body.content
    const { messageTime } = await waitForEvent(liveChannel, guest, 'CHAT')
    const answer = (await send(streamer, { message: '8시!', replyTo: messageId })).body.content
    const reply = { messageId, senderChannelId: fan.channelId, senderName: '팬', messageTime }
    assert.deepEqual(await waitForEvent(liveChannel, guest, 'REPLY'), {
      eventId: answer.messageId,
      reply: { ...reply, content: '몇 시에 끝나요?' },
    })
    const event = await waitForEvent(liveChannel, guest, 'CHAT')
    const readRecent = async () => (await fan.callConsole('GET', `/channels/${channelId}`)).body.content.recent
    const quoted = { type: 'CHAT', event, reply: { ...reply, content: '몇 시에 끝나요?' } }
    assert.deepEqual((await readRecent())[1], quoted)
    assert.equal(event.reply, undefined)

    await streamer.callConsole('DELETE', `${chatPath}/${messageId}`)
    assert.deepEqual(await readRecent(), [{ ...quoted, reply: { ...reply, content: null } }])
    for (const replyTo of [messageId, 'unknown'])
      assert.equal((await send(fan, { message: '?', replyTo })).body.reason?.code, 'NO_SUCH_MESSAGE')

    await streamer.callConsole('PUT', `/managers/${fan.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
    await send(fan, { message: '지울게요' })
    await fan.callConsole('DELETE', chatPath)
    const cleared = { until: liveChannel.clock.now(), keptChannelId: channelId }
    assert.deepEqual(await waitForEvent(liveChannel, guest, 'CLEARED'), cleared)
    assert.deepEqual(
      (await readRecent()).map((entry: { event: { content: string } }) => entry.event.content),
      ['8시!'],
    )
    // Older messages than those that are hidden at once do not come back.
    await liveChannel.deps.db.transaction((tx) =>
      sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time)
        select gen_random_uuid(), ${channelId}, ${fan.channelId}, 'ㅋ', ${liveChannel.clock.now()}::bigint - n
        from generate_series(1, ${limits.clearedMessages + 1}::int) as n`.execute(tx),
    )
    await streamer.callConsole('DELETE', chatPath)
    assert.deepEqual(await readRecent(), [])
    await send(fan, { message: '다시' })
    assert.equal((await readRecent()).length, 1)
    const log = (await streamer.callConsole('GET', `/channels/${channelId}/moderation-log`)).body.content.data
    assert.deepEqual(log.map(({ action, actorName }: Record<string, unknown>) => [action, actorName]).slice(0, 2), [
      ['chat.cleared', '방송인'],
      ['chat.cleared', '팬'],
    ])
  })

  // Gap 131.
  test('a viewer or guest counts once, for any number of windows, while a page is open', async () => {
    await using liveChannel = await openLiveChannel()
    const fan = await liveChannel.signedIn('팬')
    const guestId = 'a'.repeat(32)
    const windows = [await liveChannel.enter(fan), await liveChannel.enter(fan)]
    const guestBrowser = httpBrowser(liveChannel.url)
    const ofGuest = [await liveChannel.enter(guestBrowser, guestId), await liveChannel.enter(guestBrowser, guestId)]
    // The owner is not counted.
    const watching = await liveChannel.enter(liveChannel.streamer)
    await waitForEvent(liveChannel, watching, 'STATE', hasViewers(2))
    const listed = await liveChannel.streamer.callConsole('GET', `/channels/${liveChannel.channelId}/viewers`)
    const shown = { channelId: fan.channelId, channelName: '팬', role: 'common_user', isSubscriber: false }
    assert.deepEqual(listed.body.content, { data: [shown], totalCount: 1 })
    await windows[0]?.disconnect()
    await ofGuest[0]?.disconnect()
    for (let round = 0; round < 50; round++) {
      await liveChannel.deps.db.read.selectFrom('live').select('id').execute()
      liveChannel.clock.advance(100)
    }
    assert.deepEqual(await watching.drain(), [])
    await windows[1]?.disconnect()
    await waitForEvent(liveChannel, watching, 'STATE', hasViewers(1))
    await ofGuest[1]?.disconnect()
    await waitForEvent(liveChannel, watching, 'STATE', hasViewers(0))
  })

  test('the guests of a network count as one viewer until the last one leaves', async () => {
    await using liveChannel = await openLiveChannel({ settings: { sandboxPublic: true, trustProxy: true } })
    const enterFrom = async (address: string) => {
      const browser = httpBrowser(liveChannel.url)
      const callConsole: HttpBrowser['callConsole'] = (method, path, json) =>
        browser.callConsole(method, path, json, { 'x-forwarded-for': address })
      return liveChannel.adopt(openSessionClient(await openViewerUrl({ callConsole }, liveChannel.channelId)))
    }
    const watching = await liveChannel.enter(liveChannel.streamer)
    const ofNetwork: SessionClient[] = []
    for (let n = 1; n <= 20; n++) ofNetwork.push(await enterFrom(`2001:db8:0:7::${n.toString(16)}`))
    // A /48 of IPv6 counts as four networks.
    for (let n = 0; n < 8; n++) await enterFrom(`2001:db8:1:${n.toString(16)}00::1`)
    await enterFrom('192.0.2.1')
    await waitForEvent(liveChannel, watching, 'STATE', hasViewers(6))
    const { body } = await liveChannel.streamer.callConsole('GET', '/lives')
    assert.equal(body.content.data[0].concurrentUserCount, 6)
    for (const client of ofNetwork.slice(1)) await client.disconnect()
    for (let round = 0; round < 50; round++) {
      await liveChannel.deps.db.read.selectFrom('live').select('id').execute()
      liveChannel.clock.advance(100)
    }
    assert.deepEqual(await watching.drain(), [])
    await ofNetwork[0]?.disconnect()
    await waitForEvent(liveChannel, watching, 'STATE', hasViewers(5))
  })

  test('limits guests at one address to 200 sockets and does not limit other viewers there', async () => {
    await using liveChannel = await openLiveChannel({ settings: { sandboxPublic: true, trustProxy: true } })
    const browserFrom = (
      address: string,
      browser = httpBrowser(liveChannel.url),
    ): Pick<HttpBrowser, 'callConsole'> => ({
      callConsole: (method, path, json) => browser.callConsole(method, path, json, { 'x-forwarded-for': address }),
    })
    const network = '2001:db8:0:7'
    const connectFrom = async (address: string) => {
      const client = liveChannel.adopt(
        openSessionClient(await openViewerUrl(browserFrom(address), liveChannel.channelId)),
      )
      assert.equal((await client.next())[0], 'STATE')
      return client
    }
    const windows: SessionClient[] = []
    for (let n = 0; n < 200; n++) windows.push(await connectFrom(`${network}::${n.toString(16)}`))
    await expectAuthFail(await openViewerUrl(browserFrom(`${network}:1:2:3:4`), liveChannel.channelId))
    await connectFrom('2001:db8:0:8::1')
    await connectFrom('192.0.2.1')
    const fan = await liveChannel.signedIn('팬')
    using ofFan = openSessionClient(await openViewerUrl(browserFrom(`${network}::1`, fan), liveChannel.channelId))
    assert.equal((await ofFan.next())[0], 'STATE')
    await windows[0]?.disconnect()
    await connectFrom(`${network}::1`)
  })

  test('limits guests of one IPv6 /48 to four times the sockets of an address', async () => {
    await using liveChannel = await openLiveChannel()
    const hub = new Hub({
      source: new ChannelEvents(liveChannel.deps),
      slices: new TimeSlices(),
      uptime: () => liveChannel.clock.uptime(),
    })
    await using gateway = new Viewers({ ...liveChannel.deps, hub, maxConnections: null })
    const { channelId, deps } = liveChannel
    const admitGuest = (n: number, address: string) => {
      const viewer = { channelId, viewerId: `guest-${n}`, viewerChannelId: null, isWithoutEvents: false, ...claims }
      return gateway.authenticate(issueViewerTicket({ ...viewer, networks: hashGuestNetworks(address, deps) }, deps))
    }
    const admitted = Array.from({ length: 900 }, (_, n) => admitGuest(n, `2001:db8:1:${(n * 16).toString(16)}::1`))
    assert.equal(admitted.filter((handler) => handler !== null).length, 800)
    assert.ok(admitGuest(900, '2001:db8:2::1'))
    admitted[0]?.onClose('CLIENT_DISCONNECTED')
    assert.ok(admitGuest(901, '2001:db8:1:ffff::1'))
  })

  test('reserves a tenth of the sockets for signed-in viewers', async () => {
    await using liveChannel = await openLiveChannel()
    const hub = new Hub({
      source: new ChannelEvents(liveChannel.deps),
      uptime: () => liveChannel.clock.uptime(),
      slices: new TimeSlices(),
    })
    await using gateway = new Viewers({ ...liveChannel.deps, hub, maxConnections: null })
    const { channelId } = liveChannel
    const admitGuest = (n: number) =>
      gateway.authenticate(
        issueViewerTicket(
          {
            channelId,
            viewerId: `guest-${n}`,
            viewerChannelId: null,
            networks: [{ prefix: `${n}`, share: 1 }],
            isWithoutEvents: false,
            ...claims,
          },
          liveChannel.deps,
        ),
      )
    const admitPerson = (n: number) =>
      gateway.authenticate(
        issueViewerTicket(
          { channelId, viewerId: `${n}`, viewerChannelId: `${n}`, networks: [], isWithoutEvents: false, ...claims },
          liveChannel.deps,
        ),
      )
    const first = admitGuest(0)
    for (let n = 1; n < 18_000; n++) assert.ok(admitGuest(n))
    assert.equal(admitGuest(18_000), null)
    for (let n = 0; n < 2_000; n++) assert.ok(admitPerson(n))
    assert.equal(admitPerson(2_000), null)
    first?.onClose('CLIENT_DISCONNECTED')
    assert.ok(admitGuest(18_000))
  })

  test('leave a quarter of the connections of a process to sessions and pages', async () => {
    await using liveChannel = await openLiveChannel()
    const { channelId, deps } = liveChannel
    const hub = new Hub({
      source: new ChannelEvents(deps),
      uptime: () => liveChannel.clock.uptime(),
      slices: new TimeSlices(),
    })
    await using gateway = new Viewers({ ...deps, hub, maxConnections: 1_000 })
    const admitted = Array.from({ length: 1_000 }, (_, n) => {
      const viewer = { channelId, viewerId: `guest-${n}`, viewerChannelId: null, isWithoutEvents: false, ...claims }
      const networks = [{ prefix: `${n % 10}`, share: 1 }]
      return gateway.authenticate(issueViewerTicket({ ...viewer, networks }, deps))
    })
    assert.equal(admitted.filter((handler) => handler !== null).length, 675)
  })

  test('a page that sends nothing for 30 s is not counted until it sends again', async () => {
    await using liveChannel = await openLiveChannel()
    const fan = await liveChannel.signedIn('팬')
    const [silent, watching] = [await liveChannel.enter(), await liveChannel.enter(fan)]
    await waitForEvent(liveChannel, watching, 'STATE', hasViewers(2))
    await waitForEvent(liveChannel, watching, 'STATE', hasViewers(1))
    await silent.drain()
    await waitForEvent(liveChannel, watching, 'STATE', hasViewers(2))
  })

  test('a waiting viewer is counted as soon as a live begins, also when it restarts immediately', async () => {
    await using liveChannel = await openLiveChannel()
    await liveChannel.streamer.callConsole('DELETE', '/live')
    const watching = await liveChannel.enter()
    assert.equal(watching.state.live, null)
    for (const _ of [1, 2]) {
      await liveChannel.streamer.callConsole('POST', '/live')
      const startedAt = liveChannel.clock.now()
      await waitForEvent(liveChannel, watching, 'STATE', hasViewers(1))
      // Before the next renewal of presences.
      assert.ok(liveChannel.clock.now() - startedAt < 9_000)
      await liveChannel.streamer.callConsole('DELETE', '/live')
    }
  })

  test('watching records drops progress at the rate of time, also with two windows', async () => {
    await using liveChannel = await openLiveChannel()
    const fan = await liveChannel.signedIn('팬')
    await liveChannel.streamer.callConsole('PATCH', '/live/setting', { categoryId: 'talk' })
    const { client } = await liveChannel.createFixture({ organizationId: 'a company' })
    await liveChannel.act('createCampaign', {
      clientId: client.clientId,
      categoryId: 'talk',
      rewards: ['검'],
      watchMinutes: [1],
    })
    const windows = [await liveChannel.enter(fan), await liveChannel.enter(fan)]
    const startedAt = liveChannel.clock.now()
    const loadWatchedMs = async () =>
      (await liveChannel.deps.db.read.selectFrom('campaign_progress').select('watched_ms').executeTakeFirst())
        ?.watched_ms ?? 0
    const watchTwoSeconds = async () => {
      liveChannel.clock.advance(2_000)
      await Promise.all(windows.map((window) => window.drain()))
      await fan.callConsole('PUT', `/channels/${liveChannel.channelId}/watch`)
      return (await loadWatchedMs()) >= 60_000
    }
    await eventually(watchTwoSeconds)
    assert.ok((await loadWatchedMs()) <= liveChannel.clock.now() - startedAt)
  })

  test('a viewer ticket is valid for 30 s, only unchanged and only on its own platform', async () => {
    await using liveChannel = await openLiveChannel()
    await using other = await openLiveChannel()
    const guestBrowser = httpBrowser(liveChannel.url)
    const url = new URL(await openViewerUrl(guestBrowser, liveChannel.channelId))
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
    liveChannel.clock.advance(29_999)
    using client = openSessionClient(url.href)
    assert.equal((await client.next())[0], 'STATE')
    liveChannel.clock.advance(1)
    await expectAuthFail(url.href)
  })

  test('a viewer who sends too many packets is closed, and gets the slot back after 10 s', async () => {
    await using liveChannel = await openLiveChannel()
    const guestId = 'b'.repeat(32)
    const guest = httpBrowser(liveChannel.url)
    for (let n = 0; n < 19; n += 1) await liveChannel.enter(guest, guestId)
    const flooder = openRawClient(await openViewerUrl(guest, liveChannel.channelId, guestId))
    await flooder.read(3)
    for (let n = 0; n < 1_000; n += 1) flooder.send('2')
    await flooder.readUntilClose()
    await expectAuthFail(await openViewerUrl(guest, liveChannel.channelId, guestId))
    liveChannel.clock.advance(10_000)
    await liveChannel.enter(guest, guestId)
  })

  test('packets of a viewer have no effect, and a malformed one closes only their socket', async () => {
    await using liveChannel = await openLiveChannel()
    const bystander = await liveChannel.enter()
    for (const frame of ['9', '42{', '4', 'x'.repeat(70_000), Buffer.from([0xff])]) {
      const client = openRawClient(await openViewerUrl(httpBrowser(liveChannel.url), liveChannel.channelId))
      await client.read(3)
      client.send(frame)
      await client.readUntilClose()
    }
    const sender = openRawClient(await openViewerUrl(httpBrowser(liveChannel.url), liveChannel.channelId))
    await sender.read(3)
    for (const frame of ['42["CHAT",{"content":"forged"}]', '3', '5', '40']) sender.send(frame)
    sender.send('2probe')
    assert.deepEqual(await sender.read(1), ['3probe'])
    sender.socket.terminate()
    await liveChannel.actHere('chat', liveChannel.channelId, { message: '모두에게' })
    assert.equal((await waitForEvent(liveChannel, bystander, 'CHAT')).content, '모두에게')
  })

  test('a page that stops reading is closed, and the others receive everything', async () => {
    await using liveChannel = await openLiveChannel()
    const reading = await liveChannel.enter(await liveChannel.signedIn('팬'))
    const { host, hostname, port, pathname, search } = new URL(
      await openViewerUrl(httpBrowser(liveChannel.url), liveChannel.channelId),
    )
    const stalled = connect(Number(port), hostname)
    stalled.on('error', () => {})
    stalled.pause()
    stalled.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await waitForEvent(liveChannel, reading, 'STATE', hasViewers(2))
    const topic = channelTopic(liveChannel.channelId, 'CHAT').name
    const content = 'x'.repeat(50_000)
    for (let n = 0; ; n++) {
      await liveChannel.deps.bus.publish(topic, { type: 'CHAT', event: { n, content } })
      if (stalled.writable && n % 10 === 0) stalled.write(clientFrame(Buffer.from('2'), false))
      const received = [await reading.next()]
      while (received.at(-1)?.[0] !== 'CHAT') received.push(await reading.next())
      assert.equal(received.at(-1)?.[1].n, n)
      if (received.some(([event, state]) => event === 'STATE' && state.live.viewers === 1)) break
      assert.ok(n < 1_000)
      liveChannel.clock.advance(100)
    }
    stalled.destroy()
  })

  test('the next reconcile sends a state that the bus lost, and pages resync after a bus failure', async () => {
    const bus = faultBus()
    await using liveChannel = await openLiveChannel({ busAround: bus.wrap })
    const guest = await liveChannel.enter()
    bus.setHandler(dropTopics(/^watch\//))
    await liveChannel.streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '들리지 않은 제목' })
    assert.deepEqual(await guest.drain(), [])
    await waitForEvent(liveChannel, guest, 'STATE', ({ title }) => title === '들리지 않은 제목')
    bus.reportHealth(false)
    bus.reportHealth(true)
    assert.ok((await guest.drain()).some(([event]) => event === 'RESYNC'))
  })
})
