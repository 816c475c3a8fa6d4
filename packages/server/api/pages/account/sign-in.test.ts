import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { redisCounters } from '../../../infra/counters/redis-counters.ts'
import { silentLog } from '../../../infra/observability/log.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { startPrivateRedis } from '../../../../../tests/support/programs/redis.ts'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { openForm, signOut } from '../../../../../tests/support/clients/page-forms.ts'
import {
  dummyPasswordHash,
  hashingTurnOf,
  hashPassword,
  verifyPassword,
} from '../../../features/accounts/password/password.ts'
import { createWebSession } from '../../../features/accounts/sign-in/web-session.ts'

const account = { channelName: '방송인', email: 'me@example.com', password: 'correct horse' }
const credentials = { email: account.email, password: account.password }

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const hashParameters = (hash: string) => hash.split('$').slice(1, 4)

/** Guesses of a network that does not know the account, whose passwords take long to hash. */
function hashMany(count: number, address: string, { deps }: Pick<TestApp, 'deps'>) {
  const turn = hashingTurnOf(address, false)
  const hash = () => hashPassword('password', deps.random, { argonMemoryKiB: 65_536 }, turn)
  return Promise.allSettled(Array.from({ length: count }, hash))
}

describe('sign-in', () => {
  test('signs in with the right password, and ignores the case of the email address', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const { status, location } = await browser.post('/sign-in', { ...credentials, email: ' ME@Example.com ' })
    assert.deepEqual([status, location], [302, '/'])
    assert.ok((await browser.get('/')).text.includes(account.channelName))
  })

  test('gives an unknown account and a wrong password the same response', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const responses = []
    for (const email of [account.email, 'unknown@example.com', 'not an address']) {
      const browser = httpBrowser(testApp.url)
      await browser.get('/sign-in')
      const { status, text, headers } = await browser.post('/sign-in', { email, password: 'wrong password' })
      const bare = text.replaceAll(email, 'EMAIL').replace(/name="csrf" value="[^"]+"/g, '')
      responses.push({ status, bare, names: [...headers.keys()].filter((name) => name !== 'date') })
    }
    assert.equal(responses[0]?.status, 400)
    assert.deepEqual(
      { ...responses[1], bare: responses[1]?.bare.length },
      { ...responses[0], bare: responses[0]?.bare.length },
    )
    assert.equal(responses[1]?.bare, responses[0]?.bare)
    assert.equal(responses[2]?.bare, responses[0]?.bare)
  })

  test('hashes the password for an unknown account too', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const { password_hash: stored } = await testApp.deps.db.read
      .selectFrom('account')
      .select('password_hash')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow()
    const dummy = dummyPasswordHash(testApp.deps.config)
    assert.deepEqual(hashParameters(dummy), hashParameters(stored))
    assert.deepEqual(dummy.length, stored.length)
    assert.equal(await verifyPassword('', dummy, testApp.deps.config), false)
  })
})

describe('without Redis', () => {
  test('sign-in and sign-up return 503 with Retry-After, and work again when it is back', async (t) => {
    const redis = await startPrivateRedis()
    if ('missing' in redis) return t.skip(redis.missing)
    await using _redis = redis
    const errors: string[] = []
    const log = { ...silentLog, error: (_fields: object, text: string) => void errors.push(text) }
    const openCounters = () => redisCounters({ url: redis.url, prefix: 'p:', log })
    await using testApp = await openTestApp({ log, openCounters })
    await testApp.act('createPerson', account)
    const { client } = await testApp.createFixture()
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    await redis.kill()
    for (const [path, form] of [
      ['/sign-in', credentials],
      ['/sign-up', { ...account, email: 'new@example.com' }],
    ] as const) {
      const { status, headers, text } = await browser.post(path, form)
      assert.deepEqual([status, headers.get('retry-after')], [503, '1'], path)
      assert.match(text, /busy/)
    }
    assert.deepEqual(errors, ['request.failed', 'request.failed'])
    const wrong = { ...client, clientSecret: 'wrong' }
    assert.equal((await testApp.call('GET', '/open/v1/sessions/client', { client: wrong })).status, 401)
    assert.equal((await testApp.call('GET', '/open/v1/sessions/client', { client })).status, 200)

    await redis.start()
    await eventually(async () => (await browser.post('/sign-in', credentials)).status === 302)
  })
})

