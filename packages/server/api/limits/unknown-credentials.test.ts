import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { newCredential } from '../../shared/secrets.ts'
import { ipPrefix, networksOf } from '../../shared/networks/ip-prefix.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'

const limit = 10
const attacker = '2001:db8:0:1::1'
const neighbour = '2001:db8:0:1:ffff::2'
const elsewhere = '2001:db8:0:2::1'
const from = (address: string) => ({ 'x-forwarded-for': address })

/** A platform to which `flood` sends more unknown tokens from `attacker` than the limit allows. */
async function openFlooded() {
  const testApp = await openTestApp({
    settings: { quotaUnknownCredentials: limit, sandboxPublic: true, trustProxy: true },
  })
  const { client, channelId, token } = await testApp.createFixture()
  const getMe = (token: string, address: string) =>
    testApp.call('GET', '/open/v1/users/me', { token, headers: from(address) })
  const flood = async (newToken = madeUp) => {
    const responses = []
    for (let count = 0; count < limit + 5; count++) responses.push(await getMe(newToken(), attacker))
    return responses
  }
  /** Credentials of the right form that are in no table, as after they were revoked. */
  const ended = () => newCredential(testApp.deps)
  return { ...testApp, client, channelId, token, getMe, flood, ended }
}

const rename = (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`

let madeUpCount = 0
/** Creates a credential of the right length. */
const madeUp = () => `made-up-${++madeUpCount}`.padEnd(54, 'x')

describe('unknown credentials', () => {
  // Gap 216.
  test('made-up tokens of a network return 401 up to the limit, and then 429 with Retry-After', async () => {
    await using flooded = await openFlooded()
    const responses = await flooded.flood()
    assert.deepEqual(
      responses.map(({ body }) => body.message),
      [...Array<string>(limit).fill('INVALID_TOKEN'), ...Array<string>(5).fill('TOO_MANY_REQUESTS')],
    )
    assert.equal(responses.at(-1)?.headers.get('retry-after'), '60')
    assert.equal((await flooded.getMe('made-up', elsewhere)).status, 401)
    flooded.clock.advance(60_000)
    assert.equal((await flooded.getMe('made-up', attacker)).status, 401)
  })

  test('made-up tokens, client secrets and session cookies are not looked up, and right ones of the network are', async () => {
    await using flooded = await openFlooded()
    const { client, channelId, getMe, deps } = flooded
    const { accessToken: unused } = await flooded.act('createGrant', { clientId: client.clientId, channelId })
    const tables = ['access_token', 'app_secret', 'web_session']
    for (const table of tables) await rename(table, `${table}_away`).execute(deps.db.read)
    const statuses = (await flooded.flood()).map(({ status }) => status)
    assert.deepEqual(new Set(statuses), new Set([401, 429]))
    const wrong = { ...client, clientSecret: madeUp() }
    assert.equal((await flooded.call('GET', '/open/v1/sessions/client', { client: wrong })).status, 401)
    const guest = { cookie: `onair-session=${madeUp()}` }
    assert.equal((await flooded.call('GET', '/console/v1/apps', { headers: guest })).status, 401)
    for (const table of tables) await rename(`${table}_away`, table).execute(deps.db.read)

    assert.equal((await getMe(unused, neighbour)).status, 200)
  })

  test('beyond the limit, ended tokens are refused before they are looked up, except those that were found before', async () => {
    await using flooded = await openFlooded()
    const { token, client, channelId, getMe } = flooded
    assert.equal((await getMe(token, neighbour)).status, 200)
    const { accessToken: unused } = await flooded.act('createGrant', { clientId: client.clientId, channelId })
    await flooded.flood(flooded.ended)
    assert.equal((await getMe(unused, neighbour)).status, 429, 'a valid token, which would be found')
    flooded.clock.advance(6_000)
    assert.equal((await getMe(token, neighbour)).status, 200, 'no longer cached, but known')
    assert.equal((await getMe(unused, elsewhere)).status, 200)
  })

  test('count for the /48 of an IPv6 address too, up to four times the limit', async () => {
    await using flooded = await openFlooded()
    const statuses = []
    for (let nth = 0; nth < 6 * limit; nth++)
      statuses.push((await flooded.getMe('made-up', `2001:db8:7:${(nth * 256).toString(16)}::1`)).status)
    assert.deepEqual(statuses, [...Array<number>(4 * limit).fill(401), ...Array<number>(2 * limit).fill(429)])
  })

  // Gap 216.
  test('a right client secret is never refused, and wrong ones are', async () => {
    await using flooded = await openFlooded()
    const { client } = flooded
    await flooded.flood(flooded.ended)
    await flooded.flood()
    const callAs = async (clientSecret: string) => {
      const credentials = { clientId: client.clientId, clientSecret }
      const headers = from(attacker)
      const list = await flooded.call('GET', '/open/v1/sessions/client', { client: credentials, headers })
      const json = { ...credentials, grantType: 'refresh_token', refreshToken: 'none' }
      const refresh = await flooded.call('POST', '/auth/v1/token', { json, headers })
      return [list.status, refresh.body.message]
    }
    assert.deepEqual(await callAs('wrong'), [429, 'TOO_MANY_REQUESTS'])
    assert.deepEqual(await callAs(client.clientSecret), [200, 'INVALID_TOKEN'])
    const racers = Array.from({ length: 30 }, (_, racer) =>
      callAs(racer === 15 ? client.clientSecret : racer % 2 === 0 ? flooded.ended() : madeUp()),
    )
    assert.deepEqual((await Promise.all(racers))[15], [200, 'INVALID_TOKEN'])
  })

  test('unknown session cookies count, and neither guests nor known sessions are refused', async () => {
    await using flooded = await openFlooded()
    const person = await flooded.act('createPerson', { channelName: '시청자' })
    const [visitor, guest, forger] = [1, 2, 3].map(() => httpBrowser(flooded.url))
    assert(visitor && guest && forger)
    await visitor.signIn(person.email, person.password)
    const getLives = async (browser: typeof visitor, address: string) =>
      (await browser.callConsole('GET', '/lives', undefined, from(address))).status
    assert.equal(await getLives(visitor, neighbour), 200)
    for (let count = 0; count < limit; count++) {
      forger.cookies.set('onair-session', String(count).padStart(54, 'x'))
      assert.equal(await getLives(forger, attacker), 200)
    }
    forger.cookies.set('onair-session', 'y'.repeat(54))
    assert.equal(await getLives(forger, attacker), 429)
    assert.equal((await forger.get('/', { headers: from(attacker) })).status, 429)
    assert.equal(await getLives(guest, attacker), 200)
    assert.equal(await getLives(visitor, neighbour), 200)
  })
})

describe('ipPrefix', () => {
  test('is the /64 network of an IPv6 address, and an IPv4 address in every notation', () => {
    assert.equal(ipPrefix('2001:db8::1'), ipPrefix('2001:0db8:0:0:ffff:ffff:ffff:ffff'))
    assert.notEqual(ipPrefix('2001:db8::1'), ipPrefix('2001:db8:0:1::1'))
    assert.equal(ipPrefix('fe80::1%eth0'), ipPrefix('fe80::2'))
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'])
      assert.equal(ipPrefix(address), '192.0.2.1')
  })
})

describe('networksOf', () => {
  test('are the /48, /56 and /64 of an IPv6 address, with growing shares, and an IPv4 address', () => {
    assert.deepEqual(networksOf('2001:db8:1:2ab:3::4'), [
      { prefix: '2001:db8:1/48', share: 4 },
      { prefix: '2001:db8:1:200/56', share: 2 },
      { prefix: '2001:db8:1:2ab', share: 1 },
    ])
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1'])
      assert.deepEqual(networksOf(address), [{ prefix: '192.0.2.1', share: 1 }])
  })
})
