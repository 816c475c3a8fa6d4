import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { startPrivateRedis, findTestRedis } from '../../../../tests/support/programs/redis.ts'
import { openTestApp, type ApiResponse, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { redisCounters } from '../../infra/counters/redis-counters.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { silentLog } from '../../infra/observability/log.ts'
import { readConfig } from '../../config/config.ts'
import { createUseCounter, createQuotaCheck } from './quota.ts'

const tooMany = { code: 429, message: 'TOO_MANY_REQUESTS' }
const getMe = (testApp: TestApp, token: string) => testApp.call('GET', '/open/v1/users/me', { token })
const readQuotaHeaders = ({ headers }: ApiResponse) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN))

const address = '192.0.2.1'
const caller = { kind: 'client', clientId: 'app', scopes: [], wireProfile: 'documented' } as const

const repeat = (count: number, addressOf: (nth: number) => string) =>
  Array.from({ length: count }, (_, n) => addressOf(n))
const forwardedFor = (address: string) => ({ 'x-forwarded-for': address })

describe('quota', () => {
  test('returns 429 for exactly 50 of 150 concurrent calls over a quota of 100', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerToken: 100 } })
    const { token } = await testApp.createFixture()
    const responses = await Promise.all(Array.from({ length: 150 }, () => getMe(testApp, token)))
    assert.equal(responses.filter(({ status }) => status === 200).length, 100)
    const refused = responses.filter(({ status }) => status !== 200)
    for (const { status, body, headers } of refused)
      assert.deepEqual([status, body, headers.get('retry-after')], [429, tooMany, '60'])
  })

  // Gap 21.
  test('sets RateLimit headers on every response', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerToken: 3 } })
    const { token } = await testApp.createFixture()
    assert.deepEqual(readQuotaHeaders(await getMe(testApp, token)), [3, 2, 60])
    testApp.clock.advance(12_001)
    assert.deepEqual(
      readQuotaHeaders(await testApp.call('POST', '/open/v1/chats/send', { token, raw: '{' })),
      [3, 1, 48],
    )
    assert.deepEqual(readQuotaHeaders(await getMe(testApp, token)), [3, 0, 48])
    assert.deepEqual(readQuotaHeaders(await getMe(testApp, token)), [3, 0, 48])
  })

  test('resets a minute after the first call', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerToken: 1 } })
    const { token } = await testApp.createFixture()
    await getMe(testApp, token)
    testApp.clock.advance(59_999)
    const { status, headers } = await getMe(testApp, token)
    assert.deepEqual([status, headers.get('retry-after')], [429, '1'])
    testApp.clock.advance(1)
    assert.equal((await getMe(testApp, token)).status, 200)
  })

  test('counts all calls of an application, and reports the stricter quota', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerApp: 3, quotaPerToken: 10 } })
    const { token, client } = await testApp.createFixture()
    const { channelId } = await testApp.act('createPerson', { channelName: 'another' })
    const { accessToken } = await testApp.act('createGrant', { clientId: client.clientId, channelId })
    assert.deepEqual(readQuotaHeaders(await getMe(testApp, token)), [3, 2, 60])
    assert.deepEqual(readQuotaHeaders(await getMe(testApp, accessToken)), [3, 1, 60])
    const callAsApp = () => testApp.call('GET', '/open/v1/sessions/auth/client', { client })
    assert.deepEqual(readQuotaHeaders(await callAsApp()), [3, 0, 60])
    for (const { status } of [await callAsApp(), await getMe(testApp, token), await getMe(testApp, accessToken)])
      assert.equal(status, 429)
  })

  test('counts all tokens of a grant together, also after a refresh, and separately from other users', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerApp: 5, quotaPerToken: 2 } })
    const { client, channelId, token, refreshToken } = await testApp.createFixture()
    for (const status of [200, 200, 429, 429, 429]) assert.equal((await getMe(testApp, token)).status, status)
    const json = { grantType: 'refresh_token', ...client, refreshToken }
    const { accessToken } = (await testApp.call('POST', '/auth/v1/token', { json })).body.content
    assert.equal((await getMe(testApp, accessToken)).status, 429)

    const other = await testApp.act('createPerson', { channelName: 'another' })
    assert.notEqual(other.channelId, channelId)
    const set = await testApp.act('createGrant', { clientId: client.clientId, channelId: other.channelId })
    assert.deepEqual(readQuotaHeaders(await getMe(testApp, set.accessToken)), [2, 1, 60])
    assert.deepEqual(readQuotaHeaders(await getMe(testApp, set.accessToken)), [2, 0, 60])
  })

  test('counts token requests once the client is authenticated', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerApp: 2 } })
    const { client, refreshToken } = await testApp.createFixture()
    const post = (path: string, json: object) => testApp.call('POST', path, { json: { ...client, ...json } })
    const refresh = (fields: object) => post('/auth/v1/token', { grantType: 'refresh_token', refreshToken, ...fields })
    const wrong = await refresh({ clientSecret: 'wrong' })
    assert.deepEqual([wrong.status, wrong.headers.get('ratelimit-limit')], [401, null])
    assert.deepEqual(readQuotaHeaders(await refresh({})), [2, 1, 60])
    assert.deepEqual(readQuotaHeaders(await post('/auth/v1/token/revoke', { token: 'none' })), [2, 0, 60])
    assert.deepEqual((await refresh({})).body, tooMany)
  })

  test('is checked after authentication and scope, and before validation', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerToken: 1 } })
    const { token } = await testApp.createFixture({ scopes: ['채팅 메시지 쓰기'] })
    const send = (options: object) => testApp.call('POST', '/open/v1/chats/send', options)
    assert.equal((await getMe(testApp, token)).status, 403)
    assert.equal((await send({ token, raw: '{' })).status, 400)
    assert.equal((await getMe(testApp, token)).status, 403)
    assert.equal((await send({ token: 'unknown', raw: '{' })).status, 401)
    assert.equal((await send({ token, raw: '{' })).status, 429)
  })

  test('is disabled by 0', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerApp: 0, quotaPerToken: 0 } })
    const { token } = await testApp.createFixture()
    const { status, headers } = await getMe(testApp, token)
    assert.deepEqual([status, headers.get('ratelimit-limit')], [200, null])
  })
})

