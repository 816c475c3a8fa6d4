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
import { openConsole, told } from '../../testing/console-scene.ts'
import { openScene } from '../../testing/scene.ts'
import { nobody } from '../../testing/studio.ts'
import { visitor } from '../../testing/visitor.ts'

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
  await using studio = await openConsole()
  const { viewer } = studio
  const { status, body, headers } = await viewer.ask('GET', '/me')
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
  await using studio = await openConsole()
  const stranger = visitor(studio.url)
  const { viewer } = studio
  const before = new Map(viewer.cookies)
  await viewer.post('/sign-out', {})
  for (const [name, value] of before) viewer.cookies.set(name, value)
  for (const { method, path } of operations) {
    const own = path.replace('/console/v1', '').replace(/\{\w+\}/g, studio.channelId)
    for (const who of [stranger, viewer])
      assert.deepEqual(told(await who.ask(method, own)), [401, 'UNAUTHORIZED'], `${method} ${path}`)
    const authorization = `Bearer ${studio.token}`
    assert.equal((await stranger.ask(method, own, undefined, { authorization })).status, 401)
  }
})

test('what a page of another site asks is refused, whoever is signed in', async () => {
  await using studio = await openConsole()
  const { viewer, channelId } = studio
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    for (const { method, path } of operations) {
      const own = path.replace('/console/v1', '').replace(/\{\w+\}/g, channelId)
      const answer = await viewer.ask(method, own, undefined, headers)
      assert.deepEqual(told(answer), [403, 'FORBIDDEN'], `${method} ${path}`)
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    }
  const here = { origin: studio.url, 'sec-fetch-site': 'same-origin' }
  assert.equal((await viewer.ask('PUT', `/channels/${channelId}/follow`, {}, here)).status, 200)
})

test('what our own pages ask is taken behind a proxy that names this machine instead of them, and of other pages nothing', async () => {
  await using scene = await openScene()
  const { hostname, port } = new URL(scene.url)
  const statusFrom = (origin: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'inside:8080', origin, 'content-type': 'application/json' }
      const asking = request({ host: hostname, port, path: '/console/v1/live', method: 'POST', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asking.on('error', reject).end('{}')
    })
  assert.equal(await statusFrom(scene.url), 401)
  for (const other of [`https://${hostname}:${port}`, `http://${hostname}:1`, 'https://evil.example'])
    assert.equal(await statusFrom(other), 403, other)
})

