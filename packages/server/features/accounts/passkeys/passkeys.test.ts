import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import { authenticatorCode } from '../../../../../tests/support/clients/authenticator-app.ts'
import { httpBrowser, type HttpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { softwarePasskey, type KeyKind } from '../../../../../tests/support/clients/software-passkey.ts'
import { mailSettingsOf, openSmtpServer } from '../../../../../tests/support/programs/smtp-server.ts'
import { en } from '../../../api/pages/locales/en.ts'
import { sweepOldRows } from '../../../worker/old-rows-store.ts'
import { authenticateVisitor } from '../sign-in/web-session.ts'
import { passkeySiteOf } from './webauthn.ts'

const person = { channelName: '방송인', email: 'person@example.com', password: 'correct horse' }
const other = { channelName: '시청자', email: 'other@example.com', password: 'battery staple' }
type Passkey = ReturnType<typeof softwarePasskey>
type Answer = Partial<Parameters<Passkey['get']>[1]>

async function openSite(settings = {}) {
  const testApp = await openTestApp({ settings: { host: 'localhost', ...settings } })
  await testApp.act('createPerson', person)
  await testApp.act('createPerson', other)
  return { ...testApp, origin: testApp.url }
}

async function signedIn({ url }: Pick<TestApp, 'url'>, { email, password }: typeof person) {
  const browser = httpBrowser(url)
  await browser.signIn(email, password)
  return { ...browser, origin: url }
}

const optionsOf = async (browser: HttpBrowser, path: string) =>
  (await browser.callConsole('POST', `/account/${path}/options`)).body.content.options

const add = (browser: HttpBrowser, credential: string, name = 'Laptop') =>
  browser.callConsole('POST', '/account/passkeys', { name, credential })

async function addPasskey(browser: HttpBrowser & { origin: string }, kind?: KeyKind) {
  const passkey = softwarePasskey(kind)
  const { origin } = browser
  const { status, body } = await add(browser, passkey.create(await optionsOf(browser, 'passkeys'), { origin }))
  assert.equal(status, 200, JSON.stringify(body))
  return { passkey, passkeyId: body.content.passkeyId as string }
}

/** The options in the sign-in page of a browser. */
async function signInOptions(browser: HttpBrowser) {
  const { text } = await browser.get('/sign-in?back=/account')
  const options = /data-passkey="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"')
  assert.ok(options !== undefined)
  return JSON.parse(options) as { challenge: string; rpId: string }
}

const enter = (browser: HttpBrowser, credential: string) =>
  browser.post('/sign-in/passkey?back=/account', { credential })

async function signIn(
  { url }: Pick<TestApp, 'url'>,
  passkey: Passkey,
  answer: Answer = {},
  browser = httpBrowser(url),
) {
  const { status } = await enter(browser, passkey.get(await signInOptions(browser), { origin: url, ...answer }))
  return { status, browser }
}

/** A credential with other fields in its response. */
function withFields(credential: string, fields: object): string {
  const { response, ...rest } = JSON.parse(credential) as { response: object }
  return JSON.stringify({ ...rest, response: { ...response, ...fields } })
}

const refusalOf = ({ status, body }: Awaited<ReturnType<HttpBrowser['callConsole']>>) => [
  status,
  body.reason?.field,
  body.reason?.code,
]
const invalid = [400, 'credential', 'INVALID_PASSKEY']

async function hasSecondFactor(
  { deps }: Pick<TestApp, 'deps'>,
  { cookies }: HttpBrowser,
): Promise<boolean | undefined> {
  return (await authenticateVisitor(cookies.get('onair-session') ?? '', deps))?.hasSecondFactor
}

describe('the site of passkeys', () => {
  test('is the host of the pages, with HTTPS or on localhost, and never an IP address', () => {
    const hosts = ['https://onair.example:8443', 'http://localhost:4747', 'http://a.localhost', 'http://onair.example']
    const addresses = ['http://127.0.0.1:4747', 'https://192.0.2.1', 'https://[2001:db8::1]']
    assert.deepEqual(
      [...hosts, ...addresses].map((url) => passkeySiteOf(url)?.rpId ?? null),
      ['onair.example', 'localhost', 'a.localhost', null, null, null, null],
    )
  })

  test('has no button and no options where browsers keep no passkeys', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', person)
    assert.ok(!(await httpBrowser(testApp.url).get('/sign-in')).text.includes(en.passkey.signIn))
    const browser = await signedIn(testApp, person)
    assert.equal((await browser.callConsole('GET', '/account')).body.content.canUsePasskeys, false)
    for (const path of ['passkeys', 'passkey-check']) {
      const refused = await browser.callConsole('POST', `/account/${path}/options`)
      assert.deepEqual(refusalOf(refused), [400, undefined, 'NO_PASSKEYS_HERE'], path)
    }
  })
})