describe('quota with Redis', () => {
  test('is shared by several processes', async (t) => {
    const redis = await findTestRedis()
    if ('missing' in redis) return t.skip(redis.missing)
    const options = { ...redis, log: silentLog }
    await using here = await redisCounters(options)
    await using there = await redisCounters(options)
    const clock = fakeClock()
    const config = readConfig({ ONAIR_QUOTA_PER_APP: '100' })
    const [one, other] = [here, there].map((counters) =>
      createQuotaCheck(createUseCounter({ clock, counters, log: silentLog }), { config }),
    )
    const responses = await Promise.all(
      Array.from({ length: 150 }, async (_, at) => (at % 2 === 0 ? one : other)?.(caller, address, clock.now())),
    )
    assert.equal(responses.filter((status) => status?.isExceeded === false).length, 100)
  })

  test('serves calls uncounted while Redis is unavailable, and logs it once per interval', async (t) => {
    const redis = await startPrivateRedis()
    if ('missing' in redis) return t.skip(redis.missing)
    await using _ = redis
    const redisLog = memoryLog()
    await using counters = await redisCounters({ url: redis.url, prefix: 'q:', log: redisLog })
    const log = memoryLog()
    const clock = fakeClock()
    const config = readConfig({ ONAIR_QUOTA_PER_APP: '1' })
    const quota = createQuotaCheck(createUseCounter({ clock, counters, log }), { config })
    await redis.kill()
    for (let call = 1; call <= 3; call++) assert.equal(await quota(caller, address, clock.now()), null)
    clock.advance(10_000)
    assert.equal(await quota(caller, address, clock.now()), null)
    const reconnected = redisLog.waitFor('redis.reconnected')
    await redis.start()
    await reconnected
    assert.equal((await quota(caller, address, clock.now()))?.remaining, 0)
    assert.deepEqual(
      log.lines.map(({ level, text }) => `${level} ${text}`),
      ['warn quota.count_failed', 'warn quota.count_failed'],
    )
  })
})

