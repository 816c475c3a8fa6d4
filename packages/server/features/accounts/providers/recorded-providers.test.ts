import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import { httpBrowser, type HttpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import {
  openKakao,
  openLine,
  openNaver,
  type RecordedProvider,
} from '../../../../../tests/support/programs/recorded-providers.ts'

const openSite = ({ settings }: RecordedProvider) => openTestApp({ settings: { signInProviders: [settings] } })

/** Goes to the provider. Returns what comes back from it. */
async function start({ url }: Pick<TestApp, 'url'>, provider: RecordedProvider) {
  const { id } = provider.settings
  const browser = httpBrowser(url)
  await browser.get('/sign-in')
  const { location } = await browser.post(`/sign-in/with/${id}`, {})
  const authorization = new URL(location ?? '')
  const { searchParams: sent } = authorization
  provider.nonce = sent.get('nonce') ?? ''
  const answer = new URLSearchParams({ code: 'the code', state: sent.get('state') ?? '' })
  return { browser, authorization, sent, answer: () => browser.get(`/sign-in/with/${id}/callback?${String(answer)}`) }
}

const startConfirmation = (browser: HttpBrowser, { settings }: RecordedProvider) =>
  browser.callConsole('POST', `/account/provider-check/${settings.id}`, {})

/** Signs up, and then confirms with these claims. Returns the status of the answer. */
async function confirm(testApp: Pick<TestApp, 'url'>, provider: RecordedProvider, claims: Record<string, unknown>) {
  const { browser } = await signUp(testApp, provider)
  const { body } = await startConfirmation(browser, provider)
  const { searchParams: sent } = new URL(body.content.url)
  assert.equal(sent.get('max_age'), '0')
  provider.nonce = sent.get('nonce') ?? ''
  provider.claims = claims
  const answer = new URLSearchParams({ code: 'the code', state: sent.get('state') ?? '' })
  return (await browser.get(`/sign-in/with/${provider.settings.id}/callback?${String(answer)}`)).status
}

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

/** Signs up by the provider. Returns the browser, the email address of the form, and whether the account has it as verified. */
async function signUp(testApp: Pick<TestApp, 'url'>, provider: RecordedProvider) {
  const { browser, answer } = await start(testApp, provider)
  const { location } = await answer()
  assert.equal(location, '/sign-up/with-provider')
  const email = /name="email"[^>]*value="([^"]*)"/.exec((await browser.get(location)).text)?.[1] ?? ''
  const created = await browser.post(location, { channelName: '새 방송인', email: email || 'typed@example.com' })
  assert.equal(created.status, 302)
  const { emailVerified } = (await browser.callConsole('GET', '/account')).body.content
  return { browser, email, emailVerified }
}

async function signsInAgain(testApp: Pick<TestApp, 'url'>, provider: RecordedProvider): Promise<boolean> {
  const { browser, answer } = await start(testApp, provider)
  return (await answer()).location === '/' && (await browser.callConsole('GET', '/me')).status === 200
}

describe('Naver', () => {
  test('signs up and in by the profile of the access token, with an address that is not verified', async () => {
    await using naver = await openNaver()
    await using testApp = await openSite(naver)
    const { authorization, sent } = await start(testApp, naver)
    assert.equal(authorization.pathname, '/oauth2.0/authorize')
    assert.deepEqual([...sent.keys()].toSorted(), ['client_id', 'redirect_uri', 'response_type', 'state'])
    assert.equal(sent.get('redirect_uri'), `${testApp.url}/sign-in/with/naver/callback`)
    const { email, emailVerified } = await signUp(testApp, naver)
    assert.deepEqual([email, emailVerified], ['openapi@naver.com', false])
    const { form } = naver.requests.get('/oauth2.0/token') ?? {}
    assert.deepEqual(
      ['grant_type', 'code', 'client_id', 'client_secret'].map((name) => form?.get(name)),
      ['authorization_code', 'the code', naver.settings.clientId, naver.settings.clientSecret],
    )
    assert.ok(form?.get('state'))
    assert.match(naver.requests.get('/v1/nid/me')?.headers.authorization ?? '', /^bearer AAAAQosj/i)
    assert.equal(await signsInAgain(testApp, naver), true)
  })

  test('confirms nothing: it has no proof of a sign-in', async () => {
    await using naver = await openNaver()
    await using testApp = await openSite(naver)
    const { browser } = await signUp(testApp, naver)
    const { providers } = (await browser.callConsole('GET', '/account')).body.content
    assert.equal(providers[0].canConfirm, false)
    const { status, body } = await startConfirmation(browser, naver)
    assert.deepEqual([status, body.reason?.code], [400, 'PROVIDER_CANNOT_CONFIRM'])
  })

  for (const [title, path, body, status] of [
    [
      'an error of the token',
      '/oauth2.0/token',
      { error: 'invalid_request', error_description: 'no valid data in session' },
      403,
    ],
    ['a profile without an id', '/v1/nid/me', { resultcode: '00', message: 'success', response: {} }, 403],
    ['a refused access token', '/v1/nid/me', { resultcode: '024', message: 'Authentication failed' }, 403],
  ] as const)
    test(`refuses ${title}`, async () => {
      await using naver = await openNaver()
      await using testApp = await openSite(naver)
      naver.answers.set(path, { body })
      assert.equal((await (await start(testApp, naver)).answer()).status, status)
    })
})

