import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SiteSettingsChange } from '@onair/contract'
import {
  goThroughProvider,
  openIdentityTestApp,
  type IdentityTestApp,
} from '../../../../../tests/support/apps/identity-test-app.ts'
import { authenticatorCode } from '../../../../../tests/support/clients/authenticator-app.ts'
import { httpBrowser, type HttpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { openForm, signOut } from '../../../../../tests/support/clients/page-forms.ts'
import { softwarePasskey } from '../../../../../tests/support/clients/software-passkey.ts'
import {
  mailSettingsOf,
  openSmtpServer,
  type TestSmtpServer,
} from '../../../../../tests/support/programs/smtp-server.ts'
import { en } from '../../../api/pages/locales/en.ts'
import type { Config } from '../../../config/config.ts'
import { runClockSweeps } from '../../../worker/sweeps.ts'
import { listEntries } from '../../audit/list-entries.ts'
import { grantSiteRole } from '../../operators/site-roles.ts'
import { createInvitation } from '../invitations/invitations.ts'
import { deleteAccount, suspendAccount } from '../end/end-account.ts'

const person = { channelName: '방송인', email: 'person@example.com', password: 'correct horse' }
const { refusals, emailTaken } = en.provider

const openSite = (settings: Partial<Config> = {}) =>
  openIdentityTestApp({ signsIn: true, settings: { host: 'localhost', ...settings } })

/** Starts on the sign-in page, and signs in at the provider. Returns the URL to which the provider redirects. */
async function answerOf(
  { url }: IdentityTestApp,
  browser: HttpBrowser,
  {
    name,
    page = '/sign-in',
    back,
    invitation,
  }: { name: string | null; page?: string; back?: string; invitation?: string },
): Promise<string> {
  await browser.get(page)
  const query = back === undefined ? '' : `?${String(new URLSearchParams({ back }))}`
  const form = invitation === undefined ? {} : { invitation }
  const { location } = await browser.post(`/sign-in/with/company${query}`, form)
  return goThroughProvider(browser, url, { location, name })
}

type Way = Parameters<typeof answerOf>[2]
const continueAs = async (testApp: IdentityTestApp, browser: HttpBrowser, way: Way) =>
  browser.get(await answerOf(testApp, browser, way))

async function signUpAs(testApp: IdentityTestApp, way: Way, form: Record<string, string> = {}) {
  const browser = httpBrowser(testApp.url)
  const { location } = await continueAs(testApp, browser, way)
  assert.ok(location?.startsWith('/sign-up/with-provider') === true, location ?? 'no redirect')
  const page = await browser.get(location)
  const email = /name="email"[^>]*value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const answer = await browser.post(location, { channelName: '새 방송인', email, ...form })
  return { browser, page, answer, email }
}

async function signedIn(testApp: Pick<IdentityTestApp, 'url'>, { email, password } = person) {
  const browser = httpBrowser(testApp.url)
  await browser.signIn(email, password)
  return browser
}

async function openOperator(testApp: IdentityTestApp) {
  const { channelId } = await testApp.act('createPerson', person)
  await grantSiteRole({ channelId, role: 'OPERATOR' }, testApp.deps)
  return signedIn(testApp)
}

/** Links the account of a browser, and returns the last response. */
async function link(testApp: IdentityTestApp, browser: HttpBrowser, name: string) {
  const { status, body } = await browser.callConsole('POST', '/account/providers/company')
  assert.equal(status, 200, JSON.stringify(body))
  return browser.get(await goThroughProvider(browser, testApp.url, { location: body.content.url, name }))
}

async function confirm(testApp: IdentityTestApp, browser: HttpBrowser, name: string, code?: string) {
  const { status, body } = await browser.callConsole('POST', '/account/provider-check/company', { code })
  assert.equal(status, 200, JSON.stringify(body))
  return browser.get(await goThroughProvider(browser, testApp.url, { location: body.content.url, name }))
}

async function turnOnTwoStep({ clock }: Pick<IdentityTestApp, 'clock'>, browser: HttpBrowser): Promise<string> {
  const { body } = await browser.callConsole('POST', '/account/authenticator')
  const { secret } = body.content
  const code = authenticatorCode(secret, clock.now())
  assert.equal((await browser.callConsole('POST', '/account/authenticator/confirmation', { code })).status, 200)
  return secret
}

async function addPasskey({ url: origin }: Pick<IdentityTestApp, 'url'>, browser: HttpBrowser): Promise<string> {
  const { body } = await browser.callConsole('POST', '/account/passkeys/options')
  const credential = softwarePasskey().create(body.content.options, { origin })
  const added = await browser.callConsole('POST', '/account/passkeys', { name: 'Laptop', credential })
  assert.equal(added.status, 200, JSON.stringify(added.body))
  return added.body.content.passkeyId
}

const requireTerms = ({ deps }: IdentityTestApp) =>
  deps.site.publish({ kind: 'TERMS', text: 'Be kind.', mustBeAccepted: true })

/** The next mail about a provider. */
async function nextAbout(smtp: TestSmtpServer) {
  for (;;) {
    const mail = await smtp.next()
    if (mail.subject?.includes('Company')) return mail
  }
}

const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
const accountOf = async (browser: HttpBrowser) => (await browser.callConsole('GET', '/account')).body.content
const isSignedIn = async (browser: HttpBrowser) => (await browser.callConsole('GET', '/me')).status === 200
const titleOf = (text: string) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
const codeOf = ({ body }: Awaited<ReturnType<HttpBrowser['callConsole']>>) => body.reason?.code
const unlink = (browser: HttpBrowser) => browser.callConsole('DELETE', '/account/providers/company')

describe('signing in with a provider', () => {
  test('shows a button on the pages of sign-in and sign-up, and none without providers', async () => {
    await using testApp = await openSite()
    const browser = httpBrowser(testApp.url)
    for (const path of ['/sign-in?back=%2Fstudio', '/sign-up']) {
      const { text } = await browser.get(path)
      assert.ok(text.includes(en.provider.continueWith('Company')), path)
    }
    await using other = await openIdentityTestApp()
    assert.ok(!(await httpBrowser(other.url).get('/sign-in')).text.includes('sign-in/with'))
    assert.equal((await httpBrowser(other.url).get('/sign-in/with/company/callback')).status, 404)
    assert.equal((await httpBrowser(other.url).get('/sign-up/with-provider')).status, 404)
  })

  test('signs in to the linked account, and returns to the consent page', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', person)
    await link(testApp, await signedIn(testApp), 'alice')
    const browser = httpBrowser(testApp.url)
    const back = '/account-interlock?clientId=a&redirectUri=b&state=c'
    const { status, location } = await continueAs(testApp, browser, { name: 'alice', back })
    assert.deepEqual([status, location, await isSignedIn(browser)], [302, back, true])
    assert.equal(browser.cookies.has('onair-pending'), false)
    const { providers } = await accountOf(browser)
    assert.ok(providers[0].link.lastUsedDate)
  })

  test('does not return to another site', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', person)
    await link(testApp, await signedIn(testApp), 'alice')
    for (const back of ['https://evil.example/', '//evil.example', '/\\evil.example', '/'.repeat(5)]) {
      const { location } = await continueAs(testApp, httpBrowser(testApp.url), { name: 'alice', back })
      assert.equal(location, '/', back)
    }
    const long = `/watch?${'x'.repeat(4_000)}`
    assert.equal((await continueAs(testApp, httpBrowser(testApp.url), { name: 'alice', back: long })).location, '/')
  })

  test('does not count as a confirmation, for the provider may only have known the browser', async () => {
    await using testApp = await openSite()
    const { browser: first } = await signUpAs(testApp, { name: 'alice' })
    assert.equal((await first.callConsole('GET', '/account/export')).status, 200)
    const browser = httpBrowser(testApp.url)
    await continueAs(testApp, browser, { name: 'alice' })
    assert.equal(await isSignedIn(browser), true)
    assert.equal(codeOf(await browser.callConsole('GET', '/account/export')), 'PASSWORD_REQUIRED')
    const { body } = await browser.callConsole('PUT', '/account/password', { newPassword: person.password })
    assert.equal(body.reason?.code, 'PASSWORD_REQUIRED')
    await confirm(testApp, browser, 'alice')
    assert.equal((await browser.callConsole('GET', '/account/export')).status, 200)
  })

  test('asks for the second factor afterwards, which counts as a confirmation', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', person)
    const owner = await signedIn(testApp)
    await link(testApp, owner, 'alice')
    const secret = await turnOnTwoStep(testApp, owner)
    const browser = httpBrowser(testApp.url)
    const { location } = await continueAs(testApp, browser, { name: 'alice', back: '/studio' })
    assert.equal(location, '/sign-in/code?back=%2Fstudio')
    assert.equal(await isSignedIn(browser), false)
    testApp.clock.advance(30_000)
    await browser.get(location)
    const done = await browser.post(location, { code: authenticatorCode(secret, testApp.clock.now()) })
    assert.deepEqual([done.status, done.location, await isSignedIn(browser)], [302, '/studio', true])
    assert.equal((await browser.callConsole('GET', '/account/export')).status, 200)
  })

  test('refuses a suspended account and a blocked network', async () => {
    await using testApp = await openSite({ sandboxPublic: true, trustProxy: true })
    const { channelId } = await testApp.act('createPerson', person)
    await link(testApp, await signedIn(testApp), 'alice')
    const browser = httpBrowser(testApp.url)
    const answer = await answerOf(testApp, browser, { name: 'alice' })
    await testApp.deps.blockedNetworks.block({
      network: '192.0.2.0/24',
      reason: 'spam',
      seconds: undefined,
      ip: '198.51.100.1',
    })
    const blocked = await browser.get(answer, { headers: { 'x-forwarded-for': '192.0.2.7' } })
    assert.deepEqual([blocked.status, titleOf(blocked.text)], [403, en.errors.networkBlocked.title])
    await suspendAccount({ channelId, reason: 'spam' }, async () => {}, testApp.deps)
    const refused = await browser.get(answer)
    assert.equal(refused.status, 403)
    assert.ok(refused.text.includes(en.signIn.refusals.suspended))
    assert.equal(await isSignedIn(browser), false)
  })

  test('records the browser, and refuses one that is blocked, also where an answer arrives', async () => {
    await using testApp = await openSite()
    const operator = await openOperator(testApp)
    const { browser: first } = await signUpAs(testApp, { name: 'alice' })
    const { channelId } = await accountOf(first)
    const second = httpBrowser(testApp.url)
    await continueAs(testApp, second, { name: 'alice' })
    for (const browser of [first, second]) browser.cookies.delete('onair-session')
    const answer = await answerOf(testApp, second, { name: 'bob' })
    const { location } = await continueAs(testApp, first, { name: 'carol' })
    const suspension = { channelIds: [channelId], reason: 'spam', blocksDevices: true }
    assert.equal((await operator.callConsole('POST', '/admin/suspensions', suspension)).status, 200)
    const { data } = (await operator.callConsole('GET', '/admin/blocked-devices')).body.content
    assert.equal(data[0].devices, 2)

    const signUpForm = { channelName: '다시', email: 'carol@example.com' }
    const refused = [
      await second.get(answer),
      await second.post('/sign-in/with/company', {}),
      await first.post(location ?? '', signUpForm),
    ]
    for (const { status, text } of refused)
      assert.deepEqual([status, titleOf(text)], [403, en.errors.deviceBlocked.title])
    assert.equal((await operator.callConsole('DELETE', `/admin/blocked-devices/${channelId}`)).status, 200)
    assert.ok((await second.get(answer)).location?.startsWith('/sign-up/with-provider'))
    assert.equal((await first.post(location ?? '', signUpForm)).status, 302)
  })

  test('leads to the terms that the person has not accepted', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', person)
    await link(testApp, await signedIn(testApp), 'alice')
    await requireTerms(testApp)
    const browser = httpBrowser(testApp.url)
    const { location } = await continueAs(testApp, browser, { name: 'alice', back: '/verify-identity' })
    assert.equal((await browser.get(location ?? '')).location, '/accept-terms?back=%2Fverify-identity')
  })

  test('limits the ways of a network to providers, and the sign-ins of an account', async () => {
    await using testApp = await openSite({ signInsPerAccount: 2 })
    await testApp.act('createPerson', person)
    await link(testApp, await signedIn(testApp), 'alice')
    const statuses = []
    for (let at = 0; at < 2; at++)
      statuses.push((await continueAs(testApp, httpBrowser(testApp.url), { name: 'alice' })).status)
    assert.deepEqual(statuses, [302, 429])
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    let last = 302
    for (let at = 0; at < 101 && last === 302; at++) last = (await browser.post('/sign-in/with/company', {})).status
    assert.equal(last, 429)
  })
})