describe('adding a passkey', () => {
  test('names it, gives the session a second factor, and tells the person by mail, as removing it does', async () => {
    await using server = await openSmtpServer()
    await using testApp = await openSite(mailSettingsOf(server))
    const browser = await signedIn(testApp, person)
    await server.next()
    assert.equal(await hasSecondFactor(testApp, browser), false)
    const options = await optionsOf(browser, 'passkeys')
    assert.deepEqual(
      [options.rp.id, options.user.name, options.authenticatorSelection.residentKey],
      ['localhost', person.email, 'required'],
    )
    const { passkeyId } = await addPasskey(browser)
    assert.equal(await hasSecondFactor(testApp, browser), true)
    const { passkeys } = (await browser.callConsole('GET', '/account')).body.content
    assert.deepEqual(
      passkeys.map((passkey: object) => ({ ...passkey, createdDate: '' })),
      [{ passkeyId, name: 'Laptop', createdDate: '', lastUsedDate: null }],
    )
    assert.equal((await optionsOf(browser, 'passkeys')).excludeCredentials.length, 1)
    assert.equal((await server.next()).subject, '[Onair] A passkey was added')

    const viewer = await signedIn(testApp, other)
    await server.next()
    const notTheirs = await viewer.callConsole('DELETE', `/account/passkeys/${passkeyId}`)
    assert.deepEqual(refusalOf(notTheirs), [404, undefined, 'NO_SUCH_PASSKEY'])
    assert.equal((await browser.callConsole('DELETE', `/account/passkeys/${passkeyId}`)).status, 200)
    assert.equal((await server.next()).subject, '[Onair] A passkey was removed')
    assert.equal(await hasSecondFactor(testApp, browser), false)
  })

  test('needs a recent password', async () => {
    await using testApp = await openSite()
    const browser = await signedIn(testApp, person)
    const { passkeyId } = await addPasskey(browser)
    testApp.clock.advance(11 * 60_000)
    for (const [method, path] of [
      ['POST', '/account/passkeys/options'],
      ['DELETE', `/account/passkeys/${passkeyId}`],
    ] as const)
      assert.deepEqual(refusalOf(await browser.callConsole(method, path)), [403, undefined, 'PASSWORD_REQUIRED'], path)
  })

  test('refuses the answer to another request, and one whose user the device did not verify', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const [browser, viewer] = [await signedIn(testApp, person), await signedIn(testApp, other)]
    const passkey = softwarePasskey()
    const options = await optionsOf(browser, 'passkeys')
    const theirs = await optionsOf(viewer, 'passkeys')
    const { authenticatorData } = JSON.parse(softwarePasskey().create(options, { origin })).response
    const ofCheck = await optionsOf(browser, 'passkey-check')
    for (const [name, credential] of Object.entries({
      'no JSON': 'credential',
      'another origin': passkey.create(options, { origin: 'https://evil.example' }),
      'another host': passkey.create({ ...options, rp: { id: 'evil.example' } }, { origin }),
      'no verification of the user': passkey.create(options, { origin, isVerified: false }),
      'the key of another algorithm': withFields(passkey.create(options, { origin }), { publicKeyAlgorithm: -8 }),
      'no key': withFields(passkey.create(options, { origin }), { publicKey: 'AAAA' }),
      'another passkey': withFields(passkey.create(options, { origin }), { authenticatorData }),
      'another session': passkey.create({ ...options, challenge: theirs.challenge }, { origin }),
      'another purpose': passkey.create({ ...options, challenge: ofCheck.challenge }, { origin }),
      'a challenge of its own': passkey.create({ ...options, challenge: 'A'.repeat(75) }, { origin }),
    }))
      assert.deepEqual(refusalOf(await add(browser, credential)), invalid, name)

    const right = passkey.create(options, { origin })
    assert.equal((await add(browser, right)).status, 200)
    assert.deepEqual(refusalOf(await add(browser, right)), invalid, 'a challenge that was used')
    const again = passkey.create(await optionsOf(browser, 'passkeys'), { origin })
    assert.deepEqual(refusalOf(await add(browser, again)), invalid, 'a passkey that was added')
    const late = softwarePasskey().create(await optionsOf(browser, 'passkeys'), { origin })
    testApp.clock.advance(10 * 60_000)
    assert.deepEqual(refusalOf(await add(browser, late)), invalid, 'an expired challenge')
  })

  test('is possible up to 20 times', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const browser = await signedIn(testApp, person)
    for (let count = 0; count < 20; count++) await addPasskey(browser)
    const credential = softwarePasskey().create(await optionsOf(browser, 'passkeys'), { origin })
    assert.deepEqual(refusalOf(await add(browser, credential)), [400, undefined, 'TOO_MANY_PASSKEYS'])
  })
})

