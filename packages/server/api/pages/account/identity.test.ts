import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { silentLog, type Log } from '../../../infra/observability/log.ts'
import {
  openIdentityTestApp,
  createSigningKey,
  type SignedInPerson,
  type IdentityTestApp,
} from '../../../../../tests/support/apps/identity-test-app.ts'
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts'
import type { PageResponse } from '../../../../../tests/support/clients/http-browser.ts'
import { openForm, signOut } from '../../../../../tests/support/clients/page-forms.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { en } from '../locales/en.ts'
import { ko } from '../locales/ko.ts'
import { unverifyIdentity } from '../../../features/accounts/identity/unverify-identity.ts'

const isVerified = async (person: SignedInPerson): Promise<boolean> =>
  (await person.callConsole('GET', '/me')).body.content.identityVerified
const listVerifiedAccounts = ({ deps }: IdentityTestApp) =>
  deps.db.read.selectFrom('verified_identity').selectAll().execute()
const countStatus = (responses: PageResponse[], expected: number) =>
  responses.filter(({ status }) => status === expected).length
const readTitle = ({ text }: PageResponse) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]

/** Asserts an error page, and that the person is not verified. */
async function expectRefusedPage(
  testApp: IdentityTestApp,
  person: SignedInPerson,
  response: PageResponse,
  status: number,
  title: string,
) {
  assert.deepEqual([response.status, readTitle(response), response.location], [status, title, null])
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(await isVerified(person), false)
  assert.deepEqual(await listVerifiedAccounts(testApp), [])
}
const titles = {
  unexpectedResponse: en.identityErrors.unexpected_response.title,
  unverified: en.identityErrors.unverified.title,
  unavailable: en.identityErrors.unavailable.title,
  denied: en.identityErrors.denied.title,
}

describe('verification', () => {
  // Gap 57.
  test('allows chat in a channel with REAL_NAME only after verification', async () => {
    await using testApp = await openIdentityTestApp()
    const { channelId, token } = await testApp.createFixture()
    const json = { chatAvailableCondition: 'REAL_NAME' }
    assert.equal((await testApp.call('PUT', '/open/v1/chats/settings', { token, json })).status, 200)
    const guest = await testApp.createSignedInPerson()
    const sendChat = async () =>
      (await guest.callConsole('POST', `/channels/${channelId}/chat`, { message: '안녕하세요' })).status

    assert.equal(await sendChat(), 403)
    assert.ok((await guest.get('/')).text.includes('href="/verify-identity"'))
    const account = (await guest.callConsole('GET', '/account')).body.content
    assert.deepEqual([account.identityVerified, account.canVerifyIdentity], [false, true])
    const back = await guest.get(await guest.verifyAs('alice'))
    assert.deepEqual([back.status, back.location], [302, '/verify-identity'])
    assert.ok((await guest.get('/verify-identity')).text.includes(en.identity.done))
    assert.equal(await isVerified(guest), true)
    assert.equal(await sendChat(), 200)
    assert.ok(!(await guest.get('/')).text.includes('href="/verify-identity"'))
  })

  // Gap 57.
  test('a person can verify another account only after an operator removes the verification', async () => {
    await using testApp = await openIdentityTestApp()
    const [wrong, right] = [await testApp.createSignedInPerson(), await testApp.createSignedInPerson()]
    await wrong.get(await wrong.verifyAs('alice'))
    await right.get(await right.verifyAs('alice'))
    assert.deepEqual([await isVerified(wrong), await isVerified(right)], [true, false])

    await unverifyIdentity(wrong.channelId, testApp.deps)
    assert.equal(await isVerified(wrong), false)
    await right.get(await right.verifyAs('alice'))
    assert.deepEqual([await isVerified(wrong), await isVerified(right)], [false, true])
    await wrong.get(await wrong.verifyAs('bob'))
    assert.equal(await isVerified(wrong), true)
    await assert.rejects(unverifyIdentity('unknown', testApp.deps), /no account unknown with a verified identity/)
  })

  test('stores only a hash of the identity, and deletes the check', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    const response = new URL(await guest.verifyAs('alice.kim'))
    const waiting = await testApp.deps.db.read.selectFrom('identity_check').selectAll().execute()
    assert.equal(waiting.length, 1)
    assert.ok(!JSON.stringify(waiting).includes(response.searchParams.get('state') ?? ''))
    await guest.get(response.href)
    assert.deepEqual(await testApp.deps.db.read.selectFrom('identity_check').selectAll().execute(), [])
    const [stored, ...others] = await listVerifiedAccounts(testApp)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [stored?.channel_id, stored?.verified_at, stored?.identity_hash.length],
      [guest.channelId, testApp.clock.now(), 32],
    )
    assert.ok(!JSON.stringify(stored).includes('alice'))
  })

  test('sends the provider a new challenge, state and nonce each time', async () => {
    await using testApp = await openIdentityTestApp({ settings: { oidcScope: 'openid profile' } })
    const guest = await testApp.createSignedInPerson()
    const callMe = async () => {
      await guest.get('/verify-identity')
      const { status, location } = await guest.post('/verify-identity', {})
      assert.equal(status, 302)
      return new URL(location ?? '')
    }
    const [one, other] = [await callMe(), await callMe()]
    assert.equal(one.origin, testApp.issuer)
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(one.searchParams)
    assert.deepEqual(rest, {
      client_id: 'onair',
      code_challenge_method: 'S256',
      redirect_uri: `${testApp.url}/verify-identity/callback`,
      response_type: 'code',
      scope: 'openid profile',
    })
    for (const [name, value] of Object.entries({ state, nonce, code_challenge })) {
      assert.match(value ?? '', /^[\w-]{43}$/)
      assert.notEqual(value, other.searchParams.get(name))
    }
  })
})

