import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { consoleApi } from '@onair/contract'
import { openConsoleTestApp, statusAndMessage } from '../../../../tests/support/apps/console-test-app.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { signOut } from '../../../../tests/support/clients/page-forms.ts'

const endpoints = Object.values(consoleApi)
  .flatMap((group) => Object.values(group))
  .filter(({ auth }) => auth.kind === 'webSession')

describe('authentication', () => {
  test('returns 401 to a guest, after signing out, and for an access token', async () => {
    await using testApp = await openConsoleTestApp()
    const guest = httpBrowser(testApp.url)
    const { viewer } = testApp
    const before = new Map(viewer.cookies)
    await signOut(testApp, viewer)
    for (const [name, value] of before) viewer.cookies.set(name, value)
    for (const { method, path } of endpoints) {
      const ownPath = path.replace('/console/v1', '').replace(/\{\w+\}/g, testApp.channelId)
      for (const browser of [guest, viewer])
        assert.deepEqual(
          statusAndMessage(await browser.callConsole(method, ownPath)),
          [401, 'UNAUTHORIZED'],
          `${method} ${path}`,
        )
      const authorization = `Bearer ${testApp.token}`
      assert.equal((await guest.callConsole(method, ownPath, undefined, { authorization })).status, 401)
    }
  })
})

describe('cross-site requests', () => {
  test('returns 403 to a page of another site, signed in or not', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer, channelId } = testApp
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:1' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      for (const { method, path } of endpoints) {
        const ownPath = path.replace('/console/v1', '').replace(/\{\w+\}/g, channelId)
        const response = await viewer.callConsole(method, ownPath, undefined, headers)
        assert.deepEqual(statusAndMessage(response), [403, 'FORBIDDEN'], `${method} ${path}`)
        assert.equal(response.headers.get('access-control-allow-origin'), null)
      }
    const here = { origin: testApp.url, 'sec-fetch-site': 'same-origin' }
    assert.equal((await viewer.callConsole('PUT', `/channels/${channelId}/follow`, {}, here)).status, 200)
  })

  test('accepts the configured origin of the pages behind a proxy that replaces Host, and no other', async () => {
    await using testApp = await openTestApp({ settings: { allowedHosts: ['inside'] } })
    const { hostname, port } = new URL(testApp.url)
    const statusFrom = (origin: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: 'inside:8080', origin, 'content-type': 'application/json' }
        const clientRequest = request(
          { host: hostname, port, path: '/console/v1/live', method: 'POST', headers },
          (response) => {
            response.resume()
            resolve(response.statusCode)
          },
        )
        clientRequest.on('error', reject).end('{}')
      })
    assert.equal(await statusFrom(testApp.url), 401)
    for (const other of [`https://${hostname}:${port}`, `http://${hostname}:1`, 'https://evil.example'])
      assert.equal(await statusFrom(other), 403, other)
  })

  test('returns 403 for a change without the content type JSON, which no form can send', async () => {
    await using testApp = await openConsoleTestApp()
    const path = `/channels/${testApp.channelId}/donations`
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', 'application/jsonp'])
      assert.equal(
        (await testApp.viewer.callConsole('POST', path, { payAmount: 1 }, { 'content-type': type })).status,
        403,
      )
    const response = await fetch(`${testApp.url}/console/v1/live`, {
      method: 'POST',
      headers: { cookie: [...testApp.viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    assert.equal(response.status, 403)
    assert.deepEqual(await testApp.deps.db.read.selectFrom('donation').selectAll().execute(), [])
  })
})

describe('hosts', () => {
  test('answers only at ONAIR_AUTH_URL where it differs from ONAIR_BASE_URL', async () => {
    await using testApp = await openTestApp({ settings: { authUrl: 'https://onair.example', trustProxy: true } })
    const guest = httpBrowser(testApp.url)
    assert.equal((await guest.callConsole('GET', '/me')).status, 404)
    const forwarded = { 'x-forwarded-host': 'onair.example' }
    assert.equal((await guest.callConsole('GET', '/me', undefined, forwarded)).status, 404)
    assert.equal((await guest.callConsole('GET', '/me', undefined, { host: 'onair.example' })).status, 401)
  })
})