describe('signing in with a passkey', () => {
  test('needs neither password nor code, and has a second factor', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const owner = await signedIn(testApp, person)
    const { passkey } = await addPasskey(owner)
    const { secret } = (await owner.callConsole('POST', '/account/authenticator')).body.content
    const code = authenticatorCode(secret, testApp.clock.now())
    assert.equal((await owner.callConsole('POST', '/account/authenticator/confirmation', { code })).status, 200)

    const browser = httpBrowser(testApp.url)
    const { status, location } = await enter(browser, passkey.get(await signInOptions(browser), { origin }))
    assert.deepEqual([status, location], [302, '/account'])
    const { channelName, passkeys } = (await browser.callConsole('GET', '/account')).body.content
    assert.deepEqual([channelName, passkeys[0].lastUsedDate === null], [person.channelName, false])
    assert.equal(await hasSecondFactor(testApp, browser), true)
  })

  test('is refused with a passkey of nobody, one that was removed, and of a suspended account', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const owner = await signedIn(testApp, person)
    const { passkey, passkeyId } = await addPasskey(owner)
    assert.equal((await signIn(testApp, softwarePasskey())).status, 400)
    await owner.callConsole('DELETE', `/account/passkeys/${passkeyId}`)
    assert.equal((await signIn(testApp, passkey)).status, 400)

    const { passkey: another } = await addPasskey(owner)
    assert.equal((await signIn(testApp, another)).status, 302)
    const { channelId } = (await owner.callConsole('GET', '/me')).body.content
    await testApp.deps.db.transaction((tx) =>
      tx.updateTable('channel').set({ ended_at: testApp.clock.now() }).where('id', '=', channelId).execute(),
    )
    const browser = httpBrowser(testApp.url)
    const refused = await enter(browser, another.get(await signInOptions(browser), { origin }))
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes(en.signIn.refusals.suspended))
  })

  test('takes a challenge once, in the browser that got it, for 10 minutes', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const { passkey } = await addPasskey(await signedIn(testApp, person))
    const browser = httpBrowser(testApp.url)
    const credential = passkey.get(await signInOptions(browser), { origin })
    const session = httpBrowser(testApp.url)
    await session.get('/sign-in')
    assert.equal((await enter(session, credential)).status, 400, 'in another browser')
    const racers = await Promise.all([enter(browser, credential), enter(browser, credential)])
    assert.deepEqual(
      racers.map(({ status }) => status).toSorted((a, b) => a - b),
      [302, 400],
    )
    const late = httpBrowser(testApp.url)
    const options = await signInOptions(late)
    testApp.clock.advance(10 * 60_000)
    const refused = await enter(late, passkey.get(options, { origin }))
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes(en.signIn.refusals.wrong_passkey))
    assert.equal((await enter(late, passkey.get(await signInOptions(late), { origin }))).status, 302)

    const countChallenges = async () =>
      (await testApp.deps.db.read.selectFrom('used_challenge').selectAll().execute()).length
    assert.ok((await countChallenges()) > 0)
    testApp.clock.advance(10 * 60_000)
    await sweepOldRows('expired-secrets', testApp.deps)
    assert.equal(await countChallenges(), 0)
  })

  test('is refused for another origin or host, without verification of the user, and for a count that was seen', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const { passkey } = await addPasskey(await signedIn(testApp, person))
    assert.equal((await signIn(testApp, passkey, { origin: 'https://evil.example' })).status, 400)
    assert.equal((await signIn(testApp, passkey, { isVerified: false })).status, 400)
    const browser = httpBrowser(testApp.url)
    const options = { ...(await signInOptions(browser)), rpId: 'evil.example' }
    assert.equal((await enter(browser, passkey.get(options, { origin }))).status, 400)
    assert.equal((await signIn(testApp, passkey, { signCount: 7 })).status, 302)
    assert.equal((await signIn(testApp, passkey, { signCount: 7 })).status, 400, 'a copy of the passkey')
    assert.equal((await signIn(testApp, passkey, { signCount: 8 })).status, 302)
  })

  test('works with each kind of key that is asked for, and none that is too short', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const owner = await signedIn(testApp, person)
    for (const kind of ['ed25519', 'ecdsa', 'rsa'] as const) {
      const { passkey } = await addPasskey(owner, kind)
      assert.equal((await signIn(testApp, passkey)).status, 302, kind)
    }
    const weak = softwarePasskey('weakRsa').create(await optionsOf(owner, 'passkeys'), { origin })
    assert.deepEqual(refusalOf(await add(owner, weak)), invalid)
  })

  test('is refused with the signature of another key', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const { passkey } = await addPasskey(await signedIn(testApp, person))
    const browser = httpBrowser(testApp.url)
    const options = await signInOptions(browser)
    const [own, others] = [passkey, softwarePasskey()].map((one) => JSON.parse(one.get(options, { origin })))
    const forged = { ...own, response: { ...own.response, signature: others.response.signature } }
    for (const credential of [JSON.stringify(forged), withFields(JSON.stringify(own), { signature: 'AAAA' })])
      assert.equal((await enter(browser, credential)).status, 400)
    assert.equal((await enter(browser, JSON.stringify(own))).status, 302)
  })

  test('counts failures like wrong passwords', async () => {
    await using testApp = await openSite()
    const { passkey } = await addPasskey(await signedIn(testApp, person))
    const statuses = []
    for (let count = 0; count < 11; count++)
      statuses.push((await signIn(testApp, passkey, { isVerified: false })).status)
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429])
  })
})

