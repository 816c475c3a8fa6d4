import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { en } from '../locales/en.ts'
import { ko } from '../locales/ko.ts'

const form = { channelName: '새 방송인', email: 'new@example.com', password: 'long enough' }

describe('sign-up', () => {
  test('creates a channel and signs the person in', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-up')
    const { status, location } = await browser.post('/sign-up', form)
    assert.deepEqual([status, location], [302, '/'])
    assert.ok((await browser.get('/')).text.includes('새 방송인'))
  })

  test('shows every error at once in the language of the visitor, and keeps the input', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url, 'ko')
    await browser.get('/sign-up')
    const { status, text } = await browser.post('/sign-up', { channelName: ' ', email: 'not"one', password: 'short' })
    assert.equal(status, 400)
    const { EMPTY, INVALID_EMAIL, TOO_SHORT } = ko.signUp.refusals
    for (const message of [EMPTY, INVALID_EMAIL, TOO_SHORT({ least: 8 })]) assert.ok(text.includes(message), message)
    assert.ok(text.includes('value="not&quot;one"') && !text.includes('short'))
    assert.ok(!text.includes(ko.signUp.hints.password), 'an error replaces the hint')
  })

  test('refuses common passwords in any case', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-up')
    for (const password of [
      '12345678',
      'password1',
      'Iloveyou',
      'qwertyuiop',
      'TRUSTNO1',
      '1qaz2wsx',
      'ＰＡＳＳＷＯＲＤ',
    ]) {
      const { status, text } = await browser.post('/sign-up', { ...form, password })
      assert.equal(status, 400, password)
      assert.ok(text.includes(en.signUp.refusals.COMMON_PASSWORD), password)
    }
    const created = await testApp.tryAct('createPerson', { channelName: '새 방송인', password: 'sunshine' })
    assert.deepEqual([created.status, created.body.reason?.code], [400, 'COMMON_PASSWORD'])
    assert.equal((await browser.post('/sign-up', form)).status, 302)
  })

  test('creates neither a person nor a channel when the email address is taken', async () => {
    await using testApp = await openTestApp()
    await testApp.act('createPerson', form)
    const countChannels = async () => (await testApp.deps.db.read.selectFrom('channel').selectAll().execute()).length
    const before = await countChannels()
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-up')
    const { status, text } = await browser.post('/sign-up', { ...form, email: 'NEW@example.com' })
    assert.equal(status, 400)
    assert.ok(text.includes(`${en.signUp.refusals.EMAIL_TAKEN} <a href="/sign-in">`))
    assert.equal(await countChannels(), before)

    const both = await browser.post('/sign-up', { ...form, password: 'short' })
    for (const message of [en.signUp.refusals.EMAIL_TAKEN, en.signUp.refusals.TOO_SHORT({ least: 8 })])
      assert.ok(both.text.includes(message), message)
  })

  test('returns 429 after 120 sign-ups from the addresses of one /48', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-up')
    const statuses = []
    for (let at = 0; at < 125; at++) {
      const headers = { 'x-forwarded-for': `2001:db8:1:${(at * 256).toString(16)}::1` }
      statuses.push((await browser.post('/sign-up', { ...form, email: '' }, { headers })).status)
    }
    assert.deepEqual(statuses, [...Array<number>(120).fill(400), ...Array<number>(5).fill(429)])
  })

  test('accepts as many sign-ups of one network as the operator sets, and none at 0', async () => {
    await using school = await openTestApp({ settings: { signUpsPerNetwork: 40 } })
    const pupil = httpBrowser(school.url)
    await pupil.get('/sign-up')
    for (let at = 0; at < 40; at++) assert.equal((await pupil.post('/sign-up', { ...form, email: '' })).status, 400)
    assert.equal((await pupil.post('/sign-up', form)).status, 429)

    await using closed = await openTestApp({ settings: { signUpsPerNetwork: 0 } })
    const guest = httpBrowser(closed.url)
    assert.ok(!(await guest.get('/sign-in')).text.includes('/sign-up'))
    for (const response of [await guest.get('/sign-up'), await guest.post('/sign-up', form)]) {
      assert.equal(response.status, 403)
      assert.ok(response.text.includes(en.errors.signUpClosed.title))
    }
    const person = await closed.act('createPerson', form)
    await guest.signIn(person.email, person.password)
  })

  test('returns 429 with Retry-After after 30 sign-ups from one address', async () => {
    await using testApp = await openTestApp()
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-up')
    for (let at = 0; at < 30; at++) assert.equal((await browser.post('/sign-up', { ...form, email: '' })).status, 400)
    const slowed = await browser.post('/sign-up', form)
    assert.deepEqual([slowed.status, slowed.headers.get('retry-after')], [429, '900'])
    testApp.clock.advance(900_000)
    await browser.get('/sign-up')
    assert.equal((await browser.post('/sign-up', form)).status, 302)
  })
})
