import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import {
  consoleApps,
  consoleAudience,
  consoleCampaigns,
  consoleChannels,
  consoleChatSettings,
  consoleConnections,
  consoleDrops,
  consoleModeration,
  consoleStudio,
} from '@onair/contract'
import { openConsoleTestApp, statusAndMessage } from '../../test/console-test-app.ts'
import { openTestApp } from '../../test/test-app.ts'
import { unknownChannelId } from '../../test/test-channel.ts'
import { httpBrowser } from '../../test/http-browser.ts'

const operations = [
  consoleApps,
  consoleAudience,
  consoleCampaigns,
  consoleChannels,
  consoleChatSettings,
  consoleConnections,
  consoleStudio,
  consoleModeration,
  consoleDrops,
].flatMap((group) => Object.values(group))

test('the signed-in person is told who they are', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer } = testChannel
  const { status, body, headers } = await viewer.callConsole('GET', '/me')
  assert.equal(status, 200)
  assert.deepEqual(body.content, {
    channelId: viewer.channelId,
    channelName: '시청자',
    email: viewer.email,
    identityVerified: false,
  })
  assert.equal(headers.get('cache-control'), 'no-store')
})

test('nobody is let in without a session, nor with one that has ended, nor with a token', async () => {
  await using testChannel = await openConsoleTestApp()
  const stranger = httpBrowser(testChannel.url)
  const { viewer } = testChannel
  const before = new Map(viewer.cookies)
  await viewer.post('/sign-out', {})
  for (const [name, value] of before) viewer.cookies.set(name, value)
  for (const { method, path } of operations) {
    const own = path.replace('/console/v1', '').replace(/\{\w+\}/g, testChannel.channelId)
    for (const browser of [stranger, viewer])
      assert.deepEqual(
        statusAndMessage(await browser.callConsole(method, own)),
        [401, 'UNAUTHORIZED'],
        `${method} ${path}`,
      )
    const authorization = `Bearer ${testChannel.token}`
    assert.equal((await stranger.callConsole(method, own, undefined, { authorization })).status, 401)
  }
})

test('what a page of another site asks is refused, whoever is signed in', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer, channelId } = testChannel
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    for (const { method, path } of operations) {
      const own = path.replace('/console/v1', '').replace(/\{\w+\}/g, channelId)
      const answer = await viewer.callConsole(method, own, undefined, headers)
      assert.deepEqual(statusAndMessage(answer), [403, 'FORBIDDEN'], `${method} ${path}`)
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    }
  const here = { origin: testChannel.url, 'sec-fetch-site': 'same-origin' }
  assert.equal((await viewer.callConsole('PUT', `/channels/${channelId}/follow`, {}, here)).status, 200)
})

test('what our own pages ask is taken behind a proxy that names this machine instead of them, and of other pages nothing', async () => {
  await using testApp = await openTestApp()
  const { hostname, port } = new URL(testApp.url)
  const statusFrom = (origin: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'inside:8080', origin, 'content-type': 'application/json' }
      const asking = request({ host: hostname, port, path: '/console/v1/live', method: 'POST', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asking.on('error', reject).end('{}')
    })
  assert.equal(await statusFrom(testApp.url), 401)
  for (const other of [`https://${hostname}:${port}`, `http://${hostname}:1`, 'https://evil.example'])
    assert.equal(await statusFrom(other), 403, other)
})

