import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'

const account = { channelName: '방송인', email: 'me@example.com', password: 'correct horse' }

const readCsrfToken = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

async function openConsentPage(testApp: TestApp, redirectUri: string) {
  const person = await testApp.act('createPerson', account)
  const { clientId } = await testApp.act('createApp', { name: 'bot', redirectUri })
  const browser = httpBrowser(testApp.url)
  await browser.signIn(person.email, person.password)
  const path = `/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state: 's' }))}`
  await browser.get(path)
  return { browser, path }
}

describe('headers', () => {
  test('every page forbids caching, framing and scripts, except our own for the search and beside a password', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentPage(testApp, 'https://bot.example.com/callback')
    const withSearch = [await browser.get('/'), await browser.get('/nowhere', { headers: { accept: 'text/html' } })]
    const withPassword = [
      await httpBrowser(testApp.url).get('/sign-in'),
      await httpBrowser(testApp.url).get('/sign-up'),
    ]
    const pages = [
      ...withSearch,
      await browser.get(path),
      await browser.get('/account-interlock'),
      ...withPassword,
      await httpBrowser(testApp.url).post('/sign-in', {}),
    ]
    for (const page of pages) {
      const { headers } = page
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      // An application that opens the page in a popup keeps its window.
      assert.equal(headers.get('cross-origin-opener-policy'), null)
      assert.match(headers.get('permissions-policy') ?? '', /\bcamera=\(\), .*\bmicrophone=\(\)/)
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
        assert.ok(policy.includes(rule), rule)
      const [scripts = null] = /script-src [^;]*/.exec(policy) ?? []
      assert.equal(scripts, [...withSearch, ...withPassword].includes(page) ? "script-src 'self'" : null)
      assert.ok(!policy.includes('unsafe'))
    }
    const { headers } = await browser.post(path, { decision: 'deny' })
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  test('form-action allows only this server, except on the consent page, which leads to applications', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentPage(testApp, 'https://bot.example.com/callback')
    const policyOf = async (at: string) => (await browser.get(at)).headers.get('content-security-policy') ?? ''
    assert.doesNotMatch(await policyOf(path), /form-action/)
    assert.match(await policyOf('/'), /form-action 'self';/)
  })
})

describe('CSRF', () => {
  test('rejects a form without the CSRF token of this browser', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentPage(testApp, 'https://bot.example.com/callback')
    const guest = httpBrowser(testApp.url)
    const { text: othersForm } = await guest.get('/sign-in')
    const other = httpBrowser(testApp.url)
    const { email, password } = await testApp.act('createPerson', { channelName: '다른 사람' })
    await other.signIn(email, password)
    const { text: othersPage } = await other.get(path)
    const { text } = await browser.get(path)
    assert.notEqual(readCsrfToken(othersPage), '')
    const shown = /name="shown" value="([^"]+)"/.exec(text)?.[1] ?? ''

    for (const csrf of ['', 'x', readCsrfToken(othersForm), readCsrfToken(othersPage), readCsrfToken(text).slice(1)]) {
      const response = await browser.post(path, { csrf, decision: 'allow', shown })
      assert.deepEqual([response.status, response.location], [403, null])
      assert.equal((await browser.post('/sign-out', { csrf })).status, 403)
    }
    assert.equal((await browser.post(path, {}, { form: `decision=allow&shown=${shown}` })).status, 403)
    assert.deepEqual(await testApp.deps.db.read.selectFrom('user_grant').selectAll().execute(), [])
    assert.ok((await browser.get('/')).text.includes(account.channelName), 'still signed in')
  })

  test('rejects a sign-in or sign-up form shown in another browser', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const attacker = httpBrowser(testApp.url)
    const { text } = await attacker.get('/sign-in')
    const csrf = readCsrfToken(text)
    const victim = httpBrowser(testApp.url)
    const form = { csrf, ...account }
    assert.equal((await victim.post('/sign-in', form)).status, 403, 'without a cookie')
    await victim.get('/sign-in')
    assert.equal((await victim.post('/sign-in', form)).status, 403, 'with another cookie')
    assert.equal((await victim.post('/sign-up', { ...form, email: 'new@example.com' })).status, 403)
    assert.equal(victim.cookies.has('onair-session'), false)
  })

  const crossSiteHeaders = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of crossSiteHeaders)
    test(`rejects a form with the right token and the headers ${JSON.stringify(headers)}`, async () => {
      await using testApp = await openTestApp()
      const { browser, path } = await openConsentPage(testApp, 'https://bot.example.com/callback')
      const response = await browser.post(path, { decision: 'deny' }, { headers })
      assert.deepEqual([response.status, response.location], [403, null])
    })

  test('accepts a form from a page with the policy no-referrer', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentPage(testApp, 'https://bot.example.com/callback')
    for (const headers of [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, { origin: testApp.url }, {}])
      assert.equal((await browser.post(path, { decision: 'deny' }, { headers })).status, 302)
  })
})

