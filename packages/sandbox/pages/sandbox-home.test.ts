import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { en } from '@onair/server/api/pages/locales/en.ts'
import { httpBrowser } from '../../../tests/support/http-browser.ts'
import { openSandboxApp } from '../../../tests/support/sandbox-app.ts'

describe('home page of a sandbox', () => {
  test('shows what runs, the first command, and the latest records', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const browser = httpBrowser(testApp.url)
    const { text: before } = await browser.get('/')
    assert.ok(before.includes(`${testApp.url}/open/v1`))
    assert.ok(before.includes(`npx onair trigger donate --url ${testApp.url}`))
    assert.ok(before.includes(en.sandboxHome.noRecords))

    const { demo } = await testApp.sandbox('GET', '')
    assert.ok(before.includes(`export CLIENT_ID=${demo.clientId}\nexport CLIENT_SECRET=${demo.clientSecret}`))
    const [streamer, , , , viewer] = demo.people
    const message = '<b>응원합니다</b>'
    const donation = { channelId: streamer.channelId, byChannelId: viewer.channelId, payAmount: 3000 }
    await testApp.act('donate', { ...donation, donationText: message })
    const { text, headers } = await browser.get('/')
    assert.ok(text.includes('<code>DONATION</code>'))
    assert.ok(!text.includes('/sandbox/v1/actions'))
    assert.ok(text.includes('₩3,000 “&lt;b&gt;응원합니다&lt;/b&gt;”'))
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self'; connect-src 'self';/)
    const offer = `value="${streamer.email}"`
    assert.ok(text.includes(offer))
    await browser.signIn(streamer.email, streamer.password)
    assert.ok(!(await browser.get('/')).text.includes(offer), 'the signed-in person is not offered')
  })

  test('shows no records and no script to a browser without the secret of a public sandbox', async () => {
    await using testApp = await openSandboxApp({ demo: true, settings: { sandboxPublic: true } })
    const { text, headers } = await httpBrowser(testApp.url).get('/')
    assert.doesNotMatch(text, /id="records"|CLIENT_SECRET|<script/)
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /script-src/)
  })
})

describe('console of a sandbox', () => {
  for (const [mode, sandboxPublic] of [
    ['sandbox', false],
    ['locked-sandbox', true],
  ] as const)
    test(`has the mode ${mode}`, async () => {
      await using testApp = await openSandboxApp({ settings: { sandboxPublic } })
      const { text } = await httpBrowser(testApp.url, 'ko').get('/console')
      assert.match(text, new RegExp(`<html lang="ko" data-mode="${mode}"`))
    })
})
