import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
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

/** Signs up by the provider. Returns the email address of the form, and whether the account has it as verified. */
async function signUp(testApp: Pick<TestApp, 'url'>, provider: RecordedProvider) {
  const { browser, answer } = await start(testApp, provider)
  const { location } = await answer()
  assert.equal(location, '/sign-up/with-provider')
  const email = /name="email"[^>]*value="([^"]*)"/.exec((await browser.get(location)).text)?.[1] ?? ''
  const created = await browser.post(location, { channelName: '새 방송인', email: email || 'typed@example.com' })
  assert.equal(created.status, 302)
  const { emailVerified } = (await browser.callConsole('GET', '/account')).body.content
  return { email, emailVerified }
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
    assert.deepEqual(await signUp(testApp, naver), { email: 'openapi@naver.com', emailVerified: false })
    const { form } = naver.requests.get('/oauth2.0/token') ?? {}
    assert.deepEqual(
      ['grant_type', 'code', 'client_id', 'client_secret'].map((name) => form?.get(name)),
      ['authorization_code', 'the code', naver.settings.clientId, naver.settings.clientSecret],
    )
    assert.ok(form?.get('state'))
    assert.match(naver.requests.get('/v1/nid/me')?.headers.authorization ?? '', /^bearer AAAAQosj/i)
    assert.equal(await signsInAgain(testApp, naver), true)
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
    assert.deepEqual(await signUp(testApp, kakao), { email: 'jordy@kakao.com', emailVerified: true })
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
    assert.deepEqual(await signUp(testApp, kakao), { email: '', emailVerified: false })
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
    assert.deepEqual(await signUp(testApp, line), { email: 'taro.line@example.com', emailVerified: false })
    const { form } = line.requests.get('/oauth2/v2.1/token') ?? {}
    assert.equal(form?.get('client_secret'), line.settings.clientSecret)
    assert.ok(form?.get('code_verifier'))
    assert.equal(await signsInAgain(testApp, line), true)
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
