import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import { httpBrowser, type HttpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { en } from '../locales/en.ts'

const redirectUri = 'https://bot.example.com/callback'

/** A signed-in person and an application. */
async function openConsentFixture(testApp: TestApp, app: object = {}, person: object = {}) {
  const account = await testApp.act('createPerson', {
    channelName: '방송인',
    email: 'me@example.com',
    ...person,
  })
  const client = await testApp.act('createApp', { name: 'bot', redirectUri, ...app })
  const browser = httpBrowser(testApp.url)
  await browser.signIn(account.email, account.password)
  const interlockPath = (overrides: Record<string, string>) =>
    `/account-interlock?${String(new URLSearchParams({ clientId: client.clientId, redirectUri, state: 'abc', ...overrides }))}`
  return { person: account, client, browser, path: interlockPath({}), pathWith: interlockPath }
}

async function approveConsent(browser: HttpBrowser, path: string): Promise<URL> {
  const { status, text } = await browser.get(path)
  assert.equal(status, 200)
  const shown = /name="shown" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const allowed = await browser.post(path, { decision: 'allow', shown })
  assert.equal(allowed.status, 302)
  return new URL(allowed.location ?? '')
}

function exchange(testApp: TestApp, client: { clientId: string; clientSecret: string }, code: string | null) {
  const { clientId, clientSecret } = client
  const json = { grantType: 'authorization_code', clientId, clientSecret, code, state: 'abc' }
  return testApp.call('POST', '/auth/v1/token', { json })
}

describe('asking', () => {
  test('names who registered the application, and where the permissions are withdrawn', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.act('createPerson', { channelName: '봇 개발자' })
    const { browser, path } = await openConsentFixture(testApp, { ownerChannelId: channelId })
    const { text } = await browser.get(path)
    assert.ok(text.includes(`${en.consent.maker} <bdi>봇 개발자</bdi>`))
    assert.ok(text.includes(`${en.consent.withdraw} <a href="/connections">`))
  })
})

describe('allowing', () => {
  // Gap 12.
  test('redirects with a code that can be exchanged, and with the state', async () => {
    await using testApp = await openTestApp()
    const { client, browser, path, person } = await openConsentFixture(testApp)
    const { origin, pathname, searchParams } = await approveConsent(browser, path)
    assert.equal(origin + pathname, redirectUri)
    assert.deepEqual([...searchParams.keys()], ['code', 'state'])
    assert.equal(searchParams.get('state'), 'abc')
    assert.match(searchParams.get('code') ?? '', /^[\w-]{43}$/)

    const { body } = await exchange(testApp, client, searchParams.get('code'))
    assert.equal(body.code, 200)
    const me = await testApp.call('GET', '/open/v1/users/me', { token: body.content.accessToken })
    assert.equal(me.body.content.channelId, person.channelId)
  })

  test('a code works once; a second use revokes the tokens of the first', async () => {
    await using testApp = await openTestApp()
    const { client, browser, path } = await openConsentFixture(testApp)
    const code = (await approveConsent(browser, path)).searchParams.get('code')
    const { body } = await exchange(testApp, client, code)
    assert.deepEqual((await exchange(testApp, client, code)).body, { code: 401, message: 'INVALID_TOKEN' })
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token: body.content.accessToken })).status, 401)
  })

  test('a code expires after 10 minutes', async () => {
    await using testApp = await openTestApp()
    const { client, browser, path } = await openConsentFixture(testApp)
    const first = (await approveConsent(browser, path)).searchParams.get('code')
    testApp.clock.advance(599_999)
    assert.equal((await exchange(testApp, client, first)).status, 200)
    const second = (await approveConsent(browser, path)).searchParams.get('code')
    testApp.clock.advance(600_000)
    assert.equal((await exchange(testApp, client, second)).body.message, 'INVALID_TOKEN')
  })

  test('another application cannot use the code, which stays valid for its own', async () => {
    await using testApp = await openTestApp()
    const { client, browser, path } = await openConsentFixture(testApp)
    const other = await testApp.act('createApp', { name: 'other', redirectUri })
    const code = (await approveConsent(browser, path)).searchParams.get('code')
    assert.equal((await exchange(testApp, other, code)).body.message, 'INVALID_TOKEN')
    assert.equal((await exchange(testApp, client, code)).status, 200)
  })
})

describe('denying', () => {
  test('redirects with access_denied and changes no grant', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentFixture(testApp)
    await browser.get(path)
    const denied = await browser.post(path, { decision: 'deny' })
    assert.equal(denied.status, 302)
    assert.equal(denied.location, `${redirectUri}?error=access_denied&state=abc`)
    assert.deepEqual(await testApp.deps.db.read.selectFrom('user_grant').selectAll().execute(), [])

    await approveConsent(browser, path)
    await browser.get(path)
    await browser.post(path, { decision: 'deny' })
    assert.equal((await testApp.deps.db.read.selectFrom('user_grant').selectAll().execute()).length, 1)
  })
})