describe('the answer of a provider', () => {
  test('counts once, in the browser that started, within 10 minutes', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', person)
    await link(testApp, await signedIn(testApp), 'alice')
    const browser = httpBrowser(testApp.url)
    const answer = await answerOf(testApp, browser, { name: 'alice' })
    const other = httpBrowser(testApp.url)
    await other.get('/sign-in')
    const foreign = await other.get(answer)
    assert.deepEqual([foreign.status, titleOf(foreign.text)], [400, refusals.unexpected_response().title])
    const racers = await Promise.all([browser.get(answer), browser.get(answer), browser.get(answer)])
    assert.deepEqual(statusesOf(racers), [302, 400, 400])
    const late = httpBrowser(testApp.url)
    const lateAnswer = await answerOf(testApp, late, { name: 'alice' })
    testApp.clock.advance(600_000)
    assert.equal((await late.get(lateAnswer)).status, 400)
  })

  test('is refused with another state, another code and another issuer', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', person)
    await link(testApp, await signedIn(testApp), 'alice')
    for (const [parameter, value, status] of [
      ['state', 'x', 400],
      ['state', '', 400],
      ['code', 'x', 403],
      ['iss', 'https://evil.example', 403],
    ] as const) {
      const browser = httpBrowser(testApp.url)
      const answer = new URL(await answerOf(testApp, browser, { name: 'alice' }))
      answer.searchParams.set(parameter, value)
      const { status: seen } = await browser.get(answer.href)
      assert.deepEqual([seen, await isSignedIn(browser)], [status, false], parameter)
    }
  })

  test('is refused with another spelling of a state that was used', async () => {
    await using testApp = await openSite()
    const browser = httpBrowser(testApp.url)
    const answer = new URL(await answerOf(testApp, browser, { name: 'alice' }))
    await browser.get(answer.href)
    answer.searchParams.set('state', `${answer.searchParams.get('state')}=`)
    assert.equal((await browser.get(answer.href)).status, 400)
  })

  test('says that the person cancelled, and that the provider is unavailable', async () => {
    await using testApp = await openSite()
    const browser = httpBrowser(testApp.url)
    const cancelled = await continueAs(testApp, browser, { name: null, back: '/studio' })
    assert.deepEqual([cancelled.status, titleOf(cancelled.text)], [403, refusals.denied('Company').title])
    assert.ok(cancelled.text.includes('/sign-in?back=%2Fstudio'))
    testApp.handlerOverrides.set('/token', (_request, response) => response.writeHead(503).end())
    const away = await continueAs(testApp, httpBrowser(testApp.url), { name: 'alice' })
    assert.deepEqual([away.status, titleOf(away.text)], [503, refusals.unavailable('Company').title])
    testApp.handlerOverrides.set('/.well-known/openid-configuration', (_request, response) =>
      response.writeHead(500).end(),
    )
    await browser.get('/sign-in')
    assert.equal((await browser.post('/sign-in/with/company', {})).status, 503)
  })

  test('needs a form of the site', async () => {
    await using testApp = await openSite()
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    assert.equal((await browser.post('/sign-in/with/company', { csrf: 'x' })).status, 403)
  })
})