describe('confirming the password with a passkey', () => {
  test('allows what needs a recent password, and gives the session the second factor', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const [browser, viewer] = [await signedIn(testApp, person), await signedIn(testApp, other)]
    const { passkey } = await addPasskey(browser)
    const { passkey: theirs } = await addPasskey(viewer)
    const second = await signedIn(testApp, person)
    assert.equal(await hasSecondFactor(testApp, second), false)
    testApp.clock.advance(11 * 60_000)
    const check = async (of: Passkey, options?: object) =>
      second.callConsole('POST', '/account/passkey-check', {
        credential: of.get({ ...(await optionsOf(second, 'passkey-check')), ...options }, { origin }),
      })
    assert.equal((await second.callConsole('GET', '/account/export')).status, 403)
    assert.deepEqual(refusalOf(await check(theirs)), invalid, 'a passkey of another account')
    const { challenge } = await optionsOf(browser, 'passkey-check')
    assert.deepEqual(refusalOf(await check(passkey, { challenge })), invalid, 'a challenge of another session')
    assert.equal((await check(passkey)).status, 200)
    assert.equal((await second.callConsole('GET', '/account/export')).status, 200)
    assert.equal(await hasSecondFactor(testApp, second), true)
  })
})

describe('a session without the second factor that the account has', () => {
  test('adds and removes none, until a passkey confirms the session', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const owner = await signedIn(testApp, person)
    const { passkey, passkeyId } = await addPasskey(owner)
    const session = await signedIn(testApp, person)
    const refused = [403, undefined, 'SECOND_FACTOR_REQUIRED']
    for (const [method, path] of [
      ['POST', '/account/passkeys/options'],
      ['DELETE', `/account/passkeys/${passkeyId}`],
      ['POST', '/account/authenticator'],
    ] as const)
      assert.deepEqual(refusalOf(await session.callConsole(method, path)), refused, path)
    assert.equal(
      (await session.callConsole('POST', '/account/password-check', { password: person.password })).status,
      200,
    )
    assert.deepEqual(refusalOf(await session.callConsole('POST', '/account/passkeys/options')), refused)

    const credential = passkey.get(await optionsOf(session, 'passkey-check'), { origin })
    assert.equal((await session.callConsole('POST', '/account/passkey-check', { credential })).status, 200)
    assert.equal((await session.callConsole('POST', '/account/passkeys/options')).status, 200)
  })

  test('adds no passkey with options from before the account had one', async () => {
    await using testApp = await openSite()
    const { origin } = testApp
    const [owner, session] = [await signedIn(testApp, person), await signedIn(testApp, person)]
    const options = await optionsOf(session, 'passkeys')
    await addPasskey(owner)
    const answer = await add(session, softwarePasskey().create(options, { origin }))
    assert.deepEqual(refusalOf(answer), [403, undefined, 'SECOND_FACTOR_REQUIRED'])
  })
})

