import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { recordRoutes } from '../../../../tests/support/inputs/recorded-routes.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'

describe('quota of calls without a caller', () => {
  test('every route and unknown address counts the network, and refuses it before the body is parsed', async () => {
    using recorded = recordRoutes()
    await using testApp = await openTestApp({ settings: { quotaPerAddress: 1, sandboxPublic: true, trustProxy: true } })
    const routes = [...recorded.routes, { method: 'GET', url: '/unknown' }, { method: 'POST', url: '/open/v1/unknown' }]
    assert.ok(routes.length > 200, 'too few routes were found')
    const uncounted: string[] = []
    for (const [index, { method, url }] of routes.entries()) {
      const path = url.replace(/:\w+|\*/g, 'a')
      const call = () =>
        fetch(testApp.url + path, {
          method,
          redirect: 'manual',
          headers: { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`, 'content-type': 'application/json' },
          ...(method !== 'GET' && { body: '{' }),
        })
      assert.notEqual((await call()).status, 429, `${method} ${url}`)
      let { status, headers } = await call()
      // A network may load ten files for each call.
      for (let files = 2; files <= 10 && status !== 429; files++) ({ status, headers } = await call())
      if (status !== 429 || headers.get('retry-after') !== '60') uncounted.push(`${method} ${url}: ${status}`)
    }
    assert.deepEqual(uncounted, [])
  })

  test('counts consents of a person in all browsers', async () => {
    await using testApp = await openTestApp({ settings: { quotaPerPerson: 20 } })
    const { client } = await testApp.createFixture()
    const { email, password } = await testApp.act('createPerson', { channelName: '시청자' })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(email, password)
    const parameters = { clientId: client.clientId, redirectUri: 'http://127.0.0.1:9/callback', state: 'a' }
    const path = `/account-interlock?${String(new URLSearchParams(parameters))}`
    const { text } = await browser.get(path)
    const shown = /name="shown" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) statuses.push((await browser.post(path, { decision: 'allow', shown })).status)
    assert.deepEqual([statuses.indexOf(429), statuses.filter((status) => status === 302).length], [19, 19])
  })
})