describe('cookies and language', () => {
  test('cookies are HttpOnly and SameSite, and __Host- and Secure with HTTPS', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', account)
    const browser = httpBrowser(testApp.url)
    const visit = await browser.get('/sign-in')
    const signedIn = await browser.post('/sign-in', { email: account.email, password: account.password })
    const plain = [...visit.headers.getSetCookie(), ...signedIn.headers.getSetCookie()]
    assert.equal(plain.length, 3)
    for (const cookie of plain)
      assert.match(
        cookie,
        /^onair-\w+=([\w-]{43}|[\w-]{54}|[\w-]{22}\.[\w-]{22}); Path=\/; HttpOnly; SameSite=Lax(; Max-Age=(2592000|15552000))?$/,
      )

    await using live = await openTestApp({ settings: { authUrl: 'https://onair.example', trustProxy: true } })
    const { headers } = await httpBrowser(live.url).get('/sign-in?lang=ko', {
      headers: { host: 'onair.example' },
    })
    const secure = headers.getSetCookie()
    assert.equal(secure.length, 2)
    for (const cookie of secure)
      assert.match(cookie, /^__Host-onair-\w+=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure/)
  })

  test('uses the language and the theme of the browser until the person chooses others', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url, 'ko-KR,ko;q=0.9')
    assert.ok((await browser.get('/sign-in')).text.includes('<html lang="ko"'))
    const { text } = await browser.get('/sign-in?back=%2Faccount-interlock%3Fstate%3Da%2526b')
    const link = /hreflang="en"\s+href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.equal(new URL(link, testApp.url).searchParams.get('back'), '/account-interlock?state=a%26b')
    assert.ok((await browser.get(link)).text.includes('<html lang="en"'))
    assert.ok((await browser.get('/sign-up')).text.includes('<html lang="en"'), 'the choice is stored')
    assert.ok((await browser.get('/sign-up?lang=xx')).text.includes('<html lang="en"'))

    assert.ok(text.includes('data-theme="auto"'))
    assert.ok((await browser.get('/sign-in?theme=dark')).text.includes('data-theme="dark"'))
    for (const path of ['/sign-up', '/watch', '/sign-up?theme=none'])
      assert.ok((await browser.get(path)).text.includes('data-theme="dark"'), `${path}: the theme is stored`)
  })
})

describe('requests', () => {
  test('shows a page for a body over 64 KiB', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const { status, text } = await browser.post('/sign-in', { email: 'a'.repeat(70_000) })
    assert.equal(status, 413)
    assert.ok(text.includes('too long'))
  })

  test('pages and API respond only at their own addresses', async () => {
    await using testApp = await openTestApp({ settings: { authUrl: 'https://onair.example', trustProxy: true } })
    const browser = httpBrowser(testApp.url)
    const pageHost = { headers: { host: 'onair.example' } }
    const statusFrom = async (path: string, sent = {}) => (await browser.get(path, sent)).status
    for (const path of ['/', '/sign-in', '/account-interlock']) assert.equal(await statusFrom(path), 404, path)
    assert.equal(await statusFrom('/sign-in', pageHost), 200)
    assert.equal(await statusFrom('/account-interlock', pageHost), 400)
    for (const path of ['/open/v1/users/me', '/auth/v1/token'])
      assert.equal(await statusFrom(path, pageHost), 404, path)
    assert.equal(await statusFrom('/open/v1/users/me'), 401)
    assert.equal(await statusFrom('/sign-in', { headers: { 'x-forwarded-host': 'onair.example' } }), 404)
  })
})