test('a change that does not say it is JSON is refused, so that no form can make one', async () => {
  await using testChannel = await openConsoleTestApp()
  const path = `/channels/${testChannel.channelId}/donations`
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', 'application/jsonp'])
    assert.equal(
      (await testChannel.viewer.callConsole('POST', path, { payAmount: 1 }, { 'content-type': type })).status,
      403,
    )
  const bare = await fetch(`${testChannel.url}/console/v1/live`, {
    method: 'POST',
    headers: { cookie: [...testChannel.viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  assert.equal(bare.status, 403)
  assert.deepEqual(await testChannel.deps.db.read.selectFrom('donation').selectAll().execute(), [])
})

test('with an address of their own for the pages the console answers there alone', async () => {
  await using testApp = await openTestApp({ settings: { authUrl: 'https://onair.example', trustProxy: true } })
  const stranger = httpBrowser(testApp.url)
  assert.equal((await stranger.callConsole('GET', '/me')).status, 404)
  assert.equal(
    (await stranger.callConsole('GET', '/me', undefined, { 'x-forwarded-host': 'onair.example' })).status,
    401,
  )
})

test('follow and unfollow, each as often as one likes', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer, channelId } = testChannel
  const path = `/channels/${channelId}/follow`
  const listFollowers = async () =>
    (await testChannel.deps.db.read.selectFrom('channel_follower').select('follower_channel_id as by').execute()).map(
      ({ by }) => by,
    )
  for (const _ of [1, 2]) assert.deepEqual(statusAndMessage(await viewer.callConsole('PUT', path)), [200, null])
  assert.deepEqual(await listFollowers(), [viewer.channelId])
  for (const _ of [1, 2]) assert.deepEqual(statusAndMessage(await viewer.callConsole('DELETE', path)), [200, null])
  assert.deepEqual(await listFollowers(), [])
  const self = await viewer.callConsole('PUT', `/channels/${viewer.channelId}/follow`)
  assert.deepEqual(statusAndMessage(self), [400, '잘못된 값을 입력했습니다. (channelId: nobody follows themselves)'])
  assert.equal((await viewer.callConsole('PUT', `/channels/${unknownChannelId}/follow`)).status, 404)
})

test('a subscription is heard by the applications of the channel, and renewed with a later month', async () => {
  await using testChannel = await openConsoleTestApp()
  const client = await testChannel.connectAndSubscribe('subscription')
  const path = `/channels/${testChannel.channelId}/subscription`
  const first = await testChannel.viewer.callConsole('POST', path, { tierNo: 2, month: 3 })
  assert.deepEqual(first.body.content, { tierNo: 2, month: 3 })
  assert.equal((await client.next())[1].subscriberChannelId, testChannel.viewer.channelId)
  assert.deepEqual((await testChannel.viewer.callConsole('POST', path)).body.content, { tierNo: 1, month: 4 })
})

test('of twenty donations at once from a wallet that covers one, exactly one is made through the console', async () => {
  await using testChannel = await openConsoleTestApp({ startingBalance: 1999 })
  const client = await testChannel.connectAndSubscribe('donation')
  const { viewer } = testChannel
  assert.deepEqual((await viewer.callConsole('GET', '/wallet')).body.content, { balance: 1999 })
  const sendDonation = () =>
    viewer.callConsole('POST', `/channels/${testChannel.channelId}/donations`, { payAmount: 1000 })
  const answers = await Promise.all(Array.from({ length: 20 }, sendDonation))
  const refused = answers.filter(({ status }) => status !== 200).map(statusAndMessage)
  assert.deepEqual(
    [refused.length, ...new Set(refused.map(String))],
    [19, '403,FORBIDDEN (the wallet does not hold 1000)'],
  )
  assert.deepEqual((await viewer.callConsole('GET', '/wallet')).body.content, { balance: 999 })
  assert.equal((await client.drain()).length, 1)
})

test('who speaks is heard, and who may not is told why', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer, channelId, token } = testChannel
  const client = await testChannel.connectAndSubscribe('chat')
  const sendChat = () => viewer.callConsole('POST', `/channels/${channelId}/chat`, { message: '안녕하세요' })
  const { messageId } = (await sendChat()).body.content
  const [, event] = await client.next()
  assert.deepEqual([event.eventId, event.senderChannelId], [messageId, viewer.channelId])

  await testChannel.call('PUT', '/open/v1/chats/settings', { token, json: { chatSlowModeSec: 30 } })
  await sendChat()
  assert.deepEqual(statusAndMessage(await sendChat()), [403, 'FORBIDDEN (slow mode: one message in 30 seconds)'])
  await testChannel.call('POST', '/open/v1/restrict-channels', { token, json: { targetChannelId: viewer.channelId } })
  assert.deepEqual(statusAndMessage(await sendChat()), [403, 'FORBIDDEN (restricted in this channel)'])
})

