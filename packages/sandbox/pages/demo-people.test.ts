import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

describe('demo people', () => {
  test('are offered in the sandbox and not in production', async () => {
    await using testApp = await openSandboxApp()
    const { text } = await httpBrowser(testApp.url).get('/sign-in')
    assert.ok(text.includes('streamer@onair.test') && text.includes('class="sandbox"'))
    await using live = await openSandboxApp({ settings: { mode: 'production' } })
    const page = await httpBrowser(live.url).get('/sign-in')
    assert.equal(page.status, 200)
    assert.ok(!page.text.includes('onair.test') && !page.text.includes('class="sandbox"'))
  })
})
