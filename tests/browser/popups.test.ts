import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { openBrowser, signIn, skip } from '../support/clients/console-browser.ts'
import { portOf } from '../support/programs/port.ts'

/** The page of an application, its redirect page, and one that sends the browser on to the application on the device. */
async function startApplication() {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(request.url ?? '')
    if (request.url?.startsWith('/device')) return response.writeHead(302, { location: 'game-app:/signed-in' }).end()
    const script = request.url === '/' ? '' : 'opener.postMessage(location.search, "*"); close()'
    return response.setHeader('content-type', 'text/html').end(`<h1>A game</h1><script>${script}</script>`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    received,
    url: `http://localhost:${portOf(server)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('consent for an application', { skip, timeout: 60_000 }, () => {
  test('in a popup: the redirect page reaches the page of the application that opened it', async () => {
    await using application = await startApplication()
    await using browser = await openBrowser()
    const { page, testApp } = browser
    const redirectUri = `${application.url}/callback`
    const app = await testApp.act('createApp', { name: 'a game', redirectUri })
    await signIn(page, '/account')
    await page.goto(`${application.url}/`)
    const query = new URLSearchParams({ clientId: app.clientId, redirectUri, state: 'a state' })
    const opened = page.waitForEvent('popup')
    const message = page.evaluate<string>(`new Promise((resolve) => {
      addEventListener('message', ({ data }) => resolve(data))
      window.open(${JSON.stringify(`${testApp.url}/account-interlock?${String(query)}`)})
    })`)
    const popup = await opened
    await popup.getByRole('button', { name: 'Allow' }).click()
    assert.match(await message, /^\?code=[^&]+&state=a(\+|%20)state$/)
  })

  test('the redirect page may send the browser on to a scheme of its own', async () => {
    await using application = await startApplication()
    await using browser = await openBrowser()
    const { page, pageErrors, testApp } = browser
    const redirectUri = `${application.url}/device`
    const app = await testApp.act('createApp', { name: 'a game', redirectUri })
    const query = new URLSearchParams({ clientId: app.clientId, redirectUri, state: 's' })
    await signIn(page, `/account-interlock?${String(query)}`)
    const sent = page.waitForRequest((request) => request.url().startsWith(redirectUri))
    await page.getByRole('button', { name: 'Allow' }).click()
    await (await sent).response()
    assert.equal(application.received.filter((path) => path.startsWith('/device?code=')).length, 1)
    assert.deepEqual(
      pageErrors.filter((text) => text.includes('form-action')),
      [],
    )
  })
})