const states = {
  'of 2,000 characters': 's'.repeat(2000),
  'with reserved characters': 'a b+c%20d&e=f#g?h/i;j"\'<>\\',
  'in Korean and with emoji': '상태 🎈',
  'with line breaks': 'a\nb\r\nc',
}
describe('redirect URI and state', () => {
  for (const [kind, state] of Object.entries(states))
    test(`returns a state ${kind} unchanged`, async () => {
      await using testApp = await openTestApp()
      const { browser, pathWith } = await openConsentFixture(testApp)
      assert.equal((await approveConsent(browser, pathWith({ state }))).searchParams.get('state'), state)
      await browser.get(pathWith({ state }))
      const { location } = await browser.post(pathWith({ state }), { decision: 'deny' })
      assert.equal(new URL(location ?? '').searchParams.get('state'), state)
    })

  for (const own of [`${redirectUri}?keep=%2f&x=a+b`, 'com.example.app://signed-in', 'http://[::1]:3000/?a'])
    test(`keeps the query of ${own} byte for byte`, async () => {
      await using testApp = await openTestApp()
      const { browser, pathWith } = await openConsentFixture(testApp, { redirectUri: own })
      await browser.get(pathWith({ redirectUri: own }))
      const { location } = await browser.post(pathWith({ redirectUri: own }), { decision: 'deny' })
      assert.equal(location, `${own}${own.includes('?') ? '&' : '?'}error=access_denied&state=abc`)
    })

  test('percent-encodes a redirect URI that a header cannot contain', async () => {
    await using testApp = await openTestApp()
    const korean = 'https://bot.example.com/콜백'
    const { browser, pathWith } = await openConsentFixture(testApp, { redirectUri: korean })
    await browser.get(pathWith({ redirectUri: korean }))
    const { location } = await browser.post(pathWith({ redirectUri: korean }), { decision: 'deny' })
    assert.equal(location, `${new URL(korean).href}?error=access_denied&state=abc`)
  })

  const otherRedirectUris = [
    'https://bot.example.com/callback/',
    'https://bot.example.com/call',
    'https://bot.example.com/callback/../evil',
    'https://bot.example.com/callback?x=1',
    'https://bot.example.com/callback#x',
    'https://bot.example.com/Callback',
    'http://bot.example.com/callback',
    'https://bot.example.com:443/callback',
    'https://BOT.example.com/callback',
    'https://bot.example.com.evil.example/callback',
    'https://evil.example/?https://bot.example.com/callback',
    'https://bot.example.com@evil.example/callback',
    ' https://bot.example.com/callback',
    'javascript:alert(1)',
  ]
  test('shows a page, and never redirects, when the redirect URI is not the registered one', async () => {
    await using testApp = await openTestApp()
    const { browser, path, pathWith } = await openConsentFixture(testApp)
    await browser.get(path)
    for (const redirectUri of otherRedirectUris)
      for (const response of [
        await browser.get(pathWith({ redirectUri })),
        await browser.post(pathWith({ redirectUri }), { decision: 'allow' }),
        await browser.post(pathWith({ redirectUri }), { decision: 'deny' }),
      ]) {
        assert.deepEqual([response.status, response.location], [400, null], redirectUri)
        assert.ok(!/(href|action)="(?!\/)/.test(response.text), 'the page links to this server only')
      }
  })

  test('shows a page for an unknown application and for a missing, repeated or malformed parameter', async () => {
    await using testApp = await openTestApp()
    const { client, browser, path, pathWith } = await openConsentFixture(testApp)
    const invalid = [
      pathWith({ clientId: 'unknown' }),
      pathWith({ clientId: client.clientId.toUpperCase() + 'X' }),
      pathWith({ state: '' }),
      pathWith({ state: 's'.repeat(2001) }),
      pathWith({ state: 'a\0b' }),
      pathWith({ clientId: 'a\0b' }),
      path.replace('state=abc', 'state=%FF'),
      path.replace('&state=abc', ''),
      `${path}&state=abc`,
      `${path}&redirectUri=https://evil.example`,
      '/account-interlock',
    ]
    for (const invalidPath of invalid) {
      const { status, location, headers } = await browser.get(invalidPath)
      assert.deepEqual(
        [status, location, headers.get('content-type')],
        [400, null, 'text/html; charset=utf-8'],
        invalidPath,
      )
    }
  })
})

describe('signing in', () => {
  test('redirects a guest to sign in or sign up, and back', async () => {
    await using testApp = await openTestApp()
    const { person, path } = await openConsentFixture(testApp)
    const browser = httpBrowser(testApp.url)
    const { status, location } = await browser.get(path)
    assert.deepEqual([status, new URL(location ?? '', testApp.url).pathname], [302, '/sign-in'])
    const { text } = await browser.get(location ?? '')
    assert.ok(text.includes(`/sign-up?${String(new URLSearchParams({ back: path })).replaceAll('&', '&amp;')}`))
    const { email, password } = person
    assert.equal((await browser.post(location ?? '', { email, password })).location, path)

    const newcomer = httpBrowser(testApp.url)
    const signUp = `/sign-up?${String(new URLSearchParams({ back: path }))}`
    await newcomer.get(signUp)
    const form = { channelName: '새사람', email: 'new@example.com', password: 'long enough' }
    assert.equal((await newcomer.post(signUp, form)).location, path)
    assert.ok((await newcomer.get(path)).text.includes('새사람'))
  })

  test('signing out to use another account returns to the request', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentFixture(testApp)
    const { text } = await browser.get(path)
    const action = /action="(\/sign-out[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const { status, location } = await browser.post(action, {})
    assert.deepEqual([status, location], [302, path])
    assert.match((await browser.get(path)).location ?? '', /^\/sign-in\?back=/)
  })
})

