import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chromiumUnavailable as skip, openChromium } from '../../../tests/support/clients/chromium.ts'
import { openIdentityTestApp } from '../../../tests/support/apps/identity-test-app.ts'
import { ko } from '@onair/server/api/pages/locales/ko.ts'
import { testSandbox } from '../../../tests/support/apps/sandbox-app.ts'

describe('identity verification in a browser', () => {
  test('a person verifies their identity without JavaScript', { skip, timeout: 60_000 }, async () => {
    await using closing = new AsyncDisposableStack()
    const testApp = closing.use(await openIdentityTestApp({ openExtension: testSandbox() }))
    const { email, password } = await testApp.act('createPerson', { channelName: '시청자' })

    const browser = closing.use(await openChromium())
    const page = await (await browser.newContext({ javaScriptEnabled: false, locale: 'ko-KR' })).newPage()
    await page.goto(`${testApp.url}/sign-in`)
    await page.getByLabel('이메일').fill(email)
    await page.getByLabel('비밀번호').fill(password)
    await page.getByRole('button', { name: '로그인', exact: true }).click()
    await page.goto(`${testApp.url}/verify-identity`)
    await page.getByRole('button', { name: ko.identity.start }).click()
    await page.waitForURL(`${testApp.issuer}/who/*`)
    await page.getByRole('textbox').fill('alice')
    await page.getByRole('button', { name: 'I am' }).click()

    await page.waitForURL(`${testApp.url}/verify-identity`)
    assert.equal(await page.getByRole('status').textContent(), ko.identity.done)
  })
})
