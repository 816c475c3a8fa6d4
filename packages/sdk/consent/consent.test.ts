import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { user } from '@onair/contract'
import { openConsentFixture } from '../../../tests/support/apps/consent-fixture.ts'
import { createClient, type Tokens } from '../http.ts'
import { createConsent } from './consent.ts'
import { requestConsent } from './loopback.ts'
import { browserCommand } from './open-browser.ts'

async function loadChannelId(baseUrl: string, { accessToken }: Tokens): Promise<string> {
  return (await createClient({ baseUrl, credentials: { accessToken } })(user.getMe)).channelId
}

const fetchStatus = async (url: string) => (await fetch(url)).status

describe('requestConsent', () => {
  test('opens the page, and returns the tokens of the redirect; other requests do not end the wait', async () => {
    await using fixture = await openConsentFixture('/callback?own=1')
    const { promise: shownUrl, resolve: openUrl } = Promise.withResolvers<string>()
    const consent = requestConsent({ ...fixture.options, openUrl })
    const url = await shownUrl
    const { redirectUri } = fixture.options
    assert.equal(await fetchStatus(`${redirectUri}&code=stolen&state=guessed`), 400)
    assert.equal(await fetchStatus(`${redirectUri}&error=access_denied&state=guessed`), 400)
    assert.equal(await fetchStatus(new URL('/favicon.ico', redirectUri).href), 404)
    const page = await fetch(await fixture.decide(url, 'allow'))
    assert.match(await page.text(), /The program has access now/)
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(await loadChannelId(fixture.url, await consent), fixture.account.channelId)
    await assert.rejects(fetch(redirectUri), TypeError, 'the port is free again')
  })

  test('throws if the user denies, if nobody answers, and when it is stopped', async () => {
    await using fixture = await openConsentFixture()
    const { promise: shownUrl, resolve: openUrl } = Promise.withResolvers<string>()
    const denied = assert.rejects(requestConsent({ ...fixture.options, openUrl }), { code: 'DENIED' })
    assert.equal(await fetchStatus(await fixture.decide(await shownUrl, 'deny')), 400)
    await denied
    const silent = requestConsent({ ...fixture.options, openUrl: () => {}, timeoutMs: 1 })
    await assert.rejects(silent, { name: 'ConsentError', code: 'TIMEOUT' })
    const stopping = new AbortController()
    const stopped = requestConsent({
      ...fixture.options,
      openUrl: () => stopping.abort(new Error('stopped')),
      signal: stopping.signal,
    })
    await assert.rejects(stopped, { message: 'stopped' })
  })

  test('throws if the port is in use, and for a redirect URI of another machine', async () => {
    await using fixture = await openConsentFixture()
    const { redirectUri } = fixture.options
    const server = createServer().listen(Number(new URL(redirectUri).port), '127.0.0.1')
    await once(server, 'listening')
    await assert.rejects(requestConsent(fixture.options), { code: 'EADDRINUSE' })
    server.close()
    for (const elsewhere of ['https://bot.example.com/callback', 'http://127.0.0.1.example.com/callback'])
      await assert.rejects(requestConsent({ ...fixture.options, redirectUri: elsewhere }), TypeError)
  })
})

describe('createConsent', () => {
  test('exchanges the code of a redirect for tokens, in any process', async () => {
    await using fixture = await openConsentFixture()
    const { url, cookie } = createConsent(fixture.options).begin()
    const redirect = await fixture.decide(url, 'allow')
    const { pathname, search } = new URL(redirect)
    const header = `theme=dark; ${cookie.split(';')[0]}`
    const tokens = await createConsent(fixture.options).finish({ url: pathname + search, cookie: header })
    assert.equal(await loadChannelId(fixture.url, tokens), fixture.account.channelId)
  })

  test('rejects a redirect of another browser, a denial, and a redirect without a code', async () => {
    await using fixture = await openConsentFixture()
    const consent = createConsent(fixture.options)
    const { url, cookie } = consent.begin()
    const redirect = await fixture.decide(url, 'allow')
    for (const other of [undefined, '', consent.begin().cookie])
      await assert.rejects(consent.finish({ url: redirect, cookie: other }), { code: 'STATE_MISMATCH' })
    const denial = await fixture.decide(url, 'deny')
    await assert.rejects(consent.finish({ url: denial, cookie }), { code: 'DENIED' })
    const state = new URL(url).searchParams.get('state')
    await assert.rejects(consent.finish({ url: `/callback?state=${state}`, cookie }), { code: 'NO_CODE' })
  })

  test('the cookie is out of reach of scripts, and secure where the application is', () => {
    const options = { baseUrl: 'https://api.example.com', clientId: 'a', clientSecret: 'b' }
    const cookieOf = (redirectUri: string) => createConsent({ ...options, redirectUri }).begin().cookie
    assert.match(
      cookieOf('http://127.0.0.1:8080/callback'),
      /^onair-consent-state=[0-9a-f]{64}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    assert.match(cookieOf('https://bot.example.com/callback'), /; Secure$/)
  })

  test('asks at the address for sign-in', () => {
    const redirectUri = 'https://bot.example.com/callback'
    const addresses = { baseUrl: 'https://api.example.com', authUrl: 'https://example.com/' }
    const { url } = createConsent({ ...addresses, clientId: 'a', clientSecret: 'b', redirectUri }).begin()
    assert.match(url, /^https:\/\/example\.com\/account-interlock\?clientId=a&redirectUri=https%3A%2F%2Fbot/)
  })
})

test('a browser is opened only where there is a screen', () => {
  assert.deepEqual(browserCommand('linux', {}), [])
  assert.deepEqual(browserCommand('linux', { DISPLAY: ':0' }), ['xdg-open'])
  assert.deepEqual(browserCommand('darwin', {}), ['open'])
})