describe('signing up with a provider', () => {
  test('creates an account without a password, with the verified address', async () => {
    await using smtp = await openSmtpServer()
    await using testApp = await openSite(mailSettingsOf(smtp))
    const { browser, page, answer, email } = await signUpAs(testApp, { name: 'alice', back: '/studio' })
    assert.equal(email, 'alice@example.com')
    assert.ok(!page.text.includes('type="password"'))
    assert.deepEqual([answer.status, answer.location], [302, '/studio'])
    const account = await accountOf(browser)
    assert.deepEqual(
      [account.channelName, account.email, account.emailVerified, account.hasPassword],
      ['새 방송인', 'alice@example.com', true, false],
    )
    assert.ok(account.providers[0].link)
    const again = httpBrowser(testApp.url)
    assert.equal((await continueAs(testApp, again, { name: 'alice' })).location, '/')
    assert.equal((await accountOf(again)).channelId, account.channelId)
    assert.equal(
      smtp.received.some(({ subject }) => subject?.includes('Verify')),
      false,
    )
    const wrong = httpBrowser(testApp.url)
    await wrong.get('/sign-in')
    assert.equal((await wrong.post('/sign-in', { email, password: '' })).status, 400)
  })

  test('verifies an address that the provider has not verified, or that the person types', async () => {
    await using testApp = await openSite()
    const first = await signUpAs(testApp, { name: 'bob-unverified' })
    assert.equal(first.email, 'bob-unverified@example.com')
    assert.equal((await accountOf(first.browser)).emailVerified, false)
    const second = await signUpAs(testApp, { name: 'alice' }, { email: 'typed@example.com' })
    const { email, emailVerified } = await accountOf(second.browser)
    assert.deepEqual([email, emailVerified], ['typed@example.com', false])
  })

  test('takes no account over that has the same address', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', { ...person, email: 'alice@example.com' })
    const browser = httpBrowser(testApp.url)
    const { location } = await continueAs(testApp, browser, { name: 'alice' })
    const seen = await browser.get(location ?? '')
    assert.deepEqual([seen.status, titleOf(seen.text)], [409, emailTaken.title])
    assert.ok(seen.text.includes('/sign-in?back='))
    const posted = await browser.post(location ?? '', { channelName: '새', email: 'alice@example.com' })
    assert.deepEqual([posted.status, await isSignedIn(browser)], [409, false])
    await testApp.act('createPerson', { ...person, email: 'bob-unverified@example.com' })
    const { answer } = await signUpAs(testApp, { name: 'bob-unverified' })
    assert.equal(answer.status, 400)
    assert.ok(answer.text.includes(en.provider.linkFirst('Company')))
  })

  test('follows the rules of the site: closed, invitation, domains, documents', async () => {
    await using testApp = await openSite()
    const setRules = (rules: SiteSettingsChange) => testApp.deps.site.change(rules)
    await setRules({ signUp: 'CLOSED' })
    const closed = await continueAs(testApp, httpBrowser(testApp.url), { name: 'alice' })
    assert.deepEqual([closed.status, titleOf(closed.text)], [403, en.errors.signUpClosed.title])
    assert.ok(closed.text.includes(en.provider.linkFirst('Company')))

    await setRules({ signUp: 'INVITATION' })
    assert.equal((await continueAs(testApp, httpBrowser(testApp.url), { name: 'alice' })).status, 403)
    const path = await createInvitation({ uses: 1, days: 1 }, testApp.deps)
    const invitation = new URLSearchParams(path.slice(path.indexOf('?'))).get('invitation') ?? ''
    const { answer } = await signUpAs(testApp, { name: 'alice', page: path, invitation })
    assert.equal(answer.status, 302)
    const second = await continueAs(testApp, httpBrowser(testApp.url), { name: 'carol', page: '/sign-in', invitation })
    assert.equal(second.status, 403)

    await setRules({ signUp: 'OPEN', allowedMailDomains: ['company.example'] })
    assert.equal((await signUpAs(testApp, { name: 'dave' })).answer.status, 400)
    assert.equal((await signUpAs(testApp, { name: 'dave' }, { email: 'dave@company.example' })).answer.status, 302)

    await setRules({ allowedMailDomains: [] })
    await requireTerms(testApp)
    const refused = await signUpAs(testApp, { name: 'erin' })
    assert.ok(refused.answer.text.includes(en.signUp.mustAccept))
    const accepted = await refused.browser.post('/sign-up/with-provider', {
      channelName: '새',
      email: refused.email,
      accepts: '1',
    })
    assert.equal(accepted.status, 302)
  })

  test('waits for approval like a sign-up with a password, and solves no puzzle', async () => {
    await using testApp = await openSite()
    const operator = await openOperator(testApp)
    await testApp.deps.site.change({ signUp: 'APPROVAL', hasSignUpPuzzle: true })
    const { browser, page, answer } = await signUpAs(testApp, { name: 'alice' }, { request: 'I stream chess.' })
    assert.ok(page.text.includes('name="request"') && !page.text.includes('data-puzzle'))
    assert.deepEqual([answer.status, answer.location], [302, '/sign-in?waiting'])
    assert.deepEqual([browser.cookies.has('onair-pending'), await isSignedIn(browser)], [false, false])
    testApp.clock.advance(1)
    await signUpAs(testApp, { name: 'bob' })
    const comeBack = async (name: string) => {
      const { status, location, text } = await continueAs(testApp, httpBrowser(testApp.url), { name })
      const said = Object.values(en.signIn.refusals).find((refusal) => text.includes(refusal))
      return [status, location ?? said]
    }
    assert.deepEqual(await comeBack('alice'), [403, en.signIn.refusals.waiting])

    const { data } = (await operator.callConsole('GET', '/admin/people?state=WAITING')).body.content
    assert.deepEqual(
      data.map(({ email, request }: any) => [email, request.text]),
      [
        ['bob@example.com', ''],
        ['alice@example.com', 'I stream chess.'],
      ],
    )
    const decide = async ({ channelId }: { channelId: string }, isApproved: boolean) =>
      (await operator.callConsole('POST', '/admin/sign-up-decisions', { channelIds: [channelId], isApproved })).body
        .content.decided
    assert.deepEqual([await decide(data[1], true), await decide(data[0], false)], [1, 1])
    assert.deepEqual(await comeBack('alice'), [302, '/'])
    assert.deepEqual(await comeBack('bob'), [403, en.signIn.refusals.refused])

    // The identity of a refused person is free when the account is deleted.
    testApp.clock.advance(7 * 86_400_000)
    await runClockSweeps(testApp.deps)
    assert.equal((await signUpAs(testApp, { name: 'bob' })).answer.location, '/sign-in?waiting')
  })

  test('chooses no reserved name, no refused word and no name of those who run the site', async () => {
    await using testApp = await openSite()
    await openOperator(testApp)
    await testApp.deps.site.change({
      reservedNames: { added: ['운영팀'], removed: [] },
      refusedWords: { added: ['도박'], removed: [] },
    })
    const { browser, answer, email } = await signUpAs(testApp, { name: 'alice' }, { channelName: '운영팀' })
    assert.ok(answer.text.includes('“운영팀” is a reserved name'))
    const statuses = []
    for (const channelName of ['운영팀 직원', '도 박', '방 송 인', '새 방송인'])
      statuses.push((await browser.post('/sign-up/with-provider', { channelName, email })).status)
    assert.deepEqual(statuses, [400, 400, 400, 302])
  })

  test('creates one account of one identity, of several browsers at once', async () => {
    await using testApp = await openSite()
    const browsers = await Promise.all(
      [1, 2, 3].map(async (at) => {
        const browser = httpBrowser(testApp.url)
        const { location } = await continueAs(testApp, browser, { name: 'alice' })
        await browser.get(location ?? '')
        return { browser, form: { channelName: `이름 ${at}`, email: `alice${at}@example.com` } }
      }),
    )
    const answers = await Promise.all(browsers.map(({ browser, form }) => browser.post('/sign-up/with-provider', form)))
    const locations = answers.map(({ location }) => String(location)).toSorted()
    assert.deepEqual(locations, ['/', '/sign-in?expired=provider', '/sign-in?expired=provider'])
  })

  test('starts again in a browser that has not been at the provider, or after 30 minutes', async () => {
    await using testApp = await openSite()
    const browser = httpBrowser(testApp.url)
    assert.equal((await browser.get('/sign-up/with-provider')).location, '/sign-in?expired=provider')
    const { location } = await continueAs(testApp, browser, { name: 'alice' })
    await browser.get(location ?? '')
    testApp.clock.advance(1_800_000)
    const late = await browser.post(location ?? '', { channelName: '새', email: 'alice@example.com' })
    assert.equal(late.location, '/sign-in?expired=provider')
  })
})