test('a change that does not say it is JSON is refused, so that no form can make one', async () => {
  await using studio = await openConsole()
  const path = `/channels/${studio.channelId}/donations`
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', 'application/jsonp'])
    assert.equal((await studio.viewer.ask('POST', path, { payAmount: 1 }, { 'content-type': type })).status, 403)
  const bare = await fetch(`${studio.url}/console/v1/live`, {
    method: 'POST',
    headers: { cookie: [...studio.viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  assert.equal(bare.status, 403)
  assert.deepEqual(await studio.world.db.read.selectFrom('donation').selectAll().execute(), [])
})

test('with an address of their own for the pages the console answers there alone', async () => {
  await using scene = await openScene({ settings: { authUrl: 'https://onair.example', trustProxy: true } })
  const stranger = visitor(scene.url)
  assert.equal((await stranger.ask('GET', '/me')).status, 404)
  assert.equal((await stranger.ask('GET', '/me', undefined, { 'x-forwarded-host': 'onair.example' })).status, 401)
})

test('follow and unfollow, each as often as one likes', async () => {
  await using studio = await openConsole()
  const { viewer, channelId } = studio
  const path = `/channels/${channelId}/follow`
  const followers = async () =>
    (await studio.world.db.read.selectFrom('channel_follower').select('follower_channel_id as by').execute()).map(
      ({ by }) => by,
    )
  for (const _ of [1, 2]) assert.deepEqual(told(await viewer.ask('PUT', path)), [200, null])
  assert.deepEqual(await followers(), [viewer.channelId])
  for (const _ of [1, 2]) assert.deepEqual(told(await viewer.ask('DELETE', path)), [200, null])
  assert.deepEqual(await followers(), [])
  const self = await viewer.ask('PUT', `/channels/${viewer.channelId}/follow`)
  assert.deepEqual(told(self), [400, '잘못된 값을 입력했습니다. (channelId: nobody follows themselves)'])
  assert.equal((await viewer.ask('PUT', `/channels/${nobody}/follow`)).status, 404)
})

test('a subscription is heard by the applications of the channel, and renewed with a later month', async () => {
  await using studio = await openConsole()
  const guest = await studio.listen('subscription')
  const path = `/channels/${studio.channelId}/subscription`
  const first = await studio.viewer.ask('POST', path, { tierNo: 2, month: 3 })
  assert.deepEqual(first.body.content, { tierNo: 2, month: 3 })
  assert.equal((await guest.next())[1].subscriberChannelId, studio.viewer.channelId)
  assert.deepEqual((await studio.viewer.ask('POST', path)).body.content, { tierNo: 1, month: 4 })
})

test('of twenty donations at once from a wallet that covers one, exactly one is made through the console', async () => {
  await using studio = await openConsole({ startingBalance: 1999 })
  const guest = await studio.listen('donation')
  const { viewer } = studio
  assert.deepEqual((await viewer.ask('GET', '/wallet')).body.content, { balance: 1999 })
  const give = () => viewer.ask('POST', `/channels/${studio.channelId}/donations`, { payAmount: 1000 })
  const answers = await Promise.all(Array.from({ length: 20 }, give))
  const refused = answers.filter(({ status }) => status !== 200).map(told)
  assert.deepEqual(
    [refused.length, ...new Set(refused.map(String))],
    [19, '403,FORBIDDEN (the wallet does not hold 1000)'],
  )
  assert.deepEqual((await viewer.ask('GET', '/wallet')).body.content, { balance: 999 })
  assert.equal((await guest.soFar()).length, 1)
})

test('who speaks is heard, and who may not is told why', async () => {
  await using studio = await openConsole()
  const { viewer, channelId, token } = studio
  const guest = await studio.listen('chat')
  const speak = () => viewer.ask('POST', `/channels/${channelId}/chat`, { message: '안녕하세요' })
  const { messageId } = (await speak()).body.content
  const [, event] = await guest.next()
  assert.deepEqual([event.eventId, event.senderChannelId], [messageId, viewer.channelId])

  await studio.call('PUT', '/open/v1/chats/settings', { token, json: { chatSlowModeSec: 30 } })
  await speak()
  assert.deepEqual(told(await speak()), [403, 'FORBIDDEN (slow mode: one message in 30 seconds)'])
  await studio.call('POST', '/open/v1/restrict-channels', { token, json: { targetChannelId: viewer.channelId } })
  assert.deepEqual(told(await speak()), [403, 'FORBIDDEN (restricted in this channel)'])
})

test('a viewer counts while they watch, and is told when there is nothing to watch', async () => {
  await using studio = await openConsole()
  const { viewer } = studio
  const streamer = await studio.signedIn('방송인')
  const path = `/channels/${streamer.channelId}/watch`
  const count = async () => {
    const { body } = await studio.call('GET', '/open/v1/lives', { client: studio.client })
    return body.content.data[0]?.concurrentUserCount
  }
  assert.deepEqual((await viewer.ask('PUT', path)).body.content, { live: false })
  await streamer.ask('POST', '/live')
  for (const _ of [1, 2]) assert.deepEqual((await viewer.ask('PUT', path)).body.content, { live: true })
  assert.equal(await count(), 1)
  assert.deepEqual(told(await viewer.ask('DELETE', path)), [200, null])
  assert.equal(await count(), 0)
  assert.equal((await viewer.ask('PUT', `/channels/${nobody}/watch`)).status, 404)
})

test('a streamer goes live and off the air with their own settings, and with no other channel', async () => {
  await using studio = await openConsole()
  const streamer = await studio.signedIn('방송인')
  const live = await streamer.ask('POST', '/live', { liveTitle: '첫 방송', channelId: studio.channelId })
  await streamer.ask('PATCH', '/live/setting', { tags: ['소통'], adult: true, categoryId: 'talk' })
  const { data } = (await studio.call('GET', '/open/v1/lives', { client: studio.client })).body.content
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
  const setting = (await streamer.ask('GET', '/live/setting')).body.content
  assert.deepEqual(
    [setting.defaultLiveTitle, setting.category.categoryId, setting.tags, setting.adult],
    ['첫 방송', 'talk', ['소통'], true],
  )
  const wrong = await streamer.ask('PATCH', '/live/setting', { tags: ['with space'] })
  assert.match(wrong.body.message ?? '', /^잘못된 값을 입력했습니다\. \(tags: /)
  assert.deepEqual((await streamer.ask('DELETE', '/live')).body.content, live.body.content)
  assert.deepEqual(told(await streamer.ask('DELETE', '/live')), [404, 'NOT_FOUND (the channel is not live)'])
})

test('the stream key is the one that the open interface shows, and another one takes its place', async () => {
  await using studio = await openConsole()
  const { viewer } = studio
  const token = await studio.tokenOf(viewer.channelId)
  const open = async () => (await studio.call('GET', '/open/v1/streams/key', { token })).body.content.streamKey
  const { streamKey } = (await viewer.ask('GET', '/stream-key')).body.content
  assert.equal(streamKey, await open())
  const other = (await viewer.ask('POST', '/stream-key')).body.content.streamKey
  assert.notEqual(other, streamKey)
  assert.equal(other, await open())
})

test('a streamer gives a role in their own channel, changes it and ends it', async () => {
  await using studio = await openConsole()
  const streamer = await studio.signedIn('방송인')
  const path = `/managers/${studio.viewer.channelId}`
  const roles = async () =>
    (await streamer.ask('GET', '/managers')).body.content.data.map((row: Record<string, unknown>) => [
      row['managerChannelId'],
      row['userRole'],
    ])
  for (const userRole of ['STREAMING_CHAT_MANAGER', 'STREAMING_CHANNEL_MANAGER']) {
    assert.equal((await streamer.ask('PUT', path, { userRole })).status, 200)
    assert.deepEqual(await roles(), [[studio.viewer.channelId, userRole]])
  }
  await streamer.ask('DELETE', path)
  assert.deepEqual(await roles(), [])
  const owner = await streamer.ask('PUT', `/managers/${streamer.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
  assert.deepEqual(told(owner), [400, '잘못된 값을 입력했습니다. (managerChannelId: the owner has a role already)'])
  assert.equal((await streamer.ask('PUT', `/managers/${nobody}`, { userRole: 'STREAMING_CHAT_MANAGER' })).status, 404)
})

test('a streamer restricts and releases in their own channel, and sees who is restricted', async () => {
  await using studio = await openConsole()
  const streamer = await studio.signedIn('방송인')
  const { viewer } = studio
  const path = `/channels/${streamer.channelId}/restrictions/${viewer.channelId}`
  const speak = () => viewer.ask('POST', `/channels/${streamer.channelId}/chat`, { message: 'hi' })
  await streamer.ask('PUT', path)
  assert.equal((await speak()).status, 403)
  assert.deepEqual(told(await streamer.ask('PUT', path)), [
    400,
    '잘못된 값을 입력했습니다. (targetChannelId: is restricted already)',
  ])
  const listed = `/channels/${streamer.channelId}/restrictions?size=1`
  const { data } = (await streamer.ask('GET', listed)).body.content
  assert.equal(data[0].restrictedChannelId, viewer.channelId)
  assert.equal((await viewer.ask('GET', listed)).status, 403)
  assert.equal((await streamer.ask('GET', `/channels/${nobody}/restrictions`)).status, 404)
  await streamer.ask('PUT', `/managers/${viewer.channelId}`, { userRole: 'STREAMING_SETTLEMENT_MANAGER' })
  assert.equal((await viewer.ask('GET', listed)).status, 403)
  await streamer.ask('DELETE', path)
  assert.equal((await speak()).status, 200)
})

test('a chat manager keeps a viewer out for a minute in the channel they manage, others do not', async () => {
  await using studio = await openConsole()
  const [streamer, manager, viewer] = [await studio.signedIn('방송인'), await studio.signedIn('매니저'), studio.viewer]
  const path = `/channels/${streamer.channelId}/temporary-restrictions/${viewer.channelId}`
  const speak = () => viewer.ask('POST', `/channels/${streamer.channelId}/chat`, { message: 'hi' })
  const restrictions = `/channels/${streamer.channelId}/restrictions`
  for (const status of [(await manager.ask('PUT', path)).status, (await manager.ask('GET', restrictions)).status])
    assert.equal(status, 403)
  assert.equal((await speak()).status, 200)
  await streamer.ask('PUT', `/managers/${manager.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
  assert.equal((await manager.ask('GET', restrictions)).status, 200)
  assert.equal((await manager.ask('PUT', path)).status, 200)
  assert.deepEqual(told(await speak()), [403, 'FORBIDDEN (restricted in this chat for 60 more seconds)'])
  assert.equal((await manager.ask('DELETE', path)).status, 200)
  assert.equal((await speak()).status, 200)
})