describe('quota of guests', () => {
  // Gap 166.
  test('counts guests of one network together, and signed-in users separately', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerAddress: 5, sandboxPublic: true, trustProxy: true } })
    const { channelId, email, password } = await testApp.act('createPerson', { channelName: '방송인' })
    const guest = httpBrowser(testApp.url)
    const readChannel = (address: string) =>
      guest.callConsole('GET', `/channels/${channelId}`, undefined, forwardedFor(address))
    for (const path of ['/visitor', '/lives', `/channels/${channelId}`, `/channels/${channelId}/viewer-status`])
      assert.equal((await guest.callConsole('GET', path, undefined, forwardedFor('2001:db8:0:1::1'))).status, 200)
    assert.equal(
      (await guest.callConsole('POST', `/channels/${channelId}/viewer`, {}, forwardedFor('2001:db8:0:1::2'))).status,
      200,
    )

    testApp.clock.advance(20_000)
    const refused = await readChannel('2001:db8:0:1::3')
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '40'])
    assert.equal(
      (await readChannel('192.0.2.1, 2001:db8:0:1::3')).status,
      429,
      'an entry before the nearest proxy may be forged',
    )
    assert.equal((await readChannel('2001:db8:0:2::1')).status, 200)
    const user = httpBrowser(testApp.url)
    await user.signIn(email, password)
    for (let nth = 0; nth < 10; nth++)
      assert.equal((await user.callConsole('GET', '/lives', undefined, forwardedFor('2001:db8:0:1::1'))).status, 200)
    testApp.clock.advance(40_000)
    assert.equal((await readChannel('2001:db8:0:1::3')).status, 200)
  })
})

describe('quota of guests of one IPv6 network', () => {
  test('is twice as large for its /56 and four times for its /48, and refused calls count for none', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerAddress: 5, sandboxPublic: true, trustProxy: true } })
    const guest = httpBrowser(testApp.url)
    const countServed = async (addresses: string[]) => {
      let served = 0
      for (const address of addresses) {
        const { status } = await guest.callConsole('GET', '/lives', undefined, forwardedFor(address))
        if (status === 200) served++
      }
      return served
    }
    assert.equal(await countServed(repeat(30, () => '2001:db8:0:1::1')), 5)
    assert.equal(await countServed(repeat(30, (nth) => `2001:db8:0:${(nth + 2).toString(16)}::1`)), 5)
    assert.equal(await countServed(repeat(30, (nth) => `2001:db8:0:${(nth + 1).toString(16)}00::1`)), 10)
    assert.equal(await countServed(repeat(1, () => '2001:db8:1::1')), 1)
  })
})

describe('quota of signed-in people', () => {
  test('counts all browsers of a person together, on pages for guests and for users, and no other person', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerPerson: 5 } })
    const person = await testApp.act('createPerson', { channelName: '시청자' })
    const other = await testApp.act('createPerson', { channelName: '다른 사람' })
    const [here, elsewhere, another] = [1, 2, 3].map(() => httpBrowser(testApp.url))
    assert(here && elsewhere && another)
    for (const browser of [here, elsewhere]) await browser.signIn(person.email, person.password)
    await another.signIn(other.email, other.password)
    const response = await here.callConsole('GET', '/lives')
    assert.deepEqual(readQuotaHeaders(response), [5, 4, 60])
    for (const path of ['/visitor', '/wallet']) assert.equal((await here.callConsole('GET', path)).status, 200)
    for (const path of ['/apps', '/connected-apps'])
      assert.equal((await elsewhere.callConsole('GET', path)).status, 200)
    testApp.clock.advance(20_000)
    for (const browser of [here, elsewhere]) {
      const { status, headers, body } = await browser.callConsole('GET', '/wallet')
      assert.deepEqual([status, headers.get('retry-after'), body.reason?.code], [429, '40', 'QUOTA_EXCEEDED'])
    }
    assert.equal((await another.callConsole('GET', '/wallet')).status, 200)
    testApp.clock.advance(40_000)
    assert.equal((await here.callConsole('GET', '/wallet')).status, 200)
  })
})
