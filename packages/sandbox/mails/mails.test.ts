import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { en } from '@onair/server/api/pages/locales/en.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openSandboxApp, type SandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

async function signUp({ url }: SandboxApp, name: string) {
  const browser = httpBrowser(url)
  await browser.get('/sign-up')
  const form = { channelName: name, email: `${name}@example.com`, password: 'long enough' }
  assert.equal((await browser.post('/sign-up', form)).status, 302)
  const { body } = await browser.callConsole('GET', '/me')
  return { ...browser, channelId: body.content.channelId as string, email: form.email }
}

const listMails = async (testApp: SandboxApp, query = '') => testApp.sandbox('GET', `/mails${query}`)
const addressesOf = ({ data }: { data: { to: string }[] }) => data.map(({ to }) => to)
/** The mails once none waits. */
const deliveredMails = (testApp: SandboxApp, query = '') =>
  eventually(async () => {
    const { data } = await listMails(testApp, query)
    return data.length > 0 && data.every(({ state }: { state: string }) => state !== 'WAITING') && data
  })

describe('mails of a sandbox', () => {
  test('are kept with text, HTML and link, also where a mail server is set', async () => {
    await using testApp = await openSandboxApp({
      settings: { mailUrl: 'smtp://127.0.0.1:9', mailFrom: 'no-reply@onair.example' },
    })
    const { channelId, email } = await signUp(testApp, 'one')
    const [mail] = await deliveredMails(testApp)
    assert.deepEqual(
      [mail.channelId, mail.to, mail.kind, mail.language, mail.state, mail.failure],
      [channelId, email, 'VERIFY_EMAIL', 'en', 'SENT', null],
    )
    assert.ok(mail.text.includes(mail.link) && mail.html.includes(mail.link))
    assert.equal((await httpBrowser(testApp.url).get(mail.link)).status, 200)
  })

  test('are listed by person and kind, in pages, newest first', async () => {
    await using testApp = await openSandboxApp()
    const people = []
    for (const name of ['one', 'two', 'three']) {
      people.push(await signUp(testApp, name))
      testApp.clock.advance(1_000)
    }
    const first = await listMails(testApp, '?size=2')
    assert.deepEqual(addressesOf(first), ['three@example.com', 'two@example.com'])
    const second = await listMails(testApp, `?size=2&next=${first.page.next}`)
    assert.deepEqual([addressesOf(second), second.page.next], [['one@example.com'], null])
    assert.deepEqual(addressesOf(await listMails(testApp, `?channelId=${people[0]?.channelId}`)), ['one@example.com'])
    assert.deepEqual((await listMails(testApp, '?kind=RESET_PASSWORD')).data, [])
  })

  test('a password is reset through the mailbox page, whose link can be clicked', async () => {
    await using testApp = await openSandboxApp()
    const person = await signUp(testApp, 'one')
    const browser = httpBrowser(testApp.url)
    await browser.get('/forgot-password')
    const sent = await browser.post('/forgot-password', { email: person.email })
    assert.ok(sent.text.includes('href="/sandbox/mails"'))
    const [{ mailId }] = await deliveredMails(testApp, '?kind=RESET_PASSWORD')
    const { text } = await browser.get(`/sandbox/mails?mail=${mailId}`)
    assert.match(text, /<time [^>]+>[^<]+ \(Asia\/Seoul\)<\/time>/)
    const link = /href="([^"]*\/reset-password\?token=[\w-]+)"/.exec(text)?.[1] ?? ''
    assert.equal((await browser.get(link)).status, 200)
    const token = link.split('=')[1] ?? ''
    assert.equal((await browser.post('/reset-password', { token, password: 'another one' })).status, 302)
    await browser.signIn(person.email, 'another one')
  })

  test('with faults they are rejected, bounced or late', async () => {
    await using testApp = await openSandboxApp()
    const rules = [
      { kind: 'mail-rejected', nth: 1 },
      { kind: 'mail-bounced', nth: 1 },
      { kind: 'mail-delayed', delayMs: 600_000 },
    ]
    await testApp.sandbox('PUT', '/faults', { rules })
    const stateOf = async (channelId: string) =>
      (await deliveredMails(testApp, `?channelId=${channelId}`)).map(({ state }: { state: string }) => state)
    assert.deepEqual(await stateOf((await signUp(testApp, 'one')).channelId), ['REJECTED'])
    assert.deepEqual(await stateOf((await signUp(testApp, 'two')).channelId), ['BOUNCED'])
    const { channelId } = await signUp(testApp, 'three')
    await eventually(async () => (await testApp.sandbox('GET', '/faults')).rules[2].injected === 1)
    const [late] = (await listMails(testApp, `?channelId=${channelId}`)).data
    assert.equal(late.state, 'WAITING')
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 600 })
    assert.deepEqual(await stateOf(channelId), ['SENT'])
    assert.ok((await httpBrowser(testApp.url).get('/sandbox/mails')).text.includes(en.sandboxMails.states.BOUNCED))
  })

  test('a public sandbox shows them only with its secret', async () => {
    await using testApp = await openSandboxApp({ settings: { sandboxPublic: true } })
    assert.equal((await testApp.call('GET', '/sandbox/v1/mails')).status, 401)
    const { status, location } = await httpBrowser(testApp.url).get('/sandbox/mails')
    assert.deepEqual([status, location], [302, '/sandbox/access?back=%2Fsandbox%2Fmails'])
  })
})
