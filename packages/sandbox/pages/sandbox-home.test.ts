import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { en } from '@onair/server/api/pages/locales/en.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

describe('home page of a sandbox', () => {
  test('is the live screen', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const response = await fetch(testApp.url, { redirect: 'manual' })
    assert.deepEqual([response.status, response.headers.get('location')], [302, '/live'])
  })

  test('is that of a site for a browser without the secret of a public sandbox', async () => {
    await using testApp = await openSandboxApp({ demo: true, settings: { sandboxPublic: true } })
    const { status, text } = await httpBrowser(testApp.url).get('/')
    assert.equal(status, 200)
    assert.ok(text.includes(en.siteHome.isNew))
    assert.doesNotMatch(text, /CLIENT_SECRET|<script/)
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

describe('the identity of a sandbox', () => {
  test('is hidden from search engines, and has no footer of its own', async () => {
    await using sandbox = await openSandboxApp()
    const browser = httpBrowser(sandbox.url)
    assert.equal((await browser.get('/robots.txt')).text, 'User-agent: *\nDisallow: /\n')
    assert.doesNotMatch((await browser.get('/sign-in')).text, /site-footer/)
  })
})
