import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import { authenticatorCode, wrongCode } from '../../../../../tests/support/clients/authenticator-app.ts'
import { httpBrowser, type HttpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { mailSettingsOf, openSmtpServer } from '../../../../../tests/support/programs/smtp-server.ts'
import { en } from '../../../api/pages/locales/en.ts'
import { updateClockOffset } from '../../clock/clock-store.ts'
import { markEmailVerified } from '../links/account-token-store.ts'
import { authenticateVisitor } from '../sign-in/web-session.ts'

const person = { channelName: '방송인', email: 'person@example.com', password: 'correct horse' }
const credentials = { email: person.email, password: person.password }
const stepMs = 30_000

/** A person whose browser has turned on two-step verification. The code of the present step was used for it. */
async function openWithFactor(settings: Parameters<typeof openTestApp>[0] = {}) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp(settings))
  const { channelId } = await testApp.act('createPerson', person)
  const browser = httpBrowser(testApp.url)
  await browser.signIn(person.email, person.password)
  const { secret, recoveryCodes } = await turnOn(testApp, browser)
  const opened = opening.move()
  const code = (steps = 0) => authenticatorCode(secret, testApp.clock.now() + steps * stepMs)
  const wrong = () => wrongCode(secret, testApp.clock.now())
  return {
    ...testApp,
    channelId,
    browser,
    secret,
    recoveryCodes,
    code,
    wrong,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function turnOn({ clock }: Pick<TestApp, 'clock'>, browser: HttpBrowser) {
  const created = await browser.callConsole('POST', '/account/authenticator')
  const { secret } = created.body.content as { secret: string }
  const code = authenticatorCode(secret, clock.now())
  const confirmed = await browser.callConsole('POST', '/account/authenticator/confirmation', { code })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  return { secret, recoveryCodes: confirmed.body.content.recoveryCodes as string[] }
}

/** A browser in which the password was entered, and which waits for the code. */
async function enterPassword(testApp: Pick<TestApp, 'url'>, browser = httpBrowser(testApp.url)) {
  await browser.get('/sign-in?back=/account')
  const { status, location } = await browser.post('/sign-in?back=/account', credentials)
  assert.deepEqual([status, location], [302, '/sign-in/code?back=%2Faccount'])
  await browser.get('/sign-in/code?back=/account')
  return browser
}

const enterCode = (browser: HttpBrowser, code: string, headers: Record<string, string> = {}) =>
  browser.post('/sign-in/code?back=/account', { code }, { headers })
const from = (address: string) => ({ 'x-forwarded-for': address })
const isSignedIn = async (browser: HttpBrowser) => (await browser.callConsole('GET', '/me')).status === 200
const refusalOf = ({ status, body }: Awaited<ReturnType<HttpBrowser['callConsole']>>) => [
  status,
  body.reason?.field,
  body.reason?.code,
]

async function hasSecondFactor({ deps }: Pick<TestApp, 'deps'>, { cookies }: HttpBrowser): Promise<boolean> {
  const visitor = await authenticateVisitor(cookies.get('onair-session') ?? '', deps)
  assert.ok(visitor !== null)
  return visitor.hasSecondFactor
}

describe('turning on two-step verification', () => {
  test('needs a code of the app, and gives ten recovery codes once', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', person)
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    const call = (path: string, body = {}) => browser.callConsole('POST', path, body)
    const account = async () => (await browser.callConsole('GET', '/account')).body.content.authenticator

    assert.deepEqual(refusalOf(await call('/account/authenticator/confirmation', { code: '123456' })), [
      400,
      undefined,
      'AUTHENTICATOR_OFF',
    ])
    const first = (await call('/account/authenticator')).body.content.secret
    const { secret, uri } = (await call('/account/authenticator')).body.content
    assert.match(secret, /^[A-Z2-7]{32}$/)
    const host = new URL(testApp.url).host
    assert.equal(
      uri,
      `otpauth://totp/${encodeURIComponent(host)}:person%40example.com?secret=${secret}&issuer=${encodeURIComponent(host)}`,
    )
    const confirm = (of: string) =>
      call('/account/authenticator/confirmation', { code: authenticatorCode(of, testApp.clock.now()) })
    assert.deepEqual(refusalOf(await confirm(first)), [400, 'code', 'WRONG_CODE'], 'a secret that was replaced')
    assert.equal(await account(), null)
    assert.equal(await hasSecondFactor(testApp, browser), false)

    const { recoveryCodes } = (await confirm(secret)).body.content
    assert.equal(new Set(recoveryCodes).size, 10)
    for (const code of recoveryCodes) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    assert.equal((await account()).recoveryCodesLeft, 10)
    assert.equal(await hasSecondFactor(testApp, browser), true)
    assert.deepEqual(refusalOf(await confirm(secret)), [400, undefined, 'AUTHENTICATOR_ON'])
    assert.deepEqual(refusalOf(await call('/account/authenticator')), [400, undefined, 'AUTHENTICATOR_ON'])

    const stored = await testApp.deps.db.read.selectFrom('recovery_code').selectAll().execute()
    const text = JSON.stringify(stored.map(({ code_hash }) => code_hash.toString('latin1')))
    assert.ok(recoveryCodes.every((code: string) => !text.includes(code.replaceAll('-', ''))))
  })

  test('needs a recent password, and tells the person by mail, as turning it off does', async () => {
    await using server = await openSmtpServer()
    await using testApp = await openWithFactor({ settings: mailSettingsOf(server) })
    const subjects = [await server.next(), await server.next()].map(({ subject }) => subject)
    assert.deepEqual(subjects, ['[Onair] New sign-in to your account', '[Onair] Two-step verification is on'])
    testApp.clock.advance(11 * 60_000)
    for (const path of ['/account/authenticator', '/account/recovery-codes'])
      assert.deepEqual(refusalOf(await testApp.browser.callConsole('POST', path)), [
        403,
        undefined,
        'PASSWORD_REQUIRED',
      ])
    const removal = { password: person.password, code: testApp.code() }
    assert.equal((await testApp.browser.callConsole('POST', '/account/authenticator/removal', removal)).status, 200)
    assert.equal((await server.next()).subject, '[Onair] Two-step verification is off')
  })
})