describe('Kakao', () => {
  test('signs up and in by OpenID Connect, with the address that the user info calls verified', async () => {
    await using kakao = await openKakao()
    await using testApp = await openSite(kakao)
    const { sent } = await start(testApp, kakao)
    assert.deepEqual([sent.get('scope'), sent.get('code_challenge_method')], ['openid account_email', 'S256'])
    const { email, emailVerified } = await signUp(testApp, kakao)
    assert.deepEqual([email, emailVerified], ['jordy@kakao.com', true])
    const { form } = kakao.requests.get('/oauth/token') ?? {}
    assert.equal(form?.get('client_secret'), kakao.settings.clientSecret)
    assert.ok(form?.get('code_verifier'))
    assert.equal(await signsInAgain(testApp, kakao), true)
  })

  test('signs up without an address, for which the person has not consented', async () => {
    await using kakao = await openKakao()
    await using testApp = await openSite(kakao)
    kakao.claims = { email: undefined }
    kakao.answers.set('/v1/oidc/userinfo', { body: { sub: '166959' } })
    const { email, emailVerified } = await signUp(testApp, kakao)
    assert.deepEqual([email, emailVerified], ['', false])
  })

  for (const [title, claims] of [
    ['of another client', { aud: 'other' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of another check', { nonce: 'other' }],
    ['that has expired', { iat: 1, exp: 2 }],
  ] as const)
    test(`refuses an ID token ${title}`, async () => {
      await using kakao = await openKakao()
      await using testApp = await openSite(kakao)
      kakao.claims = claims
      assert.equal((await (await start(testApp, kakao)).answer()).status, 403)
    })

  for (const [title, claims, status] of [
    ['confirms by a sign-in of the last 10 minutes', { auth_time: secondsAgo(60) }, 200],
    ['refuses to confirm by an earlier sign-in', { auth_time: secondsAgo(700) }, 403],
    ['refuses to confirm without the time of the sign-in', { auth_time: undefined }, 403],
  ] as const)
    test(title, async () => {
      await using kakao = await openKakao()
      await using testApp = await openSite(kakao)
      assert.equal(await confirm(testApp, kakao, claims), status)
    })

  test('reads no answer of more than a megabyte', async () => {
    await using kakao = await openKakao()
    await using testApp = await openSite(kakao)
    kakao.answers.set('/v1/oidc/userinfo', { body: { sub: '166959', picture: 'x'.repeat(1_000_000) } })
    assert.equal((await (await start(testApp, kakao)).answer()).status, 503)
  })

  test('refuses user info about another person', async () => {
    await using kakao = await openKakao()
    await using testApp = await openSite(kakao)
    kakao.answers.set('/v1/oidc/userinfo', {
      body: { sub: 'other', email: 'victim@example.com', email_verified: true },
    })
    assert.equal((await (await start(testApp, kakao)).answer()).status, 403)
  })
})

describe('LINE', () => {
  test('signs up and in by ID tokens that the secret of the channel signs', async () => {
    await using line = await openLine()
    await using testApp = await openSite(line)
    const { email, emailVerified } = await signUp(testApp, line)
    assert.deepEqual([email, emailVerified], ['taro.line@example.com', false])
    const { form } = line.requests.get('/oauth2/v2.1/token') ?? {}
    assert.equal(form?.get('client_secret'), line.settings.clientSecret)
    assert.ok(form?.get('code_verifier'))
    assert.equal(await signsInAgain(testApp, line), true)
  })

  for (const [title, claims, status] of [
    ['confirms by a sign-in of the last 10 minutes', { auth_time: secondsAgo(60) }, 200],
    ['refuses to confirm without the time, which it leaves out where no `max_age` was sent', {}, 403],
  ] as const)
    test(title, async () => {
      await using line = await openLine()
      await using testApp = await openSite(line)
      assert.equal(await confirm(testApp, line, claims), status)
    })

  test('refuses an ID token of another signature, and one of another check', async () => {
    await using line = await openLine()
    await using testApp = await openTestApp({
      settings: { signInProviders: [{ ...line.settings, clientSecret: 'another secret' }] },
    })
    assert.equal((await (await start(testApp, line)).answer()).status, 403)
    await using same = await openSite(line)
    line.claims = { nonce: 'other' }
    assert.equal((await (await start(same, line)).answer()).status, 403)
  })
})
