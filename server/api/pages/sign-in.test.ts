import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp } from '../../test/test-app.ts'
import { httpBrowser } from '../../test/http-browser.ts'
import { verifyPassword, dummyPasswordHash } from '../../features/accounts/password.ts'

const account = { channelName: '방송인', email: 'me@example.com', password: 'correct horse' }
const credentials = { email: account.email, password: account.password }

const hashParameters = (hash: string) => hash.split('$').slice(1, 4)

describe('sign-in', () => {
  test('signs in with the right password, and ignores the case of the email address', async () => {
    await using testApp = await openTestApp()
    await testApp.sandbox('POST', '/people', account)
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const { status, location } = await browser.post('/sign-in', { ...credentials, email: ' ME@Example.com ' })
    assert.deepEqual([status, location], [302, '/'])
    assert.ok((await browser.get('/')).text.includes(account.channelName))
  })

  test('gives an unknown account and a wrong password the same response', async () => {
    await using testApp = await openTestApp()
    await testApp.sandbox('POST', '/people', account)
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
    await testApp.sandbox('POST', '/people', account)
    const { password_hash: stored } = await testApp.deps.db.read
      .selectFrom('account')
      .select('password_hash')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow()
    const dummy = dummyPasswordHash(testApp.deps.config)
    assert.deepEqual(hashParameters(dummy), hashParameters(stored))
    assert.deepEqual(dummy.length, stored.length)
    assert.equal(await verifyPassword('', dummy), false)
  })
})

describe('attempt limits', () => {
  test('returns 429 with Retry-After after 10 wrong passwords, for the right password too', async () => {
    await using testApp = await openTestApp()
    await testApp.sandbox('POST', '/people', account)
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

  test('counts concurrent attempts', async () => {
    await using testApp = await openTestApp()
    await testApp.sandbox('POST', '/people', account)
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
    await testApp.sandbox('POST', '/people', account)
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
})

describe('web session', () => {
  test('signing in creates a new session and ends the previous one', async () => {
    await using testApp = await openTestApp()
    await testApp.sandbox('POST', '/people', account)
    await testApp.sandbox('POST', '/people', { ...account, email: 'other@example.com', channelName: 'other' })
    const browser = httpBrowser(testApp.url)
    browser.cookies.set('onair-session', 'p'.repeat(43))
    await browser.signIn(account.email, account.password)
    const first = browser.cookies.get('onair-session') ?? ''
    assert.match(first, /^[\w-]{43}$/)
    assert.notEqual(first, 'p'.repeat(43))

    assert.equal((await browser.post('/sign-in', { ...credentials, email: 'other@example.com' })).status, 302)
    const old = httpBrowser(testApp.url)
    old.cookies.set('onair-session', first)
    assert.ok(!(await old.get('/')).text.includes(account.email))
    assert.ok((await browser.get('/')).text.includes('other@example.com'))
  })

  test('signing out deletes the session', async () => {
    await using testApp = await openTestApp()
    await testApp.sandbox('POST', '/people', account)
    const browser = httpBrowser(testApp.url)
    await browser.signIn(account.email, account.password)
    const copy = httpBrowser(testApp.url)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    assert.equal((await browser.post('/sign-out', {})).status, 302)
    assert.equal(browser.cookies.has('onair-session'), false)
    assert.ok(!(await copy.get('/')).text.includes(account.email))
  })

  test('a session expires after exactly 30 days, and is stored as a hash', async () => {
    await using testApp = await openTestApp()
    await testApp.sandbox('POST', '/people', account)
    const browser = httpBrowser(testApp.url)
    await browser.signIn(account.email, account.password)
    const [stored] = await testApp.deps.db.read.selectFrom('web_session').selectAll().execute()
    assert.equal(stored?.token_hash.length, 32)
    assert.ok(!stored.token_hash.includes(browser.cookies.get('onair-session') ?? ''))
    testApp.clock.advance(30 * 86_400_000 - 1)
    assert.ok((await browser.get('/')).text.includes(account.email))
    testApp.clock.advance(1)
    assert.ok(!(await browser.get('/')).text.includes(account.email))
  })

  test('redirects only to pages of this server', async () => {
    await using testApp = await openTestApp()
    await testApp.sandbox('POST', '/people', account)
    for (const back of ['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example']) {
      const browser = httpBrowser(testApp.url)
      const path = `/sign-in?${String(new URLSearchParams({ back }))}`
      await browser.get(path)
      assert.equal((await browser.post(path, credentials)).location, '/')
      assert.equal((await browser.get(path)).location, '/', 'signed in already')
      await browser.get('/')
      assert.equal((await browser.post(path.replace('in', 'out'), {})).location, '/')
    }
  })
})

describe('demo people', () => {
  test('are offered in the sandbox and not in production', async () => {
    await using testApp = await openTestApp()
    const { text } = await httpBrowser(testApp.url).get('/sign-in')
    assert.ok(text.includes('streamer@onair.test') && text.includes('class="sandbox"'))
    await using live = await openTestApp({ settings: { mode: 'production' } })
    const page = await httpBrowser(live.url).get('/sign-in')
    assert.equal(page.status, 200)
    assert.ok(!page.text.includes('onair.test') && !page.text.includes('class="sandbox"'))
  })
})
