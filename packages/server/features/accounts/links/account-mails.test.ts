import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { signOut } from '../../../../../tests/support/clients/page-forms.ts'
import { mailSettingsOf, openSmtpServer, type ReceivedMail } from '../../../../../tests/support/programs/smtp-server.ts'
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts'
import { en } from '../../../api/pages/locales/en.ts'
import { ko } from '../../../api/pages/locales/ko.ts'

const form = { channelName: 'Click http://spam.example', email: 'new@example.com', password: 'long enough' }

async function openSite() {
  await using opening = new AsyncDisposableStack()
  const server = opening.use(await openSmtpServer())
  const testApp = opening.use(await openTestApp({ settings: mailSettingsOf(server) }))
  const opened = opening.move()
  const signUp = async (language = 'en') => {
    const browser = httpBrowser(testApp.url, language)
    await browser.get('/sign-up')
    assert.equal((await browser.post('/sign-up', form)).status, 302)
    return browser
  }
  return { ...testApp, server, signUp, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const verificationPathIn = ({ text = '' }: ReceivedMail) => /\/verify-email\?token=[\w-]+/.exec(text)?.[0] ?? ''

describe('the address of an account', () => {
  test('is verified by the link of a mail after sign-up, which opening does not use', async () => {
    await using site = await openSite()
    const browser = await site.signUp('ko')
    const loadState = async () => (await browser.callConsole('GET', '/account')).body.content
    assert.deepEqual([(await loadState()).emailVerified, (await loadState()).canVerifyEmail], [false, true])
    const mail = await site.server.next()
    assert.equal(mail.subject, '[Onair] 이메일 주소를 인증해 주세요')
    assert.ok(!`${mail.text}${mail.html}`.includes('spam.example'), 'no text of the person who signed up')
    const path = verificationPathIn(mail)
    const reader = httpBrowser(site.url, 'ko')
    assert.ok((await reader.get(path)).text.includes(form.email))
    assert.equal((await loadState()).emailVerified, false)
    const token = path.split('=')[1] ?? ''
    const done = await reader.post('/verify-email', { token })
    assert.ok(done.text.includes(ko.verifyEmail.done))
    assert.equal((await loadState()).emailVerified, true)
    assert.ok((await reader.get(path)).text.includes(ko.unusableLink.title))
    assert.deepEqual((await browser.callConsole('POST', '/account/email-verification')).body.content, { isSent: false })
  })

  test('the link is sent again on request, and works for 7 days', async () => {
    await using site = await openSite()
    const browser = await site.signUp()
    const first = verificationPathIn(await site.server.next())
    assert.deepEqual((await browser.callConsole('POST', '/account/email-verification')).body.content, { isSent: true })
    const second = verificationPathIn(await site.server.next())
    assert.notEqual(first, second)
    site.clock.advance(7 * 86_400_000 - 1)
    assert.equal((await browser.get(second)).status, 200)
    site.clock.advance(1)
    assert.equal((await browser.get(second)).status, 400)
  })

  test('is verified anew after a change, of which the old address hears', async () => {
    await using site = await openSite()
    const browser = await site.signUp()
    const first = verificationPathIn(await site.server.next())
    const change = { email: 'other@example.com', password: form.password }
    assert.equal((await browser.callConsole('PUT', '/account/email', change)).status, 200)
    const mails = [await site.server.next(), await site.server.next()]
    const mailTo = (address: string) => mails.find(({ envelopeTo }) => envelopeTo.includes(address))
    const notice = mailTo('new@example.com')
    assert.equal(notice?.subject, '[Onair] Your email address was changed')
    assert.ok(notice?.text?.includes('o***@example.com') && !notice.text.includes('other@example.com'))
    assert.equal((await browser.get(first)).status, 400, 'the link of the old address')
    const path = verificationPathIn(mailTo('other@example.com') ?? assert.fail())
    await browser.get(path)
    const token = path.split('=')[1] ?? ''
    assert.ok((await browser.post('/verify-email', { token })).text.includes(en.verifyEmail.done))
    assert.equal((await browser.callConsole('GET', '/account')).body.content.emailVerified, true)
  })
})

describe('a sign-in', () => {
  test('on a device that is new to the account is mailed, on a known one it is not', async () => {
    await using site = await openSite()
    const browser = await site.signUp('ko')
    await site.server.next()
    assert.equal((await signOut(site, browser)).status, 302)
    await browser.signIn(form.email, form.password)
    const other = httpBrowser(site.url, 'en')
    await other.get('/sign-in')
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' }
    assert.equal(
      (await other.post('/sign-in', { email: form.email, password: form.password }, { headers })).status,
      302,
    )
    const mail = await site.server.next()
    assert.equal(mail.subject, '[Onair] 새로운 기기에서 로그인했습니다', 'in the language of the sign-up')
    for (const fact of ['iPhone · Safari', '127.0.0.1', '(Asia/Seoul)', `${site.url}/account`])
      assert.ok(mail.text?.includes(fact), fact)
    assert.equal(site.server.received.length, 2)
  })
})
