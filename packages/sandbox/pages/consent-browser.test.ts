import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { chromiumUnavailable as skip, openChromium } from '../../../tests/support/clients/chromium.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

describe('consent in a browser', () => {
  test('a person signs in and allows an application without JavaScript', { skip, timeout: 60_000 }, async () => {
    await using closing = new AsyncDisposableStack()
    const testApp = closing.use(await openSandboxApp({ demo: true }))

    // The redirect URI of the application redirects to another origin at once, as many do.
    const startRedirectServer = async (respond: (url: string) => { location?: string }) => {
      const server = createServer((request, response) => {
        const { location } = respond(request.url ?? '')
        response
          .writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location })
          .end('welcome')
      }).listen(0, '127.0.0.1')
      closing.defer(() => void server.close())
      await once(server, 'listening')
      const address = server.address()
      assert.ok(typeof address === 'object' && address !== null)
      return `http://127.0.0.1:${address.port}`
    }
    const home = await startRedirectServer(() => ({}))
    const arrivals: string[] = []
    const app = await startRedirectServer((url) => {
      arrivals.push(url)
      return { location: `${home}/welcome` }
    })
    const redirectUri = `${app}/callback?own=1`
    const client = await testApp.act('createApp', { name: 'bot', redirectUri })
    const query = new URLSearchParams({ clientId: client.clientId, redirectUri, state: '상태 & more' })

    const browser = closing.use(await openChromium())
    const page = await (await browser.newContext({ javaScriptEnabled: false, locale: 'ko-KR' })).newPage()
    await page.goto(`${testApp.url}/account-interlock?${String(query)}`)
    await page.getByLabel('이메일').fill('streamer@onair.test')
    await page.getByLabel('비밀번호').fill('onair-demo')
    await page.getByRole('button', { name: '로그인', exact: true }).click()
    const allow = page.getByRole('button', { name: '허용' })
    const { y = Infinity, height = 0 } = (await allow.boundingBox()) ?? {}
    await page.getByText('요청한 권한 16개: 보기 11개, 변경 5개').waitFor()
    assert.ok(y + height <= (page.viewportSize()?.height ?? 0), 'the buttons are in view below 16 scopes')
    await allow.click()
    await page.waitForURL(`${home}/welcome`)

    const arrived = new URL(arrivals.find((url) => url.startsWith('/callback')) ?? '', app)
    assert.deepEqual([...arrived.searchParams.keys()], ['own', 'code', 'state'])
    assert.equal(arrived.searchParams.get('state'), '상태 & more')
    const { clientId, clientSecret } = client
    const json = { grantType: 'authorization_code', clientId, clientSecret, state: 'x' }
    const code = arrived.searchParams.get('code')
    assert.equal((await testApp.call('POST', '/auth/v1/token', { json: { ...json, code } })).status, 200)
  })

  test(
    'after a refusal, the callback page of the sandbox leads back to the consent page',
    {
      skip,
      timeout: 60_000,
    },
    async () => {
      await using closing = new AsyncDisposableStack()
      const testApp = closing.use(await openSandboxApp({ demo: true }))
      const { demo } = await testApp.sandbox('GET', '')
      const { clientId, redirectUri } = demo
      const consentUrl = `${testApp.url}/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state: 'a' }))}`
      const browser = closing.use(await openChromium())
      const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
      await page.goto(consentUrl)
      await page.getByLabel('Email').fill('viewer@onair.test')
      await page.getByLabel('Password', { exact: true }).fill('onair-demo')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('button', { name: 'Deny' }).click()
      await page.getByRole('heading', { name: 'Consent denied' }).waitFor()
      await page.getByRole('button', { name: 'Open the consent page again' }).click()
      await page.getByRole('button', { name: 'Allow' }).waitFor()
      await page.waitForURL(consentUrl)
    },
  )
})