test('a viewer counts while they watch, and is told when there is nothing to watch', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer } = testChannel
  const streamer = await testChannel.signedIn('방송인')
  const path = `/channels/${streamer.channelId}/watch`
  const loadViewerCount = async () => {
    const { body } = await testChannel.call('GET', '/open/v1/lives', { client: testChannel.client })
    return body.content.data[0]?.concurrentUserCount
  }
  assert.deepEqual((await viewer.callConsole('PUT', path)).body.content, { live: false })
  await streamer.callConsole('POST', '/live')
  for (const _ of [1, 2]) assert.deepEqual((await viewer.callConsole('PUT', path)).body.content, { live: true })
  assert.equal(await loadViewerCount(), 1)
  assert.deepEqual(statusAndMessage(await viewer.callConsole('DELETE', path)), [200, null])
  assert.equal(await loadViewerCount(), 0)
  assert.equal((await viewer.callConsole('PUT', `/channels/${unknownChannelId}/watch`)).status, 404)
})

test('a streamer goes live and off the air with their own settings, and with no other channel', async () => {
  await using testChannel = await openConsoleTestApp()
  const streamer = await testChannel.signedIn('방송인')
  const live = await streamer.callConsole('POST', '/live', { liveTitle: '첫 방송', channelId: testChannel.channelId })
  await streamer.callConsole('PATCH', '/live/setting', { tags: ['소통'], adult: true, categoryId: 'talk' })
  const { data } = (await testChannel.call('GET', '/open/v1/lives', { client: testChannel.client })).body.content
  assert.deepEqual(
    data.map(({ liveId, channelId, liveTitle, adult, tags }: Record<string, unknown>) => [
      liveId,
      channelId,
      liveTitle,
      adult,
      tags,
    ]),
    [[live.body.content.liveId, streamer.channelId, '첫 방송', true, ['소통']]],
  )
  const setting = (await streamer.callConsole('GET', '/live/setting')).body.content
  assert.deepEqual(
    [setting.defaultLiveTitle, setting.category.categoryId, setting.tags, setting.adult],
    ['첫 방송', 'talk', ['소통'], true],
  )
  const wrong = await streamer.callConsole('PATCH', '/live/setting', { tags: ['with space'] })
  assert.match(wrong.body.message ?? '', /^잘못된 값을 입력했습니다\. \(tags: /)
  assert.deepEqual((await streamer.callConsole('DELETE', '/live')).body.content, live.body.content)
  assert.deepEqual(statusAndMessage(await streamer.callConsole('DELETE', '/live')), [
    404,
    'NOT_FOUND (the channel is not live)',
  ])
})

test('the stream key is the one that the open interface shows, and another one takes its place', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer } = testChannel
  const token = await testChannel.grantToken(viewer.channelId)
  const readStreamKey = async () =>
    (await testChannel.call('GET', '/open/v1/streams/key', { token })).body.content.streamKey
  const { streamKey } = (await viewer.callConsole('GET', '/stream-key')).body.content
  assert.equal(streamKey, await readStreamKey())
  const other = (await viewer.callConsole('POST', '/stream-key')).body.content.streamKey
  assert.notEqual(other, streamKey)
  assert.equal(other, await readStreamKey())
})