describe('signing in with two-step verification', () => {
  test('asks for a code after the password, and goes where the person wanted to go', async () => {
    await using testApp = await openWithFactor()
    testApp.clock.advance(stepMs)
    const browser = await enterPassword(testApp)
    assert.equal(await isSignedIn(browser), false)
    const page = await browser.get('/sign-in/code?back=/account')
    assert.ok(page.text.includes(en.signInCode.title) && page.text.includes('autocomplete="one-time-code"'))
    const refused = await enterCode(browser, testApp.wrong())
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes(en.signInCode.wrong))
    const { status, location } = await enterCode(browser, ` ${testApp.code().replace(/(...)/, '$1 ')}`)
    assert.deepEqual([status, location], [302, '/account'])
    assert.equal(await isSignedIn(browser), true)
    assert.equal(browser.cookies.has('onair-pending'), false)
    assert.equal(await hasSecondFactor(testApp, browser), true)
  })

  test('accepts no code twice, and none of an earlier step', async () => {
    await using testApp = await openWithFactor()
    assert.equal((await enterCode(await enterPassword(testApp), testApp.code())).status, 400, 'used to turn it on')
    testApp.clock.advance(2 * stepMs)
    assert.equal((await enterCode(await enterPassword(testApp), testApp.code())).status, 302)
    for (const steps of [0, -1])
      assert.equal((await enterCode(await enterPassword(testApp), testApp.code(steps))).status, 400, `step ${steps}`)
    assert.equal((await enterCode(await enterPassword(testApp), testApp.code(1))).status, 302)
  })

  test('lets one of two requests with the same code in', async () => {
    await using testApp = await openWithFactor()
    const race = async (code: string) => {
      const browsers = [await enterPassword(testApp), await enterPassword(testApp)]
      const answers = await Promise.all(browsers.map((browser) => enterCode(browser, code)))
      return answers.map(({ status }) => status).toSorted((a, b) => a - b)
    }
    testApp.clock.advance(stepMs)
    assert.deepEqual(await race(testApp.code()), [302, 400])
    assert.deepEqual(await race(testApp.recoveryCodes[0] ?? ''), [302, 400])
  })

  test('accepts each recovery code once, in any spelling', async () => {
    await using testApp = await openWithFactor()
    const [first = '', second = ''] = testApp.recoveryCodes
    assert.equal((await enterCode(await enterPassword(testApp), first.toLowerCase().replaceAll('-', ' '))).status, 302)
    assert.equal((await enterCode(await enterPassword(testApp), first)).status, 400)
    const browser = await enterPassword(testApp)
    assert.equal((await enterCode(browser, second)).status, 302)
    assert.equal((await browser.callConsole('GET', '/account')).body.content.authenticator.recoveryCodesLeft, 8)
    const renewed = await browser.callConsole('POST', '/account/recovery-codes')
    assert.equal(new Set(renewed.body.content.recoveryCodes).size, 10)
    assert.equal((await enterCode(await enterPassword(testApp), testApp.recoveryCodes[2] ?? '')).status, 400)
    assert.equal((await enterCode(await enterPassword(testApp), renewed.body.content.recoveryCodes[0])).status, 302)
  })

  test('waits 10 minutes in the browser that entered the password, and ends when the password changes', async () => {
    await using testApp = await openWithFactor()
    testApp.clock.advance(stepMs)
    const startsAgain = async (browser: HttpBrowser) => {
      const { status, location } = await enterCode(browser, testApp.code())
      assert.deepEqual([status, location], [302, '/sign-in?expired=code&back=%2Faccount'])
      assert.equal(await isSignedIn(browser), false)
    }
    const elsewhere = httpBrowser(testApp.url)
    await elsewhere.get('/sign-in')
    await startsAgain(elsewhere)
    assert.ok((await elsewhere.get('/sign-in?expired=code')).text.includes(en.signIn.codeExpired))
    elsewhere.cookies.set('onair-pending', 'A'.repeat(200))
    await startsAgain(elsewhere)

    const late = await enterPassword(testApp)
    testApp.clock.advance(10 * 60_000)
    assert.equal((await late.get('/sign-in/code')).location, '/sign-in?expired=code')
    await enterPassword(testApp, late)
    const newPassword = { currentPassword: person.password, newPassword: 'another horse', code: testApp.code() }
    assert.equal((await testApp.browser.callConsole('PUT', '/account/password', newPassword)).status, 200)
    testApp.clock.advance(stepMs)
    await startsAgain(late)
  })

  test('reads the time of the machine: a sandbox that moves its clock moves no phone', async () => {
    await using testApp = await openWithFactor()
    testApp.clock.advance(stepMs)
    const onPhone = authenticatorCode(testApp.secret, testApp.clock.now())
    const moved = { offsetMs: 3 * 86_400_000, rewoundMs: 0 }
    await testApp.deps.db.transaction((tx) => updateClockOffset(tx, moved))
    testApp.clock.setOffset(moved)
    assert.equal((await enterCode(await enterPassword(testApp), testApp.code())).status, 400)
    assert.equal((await enterCode(await enterPassword(testApp), onPhone)).status, 302)
  })

  test('has no password reset that turns it off, where the address is verified', async () => {
    await using server = await openSmtpServer()
    await using testApp = await openWithFactor({ settings: mailSettingsOf(server) })
    for (let read = 0; read < 2; read++) await server.next()
    const browser = httpBrowser(testApp.url)
    await browser.get('/forgot-password')
    await testApp.deps.db.transaction((tx) => markEmailVerified(tx, testApp.channelId, testApp.clock.now()))
    await browser.post('/forgot-password', { email: person.email })
    const token = /\/reset-password\?token=([\w-]+)/.exec((await server.next()).text ?? '')?.[1] ?? ''
    await browser.get(`/reset-password?token=${token}`)
    assert.equal((await browser.post('/reset-password', { token, password: person.password })).status, 302)
    await enterPassword(testApp, browser)
    assert.equal((await enterCode(browser, testApp.recoveryCodes[0] ?? '')).status, 302)
  })
})