describe('attempt limits', () => {
  test('returns 429 with Retry-After after 10 wrong passwords, for the right password too', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    for (let tryPassword = 0; tryPassword < 10; tryPassword++)
      assert.equal((await browser.post('/sign-in', { ...credentials, password: `wrong ${tryPassword}` })).status, 400)
    testApp.clock.advance(60_000)
    const slowed = await browser.post('/sign-in', credentials)
    assert.deepEqual([slowed.status, slowed.headers.get('retry-after')], [429, String(14 * 60)])
    assert.ok(slowed.text.includes('14 minutes'))

    testApp.clock.advance(14 * 60_000)
    await browser.get('/sign-in')
    assert.equal((await browser.post('/sign-in', credentials)).status, 302)
  })

  test('limits an unknown account in the same way', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const form = { email: 'unknown@example.com', password: 'wrong password' }
    for (let tryPassword = 0; tryPassword < 10; tryPassword++)
      assert.equal((await browser.post('/sign-in', form)).status, 400)
    assert.equal((await browser.post('/sign-in', form)).status, 429)
  })

  test('computes no stored hash that asks for more memory than a hash of this server may', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const trySignIn = async () => {
      const browser = httpBrowser(testApp.url)
      await browser.get('/sign-in')
      return (await browser.post('/sign-in', credentials)).status
    }
    assert.equal(await trySignIn(), 302)
    for (const memory of ['4000000000', '1048576', '262145']) {
      await sql`update account set password_hash = regexp_replace(password_hash, 'm=[0-9]+', ${`m=${memory}`})`.execute(
        testApp.deps.db.read,
      )
      assert.equal(await trySignIn(), 500)
    }
  })

  test('counts concurrent attempts', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const racers = Array.from({ length: 30 }, (_, at) =>
      browser.post('/sign-in', { ...credentials, password: `wrong ${at}` }),
    )
    const statuses = (await Promise.all(racers)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 400).length, 10)
  })

  test('limits an address to 100 accounts; a successful sign-in does not raise the limit', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const tryPassword = (index: number) =>
      browser.post('/sign-in', { email: `p${index}@example.com`, password: 'password1' })
    for (let at = 0; at < 99; at++) assert.equal((await tryPassword(at)).status, 400)
    assert.equal((await browser.post('/sign-in', credentials)).status, 302)
    const other = httpBrowser(testApp.url)
    await other.get('/sign-in')
    const tryOtherPassword = (index: number) =>
      other.post('/sign-in', { email: `q${index}@example.com`, password: 'password1' })
    assert.equal((await tryOtherPassword(0)).status, 400)
    assert.equal((await tryOtherPassword(1)).status, 429)
  })

  test('a network over its limit cannot lock an account: 105 made-up addresses, then 11 tries on a victim', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    await testApp.act('createPerson', account)
    const ownDevice = httpBrowser(testApp.url)
    await ownDevice.signIn(account.email, account.password)
    await signOut(testApp, ownDevice)

    const attacker = httpBrowser(testApp.url)
    await attacker.get('/sign-in')
    const guess = async (email: string, address: string) =>
      (await attacker.post('/sign-in', { email, password: 'wrong password' }, from(address))).status
    const statuses = []
    for (let at = 0; at < 105; at++) statuses.push(await guess(`made-up-${at}@example.com`, `2001:db8::${at}`))
    assert.deepEqual(statuses, [...Array<number>(100).fill(400), ...Array<number>(5).fill(429)])
    for (let at = 0; at < 11; at++) assert.equal(await guess(account.email, '2001:db8::1'), 429)

    await ownDevice.get('/sign-in')
    assert.equal((await ownDevice.post('/sign-in', credentials, from('2001:db8::1'))).status, 302, 'on its own device')
    for (let at = 0; at < 9; at++) assert.equal(await guess(account.email, '192.0.2.1'), 400)
    const elsewhere = httpBrowser(testApp.url)
    await elsewhere.get('/sign-in')
    assert.equal((await elsewhere.post('/sign-in', credentials, from('192.0.2.1'))).status, 302, 'on a new device')
  })

  test('a browser that signed in to an account before has a limit of its own', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    await testApp.act('createPerson', { ...account, email: 'other@example.com', channelName: 'other' })
    const ownDevice = httpBrowser(testApp.url)
    await ownDevice.signIn(account.email, account.password)
    await openForm(testApp, ownDevice)
    await ownDevice.signIn('other@example.com', account.password)
    await signOut(testApp, ownDevice)
    const otherDevice = httpBrowser(testApp.url)
    await otherDevice.signIn('other@example.com', account.password)
    await signOut(testApp, otherDevice)
    const signIn = async (browser: typeof ownDevice, password = account.password) => {
      await browser.get('/sign-in')
      return (await browser.post('/sign-in', { email: account.email, password })).status
    }
    for (let at = 0; at < 10; at++) assert.equal(await signIn(otherDevice, 'wrong password'), 400)
    assert.equal(await signIn(otherDevice), 429, 'the device of another account counts like an unknown one')
    assert.equal(await signIn(ownDevice), 302)
    await signOut(testApp, ownDevice)
    for (let at = 0; at < 10; at++) assert.equal(await signIn(ownDevice, 'wrong password'), 400)
    assert.equal(await signIn(ownDevice), 429)
  })

  test('100 failures from all networks slow an account down and do not lock it', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const guess = async (address: string) =>
      (await browser.post('/sign-in', { ...credentials, password: 'wrong password' }, from(address))).status
    for (let network = 0; network < 10; network++)
      for (let at = 0; at < 10; at++) assert.equal(await guess(`192.0.2.${network}`), 400)
    const statuses = []
    for (let at = 0; at < 3; at++) statuses.push(await guess('198.51.100.1'))
    assert.deepEqual(statuses, [400, 400, 429])
    assert.equal((await browser.post('/sign-in', credentials, from('198.51.100.2'))).status, 302)
  })

  test('of 240 guesses from as many /64 networks of one /48, 40 are checked', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const guess = async (address: string) =>
      (await browser.post('/sign-in', { ...credentials, password: 'wrong password' }, from(address))).status
    const statuses = []
    for (let nth = 0; nth < 240; nth++) statuses.push(await guess(`2001:db8:1:${(nth * 16).toString(16)}::1`))
    assert.deepEqual(statuses, [...Array<number>(40).fill(400), ...Array<number>(200).fill(429)])
    assert.equal((await browser.post('/sign-in', credentials, from('2001:db8:2::1'))).status, 302)
  })

  test('48 guesses at once keep out neither a known device nor another network', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    await testApp.act('createPerson', account)
    const ownDevice = httpBrowser(testApp.url)
    await ownDevice.signIn(account.email, account.password)
    await signOut(testApp, ownDevice)
    const elsewhere = httpBrowser(testApp.url)
    for (const browser of [elsewhere, ownDevice]) await browser.get('/sign-in')
    const guesses = hashMany(48, '2001:db8:1::1', testApp)
    const [own, other] = await Promise.all([
      ownDevice.post('/sign-in', credentials, from('2001:db8:1:1::1')),
      elsewhere.post('/sign-in', credentials, from('192.0.2.1')),
    ])
    assert.deepEqual([own.status, other.status], [302, 302])
    assert.ok((await guesses).filter(({ status }) => status === 'rejected').length >= 48 - 2 - 20)
  })

  test('limits the sign-ins to one account to 30 in 15 minutes', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    for (let at = 0; at < 30; at++) {
      await browser.signIn(account.email, account.password)
      await openForm(testApp, browser)
    }
    const refused = await browser.post('/sign-in', credentials)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '900'])
    testApp.clock.advance(900_000)
    assert.equal((await browser.post('/sign-in', credentials)).status, 302)
  })

  test('returns 503 with Retry-After while 20 passwords wait to be hashed, and does not count the attempt', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const busy = hashMany(35, '127.0.0.1', testApp)
    // Ten at once are all that the limit allows; an eleventh after them would be refused if they counted.
    const responses = await Promise.all(Array.from({ length: 10 }, () => browser.post('/sign-in', credentials)))
    responses.push(await browser.post('/sign-in', credentials))
    for (const { status, headers, text } of responses) {
      assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
      assert.ok(text.includes('The server is busy'))
    }
    await busy
    assert.equal((await browser.post('/sign-in', credentials)).status, 302)
  })
})