describe('linking and unlinking', () => {
  test('links with a mail and an entry of the audit log, and unlinks', async () => {
    await using smtp = await openSmtpServer()
    await using testApp = await openSite({ ...mailSettingsOf(smtp) })
    await testApp.act('createPerson', person)
    const browser = await signedIn(testApp)
    const linked = await link(testApp, browser, 'alice')
    assert.deepEqual([linked.status, linked.location], [302, '/account#providers'])
    assert.ok((await accountOf(browser)).providers[0].link)
    assert.equal(codeOf(await browser.callConsole('POST', '/account/providers/company')), 'PROVIDER_LINKED')
    assert.equal((await unlink(browser)).status, 200)
    assert.equal((await accountOf(browser)).providers[0].link, null)
    assert.equal(codeOf(await unlink(browser)), 'PROVIDER_NOT_LINKED')
    const subjects = [String((await nextAbout(smtp)).subject), String((await nextAbout(smtp)).subject)]
    assert.deepEqual(subjects.toSorted(), [
      '[Onair] Sign-in with Company was added',
      '[Onair] Sign-in with Company was removed',
    ])
    const entries = await listEntries({ actions: ['account.provider_link_changed'], limit: 10 }, testApp.deps)
    assert.deepEqual(entries.map(({ detail }) => detail).toReversed(), [
      { change: 'LINKED', provider: 'company' },
      { change: 'UNLINKED', provider: 'company' },
    ])
  })

  test('needs a recent password, and the second factor where there is one', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', person)
    const browser = await signedIn(testApp)
    const old = await signedIn(testApp)
    await addPasskey(testApp, browser)
    assert.equal(codeOf(await old.callConsole('POST', '/account/providers/company')), 'SECOND_FACTOR_REQUIRED')
    testApp.clock.advance(601_000)
    for (const method of ['POST', 'DELETE'])
      assert.equal(codeOf(await browser.callConsole(method, '/account/providers/company')), 'PASSWORD_REQUIRED')
    assert.equal((await browser.callConsole('POST', '/account/providers/other')).status, 403)
  })

  test('an answer links only in the session that started', async () => {
    await using testApp = await openSite()
    await testApp.act('createPerson', person)
    const browser = await signedIn(testApp)
    const { body } = await browser.callConsole('POST', '/account/providers/company')
    const answer = await goThroughProvider(browser, testApp.url, { location: body.content.url, name: 'alice' })
    const other = await signedIn(testApp)
    assert.equal((await other.get(answer)).status, 400)
    assert.equal((await httpBrowser(testApp.url).get(answer)).status, 400)
    assert.equal((await accountOf(browser)).providers[0].link, null)
    assert.equal((await browser.get(answer)).status, 302)
  })

  test('an identity belongs to one account: of several that link it at once, one gets it', async () => {
    await using testApp = await openSite()
    const people = [1, 2, 3].map((at) => ({ ...person, email: `person${at}@example.com` }))
    const browsers = await Promise.all(
      people.map(async (each) => {
        await testApp.act('createPerson', each)
        const browser = await signedIn(testApp, each)
        const { body } = await browser.callConsole('POST', '/account/providers/company')
        const answer = await goThroughProvider(browser, testApp.url, { location: body.content.url, name: 'alice' })
        return { browser, answer }
      }),
    )
    const seen = await Promise.all(browsers.map(({ browser, answer }) => browser.get(answer)))
    assert.deepEqual(statusesOf(seen), [302, 409, 409])
    const refused = seen.find(({ status }) => status === 409)
    assert.equal(titleOf(refused?.text ?? ''), refusals.linked_elsewhere('Company').title)
    const links = await Promise.all(browsers.map(async ({ browser }) => (await accountOf(browser)).providers[0].link))
    assert.equal(links.filter((each) => each !== null).length, 1)
  })

  test('keeps the last way to sign in, also of requests at once', async () => {
    await using testApp = await openSite()
    const { browser } = await signUpAs(testApp, { name: 'alice' })
    assert.equal(codeOf(await unlink(browser)), 'LAST_SIGN_IN')
    const passkeyId = await addPasskey(testApp, browser)
    const removePasskey = () => browser.callConsole('DELETE', `/account/passkeys/${passkeyId}`)
    const answers = await Promise.all([unlink(browser), removePasskey(), unlink(browser), removePasskey()])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const { passkeys, providers } = await accountOf(browser)
    assert.equal(passkeys.length + (providers[0].link === null ? 0 : 1), 1)
  })

  test('exports the links, and deletes them with the account', async () => {
    await using testApp = await openSite()
    const { browser } = await signUpAs(testApp, { name: 'alice' })
    const { channelId } = await accountOf(browser)
    const kinds = new Map<string, any[]>()
    let next: string | null = ''
    while (next !== null) {
      const { body }: Awaited<ReturnType<HttpBrowser['callConsole']>> = await browser.callConsole(
        'GET',
        `/account/export${next === '' ? '' : `?next=${next}`}`,
      )
      kinds.set(body.content.kind, [...(kinds.get(body.content.kind) ?? []), ...body.content.data])
      next = body.content.page.next
    }
    const [exported] = kinds.get('providerLinks') ?? []
    assert.deepEqual(Object.keys(exported).toSorted(), ['createdDate', 'issuer', 'lastUsedDate'])
    assert.equal(exported.issuer, testApp.issuer)
    await deleteAccount(channelId, async () => {}, testApp.deps)
    const { answer } = await signUpAs(testApp, { name: 'alice' })
    assert.equal(answer.status, 302)
  })
})