describe('uniqueness', () => {
  test('of 10 concurrent callbacks exactly one calls the provider', async () => {
    await using testApp = await openIdentityTestApp()
    for (let round = 1; round <= 5; round++) {
      const guest = await testApp.createSignedInPerson()
      const response = await guest.verifyAs(`person-${round}`)
      const getTenTimes = (path: string) => Promise.all(Array.from({ length: 10 }, () => guest.get(path)))
      // Opens the database connections first, so that the callbacks run concurrently.
      await getTenTimes('/')
      const seen = await getTenTimes(response)
      assert.deepEqual([countStatus(seen, 302), countStatus(seen, 400)], [1, 9])
      assert.equal(testApp.requestCounts.get('/token'), round)
      assert.equal((await guest.get(response)).status, 400)
      assert.equal((await listVerifiedAccounts(testApp)).length, round)
    }
  })

  test('of 6 accounts that one person verifies concurrently exactly one is verified', async () => {
    await using testApp = await openIdentityTestApp()
    const people = await Promise.all(Array.from({ length: 6 }, () => testApp.createSignedInPerson()))
    const responses = await Promise.all(people.map((person) => person.verifyAs('alice')))
    const seen = await Promise.all(people.map((guest, at) => guest.get(responses[at] ?? '')))
    assert.deepEqual([countStatus(seen, 302), countStatus(seen, 409)], [1, 5])
    const verified = await Promise.all(people.map(isVerified))
    assert.deepEqual(
      verified,
      seen.map(({ status }) => status === 302),
    )
    const refused = people[seen.findIndex(({ status }) => status === 409)]
    assert.ok(refused)
    const again = await refused.get(await refused.verifyAs('alice'))
    assert.deepEqual([again.status, readTitle(again)], [409, en.identityErrors.another_account_verified.title])
    assert.equal((await refused.get(await refused.verifyAs('bob'))).status, 302)
  })

  test('one of two people who verify one account concurrently verifies it', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    const other = await guest.signInAgain()
    const responses = [await guest.verifyAs('alice'), await other.verifyAs('bob')] as const
    for (const { status, location } of await Promise.all([guest.get(responses[0]), other.get(responses[1])]))
      assert.deepEqual([status, location], [302, '/verify-identity'])
    assert.equal((await listVerifiedAccounts(testApp)).length, 1)
  })

  test('a new check replaces the previous one', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    const first = await guest.verifyAs('alice')
    const second = await guest.verifyAs('alice')
    await expectRefusedPage(testApp, guest, await guest.get(first), 400, titles.unexpectedResponse)
    assert.equal((await guest.get(second)).status, 302)
  })

  test('a response counts only in the session that expects it, and another session does not consume it', async () => {
    await using testApp = await openIdentityTestApp()
    const [guest, thief] = [await testApp.createSignedInPerson(), await testApp.createSignedInPerson()]
    const response = await guest.verifyAs('alice')
    await expectRefusedPage(testApp, thief, await thief.get(response), 400, titles.unexpectedResponse)
    const outsider = await httpBrowser(testApp.url).get(response)
    assert.deepEqual([outsider.status, readTitle(outsider)], [400, titles.unexpectedResponse])
    assert.equal((await guest.get(response)).status, 302)

    const leaving = await testApp.createSignedInPerson()
    const late = await leaving.verifyAs('bob')
    await signOut(testApp, leaving)
    assert.equal((await leaving.get(late)).status, 400)
    assert.equal((await listVerifiedAccounts(testApp)).length, 1)
  })

  test('a check expires after 10 minutes', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    const response = await guest.verifyAs('alice')
    testApp.clock.advance(599_999)
    assert.equal((await guest.get(response)).status, 302)
    const late = await testApp.createSignedInPerson()
    const expired = await late.verifyAs('bob')
    testApp.clock.advance(600_000)
    assert.deepEqual([(await late.get(expired)).status, await isVerified(late)], [400, false])
  })
})