describe('consent page', () => {
  test('lists scopes that read and scopes that write separately, and marks the stream key as risky', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentFixture(testApp, {
      scopes: ['방송 스트림키 조회', '채팅 메시지 쓰기', '유저 정보 조회'],
    })
    const { text } = await browser.get(path)
    const [reading = '', changing = ''] = text.split('<h2>Change (1)</h2>')
    assert.ok(reading.includes('<h2>Read (2)</h2>') && reading.includes('See the name and ID of your channel'))
    assert.match(reading, /class="risky"[\s\S]*Read your stream key[\s\S]*Risky[\s\S]*Anyone with this key/)
    assert.ok(changing.includes('Send chat messages in your name'))
    assert.ok(!text.includes('Receive donations'), 'a scope that is not requested')
    assert.ok(text.includes('3 permissions: 2 to read, 1 to change'))
  })

  test('says that an application without scopes wants to connect the account only', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentFixture(testApp, { scopes: [] })
    const { text } = await browser.get(path)
    assert.ok(text.includes(en.consent.asksNothing) && !text.includes(en.consent.asks))
  })

  test('shows only new scopes as new; allowing adds them to the granted ones', async () => {
    await using testApp = await openTestApp()
    const { client, person, browser, path } = await openConsentFixture(testApp, {
      scopes: ['유저 정보 조회', '후원 조회'],
    })
    const { clientId } = client
    const { channelId } = person
    await testApp.act('createGrant', { clientId, channelId, scopes: ['유저 정보 조회'] })
    const { text } = await browser.get(path)
    const [fresh = '', before = ''] = text.split('<details>')
    assert.ok(fresh.includes('Receive donations') && !fresh.includes('See the name and ID'))
    assert.ok(before.includes(en.consent.granted(1)) && before.includes('See the name and ID'))

    const code = (await approveConsent(browser, path)).searchParams.get('code')
    const { body } = await exchange(testApp, client, code)
    assert.deepEqual(body.content.scopes, ['유저 정보 조회', '후원 조회'])
  })

  test('asks even if there is no new scope', async () => {
    await using testApp = await openTestApp()
    const { client, person, browser, path } = await openConsentFixture(testApp)
    await testApp.act('createGrant', { clientId: client.clientId, channelId: person.channelId })
    const { status, text } = await browser.get(path)
    assert.equal(status, 200)
    assert.ok(text.includes(en.consent.asksAgain) && !text.includes(`<h2>${en.consent.reads}</h2>`))
  })

  test('does not grant scopes that the person has not seen, and asks again', async () => {
    await using testApp = await openTestApp()
    const { client, browser, path } = await openConsentFixture(testApp, { scopes: ['유저 정보 조회'] })
    const shown = /name="shown" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? ''
    await testApp.deps.db.read
      .insertInto('app_scope')
      .values({ client_id: client.clientId, scope: '방송 스트림키 조회', position: 1 })
      .execute()
    const response = await browser.post(path, { decision: 'allow', shown })
    assert.equal(response.status, 200)
    assert.ok(response.text.includes('Read your stream key'))
    assert.deepEqual(await testApp.deps.db.read.selectFrom('user_grant').selectAll().execute(), [])
  })

  test('escapes HTML in names and states', async () => {
    await using testApp = await openTestApp()
    const attack = '"><img src=x>'
    const { browser, pathWith } = await openConsentFixture(
      testApp,
      { name: `a${attack}` },
      { channelName: `b${attack}` },
    )
    const { text } = await browser.get(pathWith({ state: `c${attack}` }))
    assert.ok(!text.includes('<img'))
    assert.ok(text.includes('a&quot;&gt;&lt;img src=x&gt;') && text.includes('b&quot;&gt;&lt;img src=x&gt;'))
  })

  test('the buttons to allow and to deny look the same', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentFixture(testApp)
    const classes = [...(await browser.get(path)).text.matchAll(/<button class="(\w+)" name="decision"/g)].map(
      ([, c]) => c,
    )
    assert.deepEqual(classes, ['quiet', 'quiet'])
  })

  test('is in Korean when the browser prefers Korean', async () => {
    await using testApp = await openTestApp()
    const { browser, path } = await openConsentFixture(testApp)
    const { text } = await browser.get(path, { headers: { 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.5' } })
    assert.ok(text.includes('<html lang="ko"') && text.includes('방송 스트림키 보기') && text.includes('허용'))
  })
})