describe('a person without a password', () => {
  test('confirms by the provider, which asks for a sign-in again', async () => {
    await using testApp = await openSite()
    const { browser } = await signUpAs(testApp, { name: 'alice' })
    testApp.clock.advance(601_000)
    assert.equal(codeOf(await browser.callConsole('GET', '/account/export')), 'PASSWORD_REQUIRED')
    const { body } = await browser.callConsole('POST', '/account/provider-check/company', {})
    assert.equal(new URL(body.content.url).searchParams.get('max_age'), '0')
    const other = await confirm(testApp, browser, 'mallory')
    assert.deepEqual([other.status, titleOf(other.text)], [403, refusals.unverified('Company').title])
    assert.equal(codeOf(await browser.callConsole('GET', '/account/export')), 'PASSWORD_REQUIRED')
    const confirmed = await confirm(testApp, browser, 'alice')
    assert.deepEqual([confirmed.status, titleOf(confirmed.text)], [200, en.provider.confirmed.title])
    assert.equal((await browser.callConsole('GET', '/account/export')).status, 200)
  })

  test('is not confirmed where the browser does not ask the provider for a sign-in again', async () => {
    await using testApp = await openSite()
    const { browser } = await signUpAs(testApp, { name: 'alice' })
    testApp.clock.advance(601_000)
    const { body } = await browser.callConsole('POST', '/account/provider-check/company', {})
    const edited = new URL(body.content.url)
    edited.searchParams.delete('max_age')
    const answer = await goThroughProvider(browser, testApp.url, { location: edited.href, name: 'alice' })
    const refused = await browser.get(answer)
    assert.deepEqual([refused.status, titleOf(refused.text)], [403, refusals.unverified('Company').title])
    assert.equal(codeOf(await browser.callConsole('GET', '/account/export')), 'PASSWORD_REQUIRED')
  })

  test('enters a code before, with two-step verification', async () => {
    await using testApp = await openSite()
    const { browser } = await signUpAs(testApp, { name: 'alice' })
    const secret = await turnOnTwoStep(testApp, browser)
    testApp.clock.advance(601_000)
    const check = (code?: string) => browser.callConsole('POST', '/account/provider-check/company', { code })
    assert.equal(codeOf(await check()), 'CODE_REQUIRED')
    assert.equal(codeOf(await check('000000')), 'WRONG_CODE')
    const confirmed = await confirm(testApp, browser, 'alice', authenticatorCode(secret, testApp.clock.now()))
    assert.equal(confirmed.status, 200)
    assert.equal((await browser.callConsole('POST', '/account/authenticator/removal', {})).status, 200)
  })

  test('changes the address, sets a password and deletes the account after a confirmation', async () => {
    await using testApp = await openSite()
    const { browser } = await signUpAs(testApp, { name: 'alice' })
    testApp.clock.advance(601_000)
    const email = 'new@example.com'
    const calls = [
      ['PUT', '/account/email', { email }],
      ['PUT', '/account/password', { newPassword: person.password }],
      ['POST', '/account/deletion', {}],
      ['POST', '/account/password-check', { password: 'anything' }],
    ] as const
    for (const [method, path, body] of calls)
      assert.equal(codeOf(await browser.callConsole(method, path, body)), 'PASSWORD_REQUIRED', path)
    await confirm(testApp, browser, 'alice')
    // It does not last longer by another one.
    assert.equal(codeOf(await browser.callConsole('POST', '/account/password-check', {})), 'PASSWORD_REQUIRED')
    for (const [method, path, body] of calls.slice(0, 2))
      assert.equal((await browser.callConsole(method, path, body)).status, 200, path)
    assert.equal((await accountOf(browser)).hasPassword, true)
    await signedIn(testApp, { ...person, email })
    assert.equal(codeOf(await browser.callConsole('POST', '/account/provider-check/company', {})), 'HAS_PASSWORD')
    assert.equal(codeOf(await browser.callConsole('POST', '/account/deletion', {})), 'EMPTY')
    assert.equal((await unlink(browser)).status, 200)

    const other = await signUpAs(testApp, { name: 'bob' })
    assert.equal((await other.browser.callConsole('POST', '/account/deletion', {})).status, 200)
    assert.equal(await isSignedIn(other.browser), false)
  })
})