test('a streamer gives a role in their own channel, changes it and ends it', async () => {
  await using testChannel = await openConsoleTestApp()
  const streamer = await testChannel.signedIn('방송인')
  const path = `/managers/${testChannel.viewer.channelId}`
  const listRoles = async () =>
    (await streamer.callConsole('GET', '/managers')).body.content.data.map((row: Record<string, unknown>) => [
      row['managerChannelId'],
      row['userRole'],
    ])
  for (const userRole of ['STREAMING_CHAT_MANAGER', 'STREAMING_CHANNEL_MANAGER']) {
    assert.equal((await streamer.callConsole('PUT', path, { userRole })).status, 200)
    assert.deepEqual(await listRoles(), [[testChannel.viewer.channelId, userRole]])
  }
  await streamer.callConsole('DELETE', path)
  assert.deepEqual(await listRoles(), [])
  const owner = await streamer.callConsole('PUT', `/managers/${streamer.channelId}`, {
    userRole: 'STREAMING_CHAT_MANAGER',
  })
  assert.deepEqual(statusAndMessage(owner), [
    400,
    '잘못된 값을 입력했습니다. (managerChannelId: the owner has a role already)',
  ])
  assert.equal(
    (await streamer.callConsole('PUT', `/managers/${unknownChannelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })).status,
    404,
  )
})

test('a streamer restricts and releases in their own channel, and sees who is restricted', async () => {
  await using testChannel = await openConsoleTestApp()
  const streamer = await testChannel.signedIn('방송인')
  const { viewer } = testChannel
  const path = `/channels/${streamer.channelId}/restrictions/${viewer.channelId}`
  const sendChat = () => viewer.callConsole('POST', `/channels/${streamer.channelId}/chat`, { message: 'hi' })
  await streamer.callConsole('PUT', path)
  assert.equal((await sendChat()).status, 403)
  assert.deepEqual(statusAndMessage(await streamer.callConsole('PUT', path)), [
    400,
    '잘못된 값을 입력했습니다. (targetChannelId: is restricted already)',
  ])
  const listed = `/channels/${streamer.channelId}/restrictions?size=1`
  const { data } = (await streamer.callConsole('GET', listed)).body.content
  assert.equal(data[0].restrictedChannelId, viewer.channelId)
  assert.equal((await viewer.callConsole('GET', listed)).status, 403)
  assert.equal((await streamer.callConsole('GET', `/channels/${unknownChannelId}/restrictions`)).status, 404)
  await streamer.callConsole('PUT', `/managers/${viewer.channelId}`, { userRole: 'STREAMING_SETTLEMENT_MANAGER' })
  assert.equal((await viewer.callConsole('GET', listed)).status, 403)
  await streamer.callConsole('DELETE', path)
  assert.equal((await sendChat()).status, 200)
})

test('a chat manager keeps a viewer out for a minute in the channel they manage, others do not', async () => {
  await using testChannel = await openConsoleTestApp()
  const [streamer, manager, viewer] = [
    await testChannel.signedIn('방송인'),
    await testChannel.signedIn('매니저'),
    testChannel.viewer,
  ]
  const path = `/channels/${streamer.channelId}/temporary-restrictions/${viewer.channelId}`
  const sendChat = () => viewer.callConsole('POST', `/channels/${streamer.channelId}/chat`, { message: 'hi' })
  const restrictions = `/channels/${streamer.channelId}/restrictions`
  for (const status of [
    (await manager.callConsole('PUT', path)).status,
    (await manager.callConsole('GET', restrictions)).status,
  ])
    assert.equal(status, 403)
  assert.equal((await sendChat()).status, 200)
  await streamer.callConsole('PUT', `/managers/${manager.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
  assert.equal((await manager.callConsole('GET', restrictions)).status, 200)
  assert.equal((await manager.callConsole('PUT', path)).status, 200)
  assert.deepEqual(statusAndMessage(await sendChat()), [403, 'FORBIDDEN (restricted in this chat for 60 more seconds)'])
  assert.equal((await manager.callConsole('DELETE', path)).status, 200)
  assert.equal((await sendChat()).status, 200)
})
