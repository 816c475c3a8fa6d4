import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { mailSettingsOf, openSmtpServer, type ReceivedMail } from '../../../../../tests/support/programs/smtp-server.ts'
import { softwarePasskey } from '../../../../../tests/support/clients/software-passkey.ts'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import { en } from '../../../api/pages/locales/en.ts'
import { ko } from '../../../api/pages/locales/ko.ts'
import { createSiteRoleLink } from '../../operators/site-role-link.ts'
import { grantSiteRole } from '../../operators/site-roles.ts'
import { endControl } from '../../../api/pages/account/reset-password.ts'
import { getStreamKey } from '../../lives/stream-key.ts'
import { addPasskey } from '../passkeys/own-passkeys.ts'
import { linkProvider } from '../providers/own-providers.ts'
import { authenticateVisitor } from '../sign-in/web-session.ts'
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
    const control = {
      accessTokens: 0,
      webhooks: 0,
      streamKeys: 0,
      restreamTargets: 0,
      noticeHooks: 0,
      managers: 0,
      siteRole: false,
    }
    const removed = { providers: 0, passkeys: 0, twoStep: false, connections: 0, apps: 0, ...control }
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
      resetForgottenPassword({ token, password, ip: '127.0.0.1' }, endControl(testApp.deps), testApp.deps).catch(
        () => null,
      )
    const results = await Promise.all(Array.from({ length: 5 }, (_, at) => use(`new password ${at}`)))
    assert.equal(results.filter((result) => result !== null && 'isReset' in result).length, 1)
  })

  test('of an address that was not verified takes from the person before what acts for the account', async () => {
    await using testApp = await openSite()
    const { deps, channelId } = testApp
    const squatter = httpBrowser(testApp.url)
    await squatter.signIn(person.email, person.password)
    const app = { name: 'Bot', redirectUri: 'https://bot.example/callback' }
    const { clientId, clientSecret } = (await squatter.callConsole('POST', '/apps', app)).body.content
    const client = { clientId, clientSecret }
    await sql`insert into webhook_endpoint (id, client_id, url, created_at, changed_at)
      values (${clientId}, ${clientId}, 'https://bot.example/', 0, 0)`.execute(deps.db.read)
    const { overlayUrl } = (await squatter.callConsole('POST', '/overlays/chat/url', {})).body.content
    const overlay = { token: new URLSearchParams(new URL(overlayUrl).hash.slice(1)).get('token') }
    const openOverlay = async () =>
      (await httpBrowser(testApp.url).callConsole('POST', '/overlays/open', overlay)).status
    const useApp = async () => (await testApp.call('GET', '/open/v1/lives', { client })).status
    const streamKey = await getStreamKey(channelId, deps)
    await grantSiteRole({ channelId, role: 'OPERATOR' }, deps)
    await createSiteRoleLink('OPERATOR', deps)
    assert.deepEqual([await useApp(), await openOverlay()], [200, 200])

    await ask(testApp, person.email)
    await eventually(() => testApp.server.received.some(({ text }) => linkIn({ text } as ReceivedMail).path !== ''))
    const { token } = linkIn(testApp.server.received.find((mail) => linkIn(mail).path !== '')!)
    const owner = httpBrowser(testApp.url)
    await owner.get('/sign-in')
    assert.equal((await owner.post('/reset-password', { token, password: newPassword })).status, 302)
    assert.deepEqual([await useApp(), await openOverlay()], [401, 401])
    assert.notEqual(await getStreamKey(channelId, deps), streamKey)
    for (const table of ['webhook_endpoint', 'site_role', 'site_role_link'] as const)
      assert.deepEqual(await deps.db.read.selectFrom(table).selectAll().execute(), [])
    await eventually(() => testApp.server.received.some(({ text }) => text?.includes('another person may have used')))

    await owner.signIn(person.email, newPassword)
    const rotated = await owner.callConsole('POST', `/apps/${clientId}/secret`, { overlapHours: 0 })
    client.clientSecret = rotated.body.content?.clientSecret
    assert.deepEqual([rotated.status, await useApp()], [200, 200])
  })

  test('leaves no way into the account that the person before adds at the same time', async () => {
    await using testApp = await openSite({ host: 'localhost' })
    const { deps, channelId } = testApp
    const squatter = httpBrowser(testApp.url)
    await squatter.signIn(person.email, person.password)
    const visitor = await authenticateVisitor(squatter.cookies.get('onair-session') ?? '', deps)
    assert.ok(visitor !== null)
    const credentials = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { options } = (await squatter.callConsole('POST', '/account/passkeys/options')).body.content
        return softwarePasskey().create(options, { origin: testApp.url })
      }),
    )
    const provider = { id: 'example', issuer: 'https://id.example', name: 'Example' } as Parameters<
      typeof linkProvider
    >[0]['provider']
    const link = () => linkProvider({ visitor, provider, identityHash: Buffer.alloc(32, 1) }, deps)
    const add = (credential: string) => addPasskey(visitor, { name: 'Laptop', credential }, deps)
    await ask(testApp, person.email)
    await eventually(() => testApp.server.received.some((mail) => linkIn(mail).path !== ''))
    const { token } = linkIn(testApp.server.received.find((mail) => linkIn(mail).path !== '')!)
    const reset = resetForgottenPassword({ token, password: newPassword, ip: '127.0.0.1' }, endControl(deps), deps)
    // Some of them before the reset, some while it waits for the account or holds it.
    const racers = credentials.slice(1).flatMap((credential) => [add(credential), link()])
    await Promise.allSettled(racers)
    assert.deepEqual(await reset, { isReset: true })
    // The session was authenticated before it ended.
    await assert.rejects(add(credentials[0]!))
    assert.equal(await link(), 'unexpected_response')
    for (const table of ['passkey', 'provider_link', 'web_session'] as const)
      assert.deepEqual(
        await deps.db.read.selectFrom(table).where('channel_id', '=', channelId).select('channel_id').execute(),
        [],
        table,
      )
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