describe('invalid responses', () => {
  for (const [what, change] of [
    ['a missing state', (response: URL) => response.searchParams.delete('state')],
    ['an unknown state', (response: URL) => response.searchParams.set('state', 'x'.repeat(43))],
    ['an empty query', (response: URL) => void (response.search = '')],
  ] as const)
    test(`rejects ${what}`, async () => {
      await using testApp = await openIdentityTestApp()
      const guest = await testApp.createSignedInPerson()
      const response = new URL(await guest.verifyAs('alice'))
      change(response)
      await expectRefusedPage(testApp, guest, await guest.get(response.href), 400, titles.unexpectedResponse)
      assert.equal(testApp.requestCounts.get('/token'), undefined)
    })

  for (const [what, change] of [
    ['an unknown code', (response: URL) => response.searchParams.set('code', 'x'.repeat(43))],
    ['a missing code', (response: URL) => response.searchParams.delete('code')],
    ['two codes', (response: URL) => response.searchParams.append('code', 'another')],
    ['two states', (response: URL) => response.searchParams.append('state', 'another')],
    ['another issuer', (response: URL) => response.searchParams.set('iss', 'https://evil.example')],
  ] as const)
    test(`rejects ${what}, and consumes the check`, async () => {
      await using testApp = await openIdentityTestApp()
      const guest = await testApp.createSignedInPerson()
      const response = await guest.verifyAs('alice')
      const changed = new URL(response)
      change(changed)
      await expectRefusedPage(testApp, guest, await guest.get(changed.href), 403, titles.unverified)
      await expectRefusedPage(testApp, guest, await guest.get(response), 400, titles.unexpectedResponse)
    })

  test('rejects the code of another check, because its challenge differs', async () => {
    await using testApp = await openIdentityTestApp()
    const [guest, thief] = [await testApp.createSignedInPerson(), await testApp.createSignedInPerson()]
    const stolen = new URL(await guest.verifyAs('alice')).searchParams.get('code') ?? ''
    const response = new URL(await thief.verifyAs('mallory'))
    response.searchParams.set('code', stolen)
    await expectRefusedPage(testApp, thief, await thief.get(response.href), 403, titles.unverified)
  })

  test('rejects an invalid signature', async () => {
    await using testApp = await openIdentityTestApp()
    testApp.handlerOverrides.set('/jwks', (_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [createSigningKey()] })),
    )
    const guest = await testApp.createSignedInPerson()
    await expectRefusedPage(testApp, guest, await guest.get(await guest.verifyAs('alice')), 403, titles.unverified)
    assert.equal(testApp.requestCounts.get('/jwks'), 1)
  })

  test('rejects an identity token of another check, because its nonce differs', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    let token = ''
    const first = new URL(await guest.verifyAs('alice'))
    testApp.handlerOverrides.set('/token', (request, response) => {
      const end = response.end.bind(response)
      response.end = ((chunk: unknown) => end((token = String(chunk)))) as typeof response.end
      testApp.providerHandler(request, response)
    })
    assert.equal((await guest.get(first.href)).status, 302)
    assert.ok(token.includes('id_token'))
    testApp.handlerOverrides.set('/token', (_request, response) =>
      response.setHeader('content-type', 'application/json').end(token),
    )
    const thief = await testApp.createSignedInPerson()
    const seen = await thief.get(await thief.verifyAs('mallory'))
    assert.deepEqual([seen.status, readTitle(seen), await isVerified(thief)], [403, titles.unverified, false])
  })
})

