import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { mailSettingsOf, openSmtpServer, type ReceivedMail } from '../../../../../tests/support/programs/smtp-server.ts'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import { en } from '../../../api/pages/locales/en.ts'
import { ko } from '../../../api/pages/locales/ko.ts'
import { withdrawAllConsents } from '../../auth/withdraw-consent.ts'
import { resetForgottenPassword } from './reset-forgotten-password.ts'

const person = { channelName: '방송인', email: 'person@example.com', password: 'the old password' }
const newPassword = 'the new password'

async function openSite(settings = {}) {
  await using opening = new AsyncDisposableStack()
  const server = opening.use(await openSmtpServer())
  const testApp = opening.use(await openTestApp({ settings: { ...mailSettingsOf(server), ...settings } }))
  const { channelId } = await testApp.act('createPerson', person)
  const opened = opening.move()
  return { ...testApp, server, channelId, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function ask(testApp: TestApp, email: string, options: { language?: string; ip?: string } = {}) {
  const browser = httpBrowser(testApp.url, options.language)
  await browser.get('/forgot-password')
  const headers = options.ip === undefined ? {} : { 'x-forwarded-for': options.ip }
  return browser.post('/forgot-password', { email }, { headers })
}

function linkIn({ text = '' }: ReceivedMail): { path: string; token: string } {
  const path = /\/reset-password\?token=[\w-]+/.exec(text)?.[0] ?? ''
  return { path, token: path.split('=')[1] ?? '' }
}

/** A page without the address and the CSRF token. */
const withoutAddress = (text: string, email: string) => text.replaceAll(email, '').replaceAll(/value="[\w-]{43}"/g, '')

describe('a forgotten password', () => {
  test('is replaced through the link of a mail, once, and all web sessions end', async () => {
    await using testApp = await openSite()
    const signedIn = httpBrowser(testApp.url)
    await signedIn.signIn(person.email, person.password)
    await testApp.server.next()

    const browser = httpBrowser(testApp.url, 'ko')
    assert.ok((await browser.get('/sign-in')).text.includes('href="/forgot-password"'))
    assert.equal((await ask(testApp, 'Person@example.com', { language: 'ko' })).status, 200)
    const mail = await testApp.server.next()
    assert.equal(mail.subject, '[Onair] Reset your password', 'in the language of the account')
    const { path, token } = linkIn(mail)
    for (let opened = 0; opened < 2; opened++) assert.equal((await browser.get(path)).status, 200)
    const refused = await browser.post('/reset-password', { token, password: 'password1' })
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes(ko.signUp.refusals.COMMON_PASSWORD))
    const reset = await browser.post('/reset-password', { token, password: newPassword })
    assert.deepEqual([reset.status, reset.location], [302, '/sign-in?reset=done'])
    assert.ok((await browser.get('/sign-in?reset=done')).text.includes(ko.signIn.wasReset))

    assert.ok(!(await signedIn.get('/')).text.includes(person.channelName))
    await browser.signIn(person.email, newPassword)
    assert.match((await testApp.server.next()).subject ?? '', /Your password was changed/)
    const reader = httpBrowser(testApp.url, 'ko')
    await reader.get('/sign-in')
    const again = await reader.post('/reset-password', { token, password: 'yet another password' })
    for (const used of [await reader.get(path), again]) {
      assert.equal(used.status, 400)
      assert.ok(used.text.includes(ko.unusableLink.title))
    }
    const entries = await testApp.deps.db.read
      .selectFrom('audit_log')
      .where('channel_id', '=', testApp.channelId)
      .where('action', 'in', ['account.password_reset_requested', 'account.password_changed'])
      .select(['action', 'detail'])
      .orderBy('position')
      .execute()
    const removed = { providers: 0, passkeys: 0, twoStep: false, connections: 0 }
    assert.deepEqual(entries, [
      { action: 'account.password_reset_requested', detail: { network: '127.0.0.1' } },
      { action: 'account.password_changed', detail: { endedSessions: 1, reason: 'FORGOTTEN', ...removed } },
    ])
  })

  test('the answer and what is stored do not depend on whether an account exists', async () => {
    // Without a worker the requests stay.
    await using testApp = await openTestApp({
      settings: { ...mailSettingsOf({ url: 'smtp://127.0.0.1:9' }), roles: ['api', 'gateway'] },
    })
    await testApp.act('createPerson', person)
    const known = await ask(testApp, person.email)
    const unknown = await ask(testApp, 'nobody@example.com')
    assert.equal(known.status, unknown.status)
    assert.equal(withoutAddress(known.text, person.email), withoutAddress(unknown.text, 'nobody@example.com'))
    const { read } = testApp.deps.db
    const requests = await read.selectFrom('password_reset_request').selectAll().execute()
    assert.equal(requests.length, 2)
    for (const { sealed_email: sealed } of requests) assert.ok(!sealed.includes('@example.com'))
    assert.deepEqual(await read.selectFrom('mail').selectAll().execute(), [])
    assert.deepEqual(await read.selectFrom('account_token').selectAll().execute(), [])
  })

  test('an address without an account gets no mail', async () => {
    await using testApp = await openSite()
    for (const email of ['nobody@example.com', person.email]) await ask(testApp, email)
    assert.deepEqual((await testApp.server.next()).envelopeTo, [person.email])
    assert.equal(testApp.server.received.length, 1)
    const waiting = await testApp.deps.db.read.selectFrom('password_reset_request').selectAll().execute()
    assert.deepEqual(waiting, [])
  })

  test('the link works for 30 minutes, and not after a change of the address', async () => {
    await using testApp = await openSite()
    await ask(testApp, person.email)
    const { path } = linkIn(await testApp.server.next())
    const browser = httpBrowser(testApp.url)
    testApp.clock.advance(30 * 60_000 - 1)
    assert.equal((await browser.get(path)).status, 200)
    testApp.clock.advance(1)
    assert.equal((await browser.get(path)).status, 400)

    await ask(testApp, person.email)
    const later = linkIn(await testApp.server.next())
    assert.equal((await browser.get(later.path)).status, 200)
    await testApp.deps.db.read.updateTable('account').set({ email: 'other@example.com' }).execute()
    assert.equal((await browser.get(later.path)).status, 400)
    assert.equal((await browser.get('/reset-password?token=guess')).status, 400)
  })

  test('of many uses of a link at once, one sets the password', async () => {
    await using testApp = await openSite()
    await ask(testApp, person.email)
    const { token } = linkIn(await testApp.server.next())
    const use = (password: string) =>
      resetForgottenPassword({ token, password, ip: '127.0.0.1' }, withdrawAllConsents, testApp.deps).catch(() => null)
    const results = await Promise.all(Array.from({ length: 5 }, (_, at) => use(`new password ${at}`)))
    assert.equal(results.filter((result) => result !== null && 'isReset' in result).length, 1)
  })

  test('requests are limited for each address, with or without an account, and for each network', async () => {
    await using testApp = await openSite({ trustProxy: true })
    for (const email of [person.email, 'nobody@example.com']) {
      const statuses = []
      for (let at = 0; at < 6; at++) statuses.push((await ask(testApp, email, { ip: `192.0.2.${at}` })).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429], email)
    }
    const statuses = []
    for (let at = 0; at < 21; at++)
      statuses.push((await ask(testApp, `${at}@example.com`, { ip: '198.51.100.1' })).status)
    assert.deepEqual(statuses, [...Array<number>(20).fill(200), 429])
    const { text, status } = await ask(testApp, 'no address', { ip: '203.0.113.1' })
    assert.equal(status, 400)
    assert.ok(text.includes(en.forgotPassword.invalid))
  })

  test('a site without a mail server says whom to ask', async () => {
    await using testApp = await openTestApp({ settings: { mode: 'production' } })
    const browser = httpBrowser(testApp.url)
    assert.ok((await browser.get('/sign-in')).text.includes(en.signIn.forgottenHelp))
    assert.equal((await browser.get('/forgot-password')).status, 404)
    assert.equal((await browser.post('/forgot-password', { email: person.email })).status, 404)
  })

  test('a link ends when the operator or the person sets another password', async () => {
    await using testApp = await openSite()
    await ask(testApp, person.email)
    const { path } = linkIn(await testApp.server.next())
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    const passwords = { currentPassword: person.password, newPassword }
    assert.equal((await browser.callConsole('PUT', '/account/password', passwords)).status, 200)
    assert.equal((await browser.get(path)).status, 400)
    await eventually(() => testApp.server.received.some(({ subject }) => subject?.includes('was changed')))
  })
})