describe('the data of an account with a second factor', () => {
  test('holds its dates and names in the export, no secret, and ends with the account', async () => {
    await using testApp = await openSite()
    const browser = await signedIn(testApp, person)
    await addPasskey(browser)
    const { secret } = (await browser.callConsole('POST', '/account/authenticator')).body.content
    const code = authenticatorCode(secret, testApp.clock.now())
    await browser.callConsole('POST', '/account/authenticator/confirmation', { code })

    const exported: Record<string, any[]> = {}
    for (let next: string | null = ''; next !== null;) {
      const { body } = await browser.callConsole('GET', `/account/export${next === '' ? '' : `?next=${next}`}`)
      exported[body.content.kind] = [...(exported[body.content.kind] ?? []), ...body.content.data]
      next = body.content.page.next
    }
    assert.match(exported['account']?.[0].twoStepVerificationDate, /^2026-/)
    const [passkey] = exported['passkeys'] ?? []
    assert.deepEqual(
      [Object.keys(passkey).toSorted(), passkey.name],
      [['createdDate', 'lastUsedDate', 'name'], 'Laptop'],
    )

    testApp.clock.advance(30_000)
    const proof = { password: person.password, code: authenticatorCode(secret, testApp.clock.now()) }
    assert.equal((await browser.callConsole('POST', '/account/deletion', proof)).status, 200)
    for (const table of ['authenticator', 'recovery_code', 'passkey'] as const)
      assert.deepEqual(await testApp.deps.db.read.selectFrom(table).selectAll().execute(), [], table)
  })
})