describe('provider errors', () => {
  test('shows that nothing has changed when the person declines at the provider', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    const response = await guest.verifyAs(null)
    assert.equal(new URL(response).searchParams.get('error'), 'access_denied')
    await expectRefusedPage(testApp, guest, await guest.get(response), 403, titles.denied)
  })

  for (const [error, status, title] of [
    ['login_required', 403, titles.denied],
    ['temporarily_unavailable', 503, titles.unavailable],
    ['invalid_scope', 503, titles.unavailable],
  ] as const)
    test(`changes nothing when the provider responds ${error}`, async () => {
      await using testApp = await openIdentityTestApp()
      const guest = await testApp.createSignedInPerson()
      const response = new URL(await guest.verifyAs('alice'))
      response.searchParams.delete('code')
      response.searchParams.set('error', error)
      response.searchParams.set('error_description', 'words of <b>anyone</b>')
      const seen = await guest.get(response.href)
      await expectRefusedPage(testApp, guest, seen, status, title)
      assert.ok(!seen.text.includes('anyone'))
    })

  test('rejects an identity below the required acr value', async () => {
    await using testApp = await openIdentityTestApp({ settings: { oidcAcrValues: ['urn:in-person'] } })
    const guest = await testApp.createSignedInPerson()
    for (const name of ['alice', 'alice urn:basic'])
      await expectRefusedPage(testApp, guest, await guest.get(await guest.verifyAs(name)), 403, titles.unverified)
    assert.equal((await guest.get(await guest.verifyAs('alice urn:in-person'))).status, 302)
  })

  for (const [path, status] of [
    ['/.well-known/openid-configuration', 404],
    ['/.well-known/openid-configuration', 500],
    ['/token', 503],
    ['/jwks', 500],
  ] as const)
    test(`changes nothing and logs the error when ${path} responds ${status}`, async () => {
      const lines: string[] = []
      const log: Log = { ...silentLog, error: (fields, text) => void lines.push(`${text} ${JSON.stringify(fields)}`) }
      await using testApp = await openIdentityTestApp({ log })
      const guest = await testApp.createSignedInPerson()
      const answer = path.startsWith('/.') ? null : await guest.verifyAs('alice')
      testApp.handlerOverrides.set(path, (_request, response) => response.writeHead(status).end())
      await guest.get('/verify-identity')
      const seen = answer === null ? await guest.post('/verify-identity', {}) : await guest.get(answer)
      await expectRefusedPage(testApp, guest, seen, 503, titles.unavailable)
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /^identity_provider\.request_failed .*"error":".+"/)
      testApp.handlerOverrides.delete(path)
      assert.equal((await guest.get(await guest.verifyAs('alice'))).status, 302)
    })

  for (const secretIn of ['client_secret_basic', 'client_secret_post'] as const)
    test(`authenticates with ${secretIn} if the provider requires it`, async () => {
      await using testApp = await openIdentityTestApp({ secretIn })
      const guest = await testApp.createSignedInPerson()
      assert.equal((await guest.get(await guest.verifyAs('alice'))).status, 302)
    })

  test('changes nothing when the provider rejects the client secret, and does not log the secret', async () => {
    const lines: string[] = []
    const log: Log = { ...silentLog, error: (fields, text) => void lines.push(`${text} ${JSON.stringify(fields)}`) }
    await using testApp = await openIdentityTestApp({ settings: { oidcClientSecret: 'hunter2' }, log })
    const guest = await testApp.createSignedInPerson()
    await expectRefusedPage(testApp, guest, await guest.get(await guest.verifyAs('alice')), 503, titles.unavailable)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^identity_provider\.request_failed/)
    assert.doesNotMatch(lines[0] ?? '', /hunter2|alice/)
  })

  test('stops waiting for the provider after 4 s', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    const response = await guest.verifyAs('alice')
    const silence = Promise.withResolvers<void>()
    testApp.handlerOverrides.set('/token', () => silence.resolve())
    const seen = guest.get(response)
    await silence.promise
    testApp.clock.advance(4_000)
    await expectRefusedPage(testApp, guest, await seen, 503, titles.unavailable)
  })

  test('does not use provider endpoints without TLS', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    const path = '/.well-known/openid-configuration'
    const known = await (await fetch(`${testApp.issuer}${path}`)).json()
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
      const answer = endpoint === 'authorization_endpoint' ? null : await guest.verifyAs('alice')
      testApp.handlerOverrides.set(path, (_request, response) =>
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ ...(known as object), [endpoint]: 'http://id.example/somewhere' })),
      )
      await guest.get('/verify-identity')
      const { status } = answer === null ? await guest.post('/verify-identity', {}) : await guest.get(answer)
      assert.deepEqual([status, await isVerified(guest)], [503, false], endpoint)
      testApp.handlerOverrides.delete(path)
    }
  })
})

