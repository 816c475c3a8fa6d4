import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { grantSiteRole } from '../../features/operators/site-roles.ts'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'

describe('the name of the site', () => {
  test('is on pages, in their titles and in previews of links, as text and never as markup', async () => {
    await using testApp = await openConsoleTestApp()
    const { deps, viewer } = testApp
    await grantSiteRole({ channelId: viewer.channelId, role: 'OPERATOR' }, deps)
    const name = '"</script><b>__NONCE__ $&'
    assert.equal((await viewer.callConsole('PATCH', '/admin/site', { name, showsSoftware: false })).status, 200)
    const browser = httpBrowser(testApp.url, 'en')
    const escaped = '&quot;&lt;/script&gt;&lt;b&gt;__NONCE__ $&amp;'
    const console = (await browser.get(`/watch/${viewer.channelId}`)).text
    const [, settings = ''] = /<meta name="onair-site" content="([^"]*)"/.exec(console) ?? []
    const unescaped = settings
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    assert.equal(JSON.parse(unescaped).name, name)
    assert.ok(console.includes(`<meta property="og:site_name" content="${escaped}"`))
    assert.ok(console.includes(`A channel on ${escaped}`))
    for (const path of ['/', '/sign-in', '/sign-up']) {
      const { text } = await browser.get(path)
      assert.ok(text.includes(` · ${escaped}</title>`), path)
      assert.ok(text.includes(`<bdi>${escaped}</bdi>`), path)
      assert.doesNotMatch(text, /<\/script><b>|Onair/)
    }
    assert.ok(console.includes(`<bdi>${escaped}</bdi>`))
    assert.doesNotMatch(console, /<\/script><b>/)
    assert.ok((await browser.get('/studio')).text.includes(`<title>${escaped}</title>`))
  })

  test('is not one of control characters or of white space', async () => {
    await using testApp = await openConsoleTestApp()
    const { deps, viewer } = testApp
    await grantSiteRole({ channelId: viewer.channelId, role: 'OPERATOR' }, deps)
    for (const name of [' ', 'a\nb', '\u0000'])
      assert.equal((await viewer.callConsole('PATCH', '/admin/site', { name })).status, 400, JSON.stringify(name))
  })
})