async function grantToken(testApp: IdentityTestApp, channelId: string): Promise<string> {
  const { client } = await testApp.createFixture()
  return (await testApp.act('createGrant', { clientId: client.clientId, channelId })).accessToken
}

/** Sets a password by the link of a mail, and signs in with it. */
async function resetByMail(testApp: IdentityTestApp, smtp: TestSmtpServer, email: string) {
  const owner = httpBrowser(testApp.url)
  await owner.get('/forgot-password')
  await owner.post('/forgot-password', { email })
  let token: string | undefined
  while (token === undefined) token = /\/reset-password\?token=([\w-]+)/.exec((await smtp.next()).text ?? '')?.[1]
  await owner.get(`/reset-password?token=${token}`)
  assert.equal((await owner.post('/reset-password', { token, password: person.password })).status, 302)
  await owner.signIn(email, person.password)
  return owner
}

describe('a forgotten password', () => {
  test('ends all ways into an account that another person opened with the address', async () => {
    await using smtp = await openSmtpServer()
    await using testApp = await openSite(mailSettingsOf(smtp))
    const { browser: squatter } = await signUpAs(testApp, { name: 'mallory' }, { email: person.email })
    const { channelId } = await accountOf(squatter)
    await addPasskey(testApp, squatter)
    await turnOnTwoStep(testApp, squatter)
    const token = await grantToken(testApp, channelId)

    const account = await accountOf(await resetByMail(testApp, smtp, person.email))
    assert.deepEqual(
      [account.channelId, account.emailVerified, account.passkeys, account.authenticator, account.providers[0].link],
      [channelId, true, [], null, null],
    )
    assert.equal(await isSignedIn(squatter), false)
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 401)
    const { location } = await continueAs(testApp, httpBrowser(testApp.url), { name: 'mallory' })
    assert.equal(location, '/sign-up/with-provider')
    const [entry] = await listEntries({ actions: ['account.password_changed'], limit: 1 }, testApp.deps)
    const removed = { providers: 1, passkeys: 1, twoStep: true, connections: 1, apps: 0, siteRole: false }
    const control = { accessTokens: 0, webhooks: 0, streamKeys: 0, restreamTargets: 0, noticeHooks: 0, managers: 0 }
    assert.deepEqual(entry?.detail, { endedSessions: 1, reason: 'FORGOTTEN', ...removed, ...control })
  })

  test('leaves the provider, the passkeys and the applications of a person whose address was verified', async () => {
    await using smtp = await openSmtpServer()
    await using testApp = await openSite(mailSettingsOf(smtp))
    const { browser, email } = await signUpAs(testApp, { name: 'alice' })
    await addPasskey(testApp, browser)
    const token = await grantToken(testApp, (await accountOf(browser)).channelId)
    const { passkeys, providers } = await accountOf(await resetByMail(testApp, smtp, email))
    assert.deepEqual([passkeys.length, providers[0].link === null], [1, false])
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
  })
})

test('a signed-in person goes on where they were, and a signed-out one begins anew', async () => {
  await using testApp = await openSite()
  const { browser } = await signUpAs(testApp, { name: 'alice' })
  await openForm(testApp, browser)
  assert.equal((await browser.post('/sign-in/with/company?back=%2Fstudio', {})).location, '/studio')
  assert.equal((await browser.get('/sign-up/with-provider')).location, '/')
  await signOut(testApp, browser)
  assert.equal((await continueAs(testApp, browser, { name: 'alice' })).location, '/')
})