describe('access', () => {
  test('returns 429 with Retry-After after 10 checks in 15 minutes', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    await guest.get('/verify-identity')
    for (let at = 0; at < 10; at++) assert.equal((await guest.post('/verify-identity', {})).status, 302)
    const slowed = await guest.post('/verify-identity', {})
    assert.deepEqual([slowed.status, slowed.headers.get('retry-after')], [429, '900'])
    testApp.clock.advance(900_000)
    assert.equal((await guest.post('/verify-identity', {})).status, 302)
  })

  test('rejects a form with a wrong CSRF token', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson()
    await guest.get('/verify-identity')
    const { status, location } = await guest.post('/verify-identity', { csrf: 'x' })
    assert.deepEqual([status, location], [403, null])
    assert.equal(testApp.requestCounts.size, 0)
  })

  test('redirects a guest to sign in', async () => {
    await using testApp = await openIdentityTestApp()
    const outsider = httpBrowser(testApp.url)
    const wanted = '/sign-in?back=%2Fverify-identity'
    assert.equal((await outsider.get('/verify-identity')).location, wanted)
    await outsider.get('/sign-in')
    assert.equal((await outsider.post('/verify-identity', {})).location, wanted)
  })

  test('returns 404 and shows no link when no provider is configured', async () => {
    await using testApp = await openTestApp()
    const me = { channelName: '방송인', email: 'me@example.com', password: 'correct horse' }
    await testApp.act('createPerson', me)
    const browser = httpBrowser(testApp.url, 'ko')
    await browser.signIn(me.email, me.password)
    assert.ok(!(await browser.get('/')).text.includes('verify-identity'))
    await openForm(testApp, browser)
    for (const seen of [
      await browser.get('/verify-identity'),
      await browser.post('/verify-identity', {}),
      await browser.get('/verify-identity/callback?code=x&state=y'),
    ])
      assert.deepEqual([seen.status, readTitle(seen)], [404, ko.identityErrors.no_provider.title])
  })

  test('shows a person created as verified that verification is done', async () => {
    await using testApp = await openIdentityTestApp()
    const guest = await testApp.createSignedInPerson({ identityVerified: true })
    assert.equal(await isVerified(guest), true)
    const { status, text } = await guest.get('/verify-identity')
    assert.equal(status, 200)
    assert.ok(text.includes(en.identity.done) && !text.includes('<form'))
    await openForm(testApp, guest)
    assert.equal((await guest.post('/verify-identity', {})).location, '/verify-identity')
    assert.equal(testApp.requestCounts.size, 0)
  })
})