describe('guesses of codes', () => {
  test('count like wrong passwords, and the right password does not take them back', async () => {
    await using testApp = await openWithFactor()
    testApp.clock.advance(stepMs)
    const statuses = []
    for (let guess = 0; guess < 11; guess++) {
      const browser = httpBrowser(testApp.url)
      await browser.get('/sign-in')
      const { location } = await browser.post('/sign-in', credentials)
      if (location === null) break
      await browser.get('/sign-in/code')
      statuses.push((await enterCode(browser, testApp.wrong())).status)
    }
    assert.deepEqual(
      statuses,
      Array.from({ length: 10 }, () => 400),
    )
    const known = testApp.browser
    await known.callConsole('DELETE', '/web-session')
    await enterPassword(testApp, known)
    assert.equal(
      (await enterCode(known, testApp.code())).status,
      302,
      'a browser that signed in before has its own limit',
    )
  })

  test('are at most 50 a day from all networks, except recovery codes', async () => {
    await using testApp = await openWithFactor({ settings: { sandboxPublic: true, trustProxy: true } })
    const browser = await enterPassword(testApp)
    for (let guess = 0; guess < 50; guess++) {
      const { status } = await enterCode(browser, testApp.wrong(), from(`10.${guess}.0.1`))
      assert.equal(status, 400, `guess ${guess}`)
    }
    testApp.clock.advance(60_000)
    assert.equal((await enterCode(browser, testApp.code(), from('10.99.0.1'))).status, 429)
    assert.equal((await enterCode(browser, testApp.recoveryCodes[0] ?? '', from('10.99.0.1'))).status, 302)
  })
})