describe('web session', () => {
  test('signing in creates a new session and ends the previous one', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    await testApp.act('createPerson', { ...account, email: 'other@example.com', channelName: 'other' })
    const browser = httpBrowser(testApp.url)
    browser.cookies.set('onair-session', 'p'.repeat(54))
    await browser.signIn(account.email, account.password)
    const first = browser.cookies.get('onair-session') ?? ''
    assert.match(first, /^[\w-]{54}$/)
    assert.notEqual(first, 'p'.repeat(54))

    await openForm(testApp, browser)
    assert.equal((await browser.post('/sign-in', { ...credentials, email: 'other@example.com' })).status, 302)
    const old = httpBrowser(testApp.url)
    old.cookies.set('onair-session', first)
    assert.ok(!(await old.get('/')).text.includes(account.channelName))
    assert.ok((await browser.get('/')).text.includes('>other</bdi>'))
  })

  test('signing out deletes the session', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.signIn(account.email, account.password)
    const copy = httpBrowser(testApp.url)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    assert.equal((await signOut(testApp, browser)).status, 302)
    assert.equal(browser.cookies.has('onair-session'), false)
    assert.ok(!(await copy.get('/')).text.includes(account.channelName))
  })

  test('a session in use expires after exactly 30 days, and is stored as a hash', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    await browser.signIn(account.email, account.password)
    const [stored] = await testApp.deps.db.read.selectFrom('web_session').selectAll().execute()
    assert.equal(stored?.token_hash.length, 32)
    assert.ok(!stored.token_hash.includes(browser.cookies.get('onair-session') ?? ''))
    for (const days of [10, 10]) {
      testApp.clock.advance(days * 86_400_000)
      await browser.get('/')
    }
    testApp.clock.advance(10 * 86_400_000 - 1)
    assert.ok((await browser.get('/')).text.includes(account.channelName))
    testApp.clock.advance(1)
    assert.ok(!(await browser.get('/')).text.includes(account.channelName))
  })

  test('a person has at most 50 sessions, also under races; the one that expires first ends', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.act('createPerson', account)
    const device = { userAgent: null, ip: null }
    const browser = httpBrowser(testApp.url)
    await browser.signIn(account.email, account.password)
    testApp.clock.advance(1)
    await Promise.all(
      Array.from({ length: 49 }, () => createWebSession(channelId, { previous: null, browser: device }, testApp.deps)),
    )
    assert.ok((await browser.get('/')).text.includes(account.channelName))
    testApp.clock.advance(1)
    await Promise.all(
      Array.from({ length: 10 }, () => createWebSession(channelId, { previous: null, browser: device }, testApp.deps)),
    )
    assert.ok(!(await browser.get('/')).text.includes(account.channelName))
    const sessions = await testApp.deps.db.read.selectFrom('web_session').select('created_at').execute()
    assert.equal(sessions.length, 50)
    assert.equal(sessions.filter(({ created_at }) => created_at === testApp.clock.now()).length, 10)
  })

  test('redirects only to pages of this server', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    for (const back of ['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example']) {
      const browser = httpBrowser(testApp.url)
      const path = `/sign-in?${String(new URLSearchParams({ back }))}`
      await browser.get(path)
      assert.equal((await browser.post(path, credentials)).location, '/')
      assert.equal((await browser.get(path)).location, '/', 'signed in already')
      assert.equal((await signOut(testApp, browser, { path: path.replace('in', 'out') })).location, '/')
    }
  })
})