describe('confirming the password with two-step verification', () => {
  test('needs a code too, which gives the session the second factor', async () => {
    await using testApp = await openWithFactor()
    const other = await enterPassword(testApp)
    assert.equal((await enterCode(other, testApp.recoveryCodes[0] ?? '')).status, 302)
    testApp.clock.advance(stepMs)
    const { browser } = testApp
    const { password } = person
    const check = (body: object) => browser.callConsole('POST', '/account/password-check', body)
    assert.deepEqual(refusalOf(await check({ password })), [400, 'code', 'CODE_REQUIRED'])
    assert.deepEqual(refusalOf(await check({ password, code: testApp.wrong() })), [400, 'code', 'WRONG_CODE'])
    assert.deepEqual(refusalOf(await check({ password: 'wrong one', code: testApp.code() })), [
      400,
      'password',
      'WRONG_PASSWORD',
    ])
    testApp.clock.advance(11 * 60_000)
    assert.equal((await check({ password, code: testApp.code() })).status, 200)
    assert.equal((await browser.callConsole('GET', '/account/export')).status, 200)
    assert.equal(await hasSecondFactor(testApp, browser), true)
  })

  test('guards the email address, the password and the deletion of the account', async () => {
    await using testApp = await openWithFactor()
    const { password } = person
    const calls = [
      ['PUT', '/account/email', { email: 'new@example.com', password }],
      ['PUT', '/account/password', { currentPassword: password, newPassword: 'another horse' }],
      ['POST', '/account/authenticator/removal', { password }],
      ['POST', '/account/deletion', { password }],
    ] as const
    for (const [method, path, body] of calls) {
      const refused = await testApp.browser.callConsole(method, path, body)
      assert.deepEqual(refusalOf(refused), [400, 'code', 'CODE_REQUIRED'], path)
    }
    for (const [index, [method, path, body]] of calls.slice(0, 2).entries()) {
      testApp.clock.advance(stepMs)
      const code = testApp.code()
      assert.equal((await testApp.browser.callConsole(method, path, { ...body, code })).status, 200, `call ${index}`)
    }
  })
})

describe('a session from before two-step verification was on', () => {
  test('gets no recovery codes with the password alone', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', person)
    const [browser, earlier] = [httpBrowser(testApp.url), httpBrowser(testApp.url)]
    for (const each of [browser, earlier]) await each.signIn(person.email, person.password)
    const { recoveryCodes } = await turnOn(testApp, browser)
    const renew = () => earlier.callConsole('POST', '/account/recovery-codes')
    assert.deepEqual(refusalOf(await renew()), [403, undefined, 'SECOND_FACTOR_REQUIRED'])
    const proof = { password: person.password, code: recoveryCodes[0] }
    assert.equal((await earlier.callConsole('POST', '/account/password-check', proof)).status, 200)
    assert.equal((await renew()).status, 200)
  })
})

describe('turning off two-step verification', () => {
  test('takes the second factor from all sessions, and ends the recovery codes', async () => {
    await using testApp = await openWithFactor()
    const other = await enterPassword(testApp)
    assert.equal((await enterCode(other, testApp.recoveryCodes[0] ?? '')).status, 302)
    testApp.clock.advance(stepMs)
    const removal = { password: person.password, code: testApp.code() }
    assert.equal((await testApp.browser.callConsole('POST', '/account/authenticator/removal', removal)).status, 200)
    for (const browser of [testApp.browser, other]) assert.equal(await hasSecondFactor(testApp, browser), false)
    assert.equal((await testApp.deps.db.read.selectFrom('recovery_code').selectAll().execute()).length, 0)
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    assert.equal(await isSignedIn(browser), true)
    assert.equal(await hasSecondFactor(testApp, browser), false)

    const entries = await testApp.deps.db.read
      .selectFrom('audit_log')
      .where('action', '=', 'account.second_factor_changed')
      .select(['detail', 'channel_id', 'actor_id'])
      .orderBy('position')
      .execute()
    const of = { channel_id: testApp.channelId, actor_id: testApp.channelId }
    assert.deepEqual(entries, [
      { detail: { change: 'ON' }, ...of },
      { detail: { change: 'RECOVERY_CODE_USED' }, ...of },
      { detail: { change: 'OFF' }, ...of },
    ])
  })
})
