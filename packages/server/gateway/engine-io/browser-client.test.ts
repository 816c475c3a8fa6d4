import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { chromiumUnavailable as skip, openChromium } from '../../../../tests/support/clients/chromium.ts'
import { openTestGateway } from '../../../../tests/support/apps/test-gateway.ts'
import { readBundle, versions } from '../../../../tests/support/clients/old-clients.ts'

const websocketMode = { transports: ['websocket'] }
const pollingModes = [{ transports: ['polling', 'websocket'] }, { transports: ['polling'] }]
const jsonpMode = { transports: ['polling'], forceJSONP: true }
const content = '안녕하세요, 온에어! 👋🏽'

describe('a browser client', { skip, timeout: 120_000 }, () => {
  test('a page of another origin receives chats with every old client by websocket and JSONP, and cannot poll with cookies', async () => {
    await using overlay = await openOverlay()
    for (const version of versions) {
      for (const mode of [websocketMode, jsonpMode])
        assert.deepEqual(await overlay.listen(version, mode), { content }, `${version} ${JSON.stringify(mode)}`)
      for (const mode of pollingModes)
        assert.match(String(await overlay.listen(version, mode)), /^connect_error: .*xhr poll error/, version)
    }
  })

  test('a page of the same origin receives chats with every old client over every transport', async () => {
    await using overlay = await openOverlay({ isSameOrigin: true })
    for (const version of versions)
      for (const mode of [websocketMode, ...pollingModes, jsonpMode])
        assert.deepEqual(await overlay.listen(version, mode), { content }, `${version} ${JSON.stringify(mode)}`)
  })
})

/** A page with a test gateway, at the origin of the gateway or at another one. */
async function openOverlay({ isSameOrigin = false } = {}) {
  await using opening = new AsyncDisposableStack()
  const testGateway = opening.use(await openTestGateway())
  const browser = opening.use(await openChromium())
  const page = await (await browser.newContext()).newPage()
  // Any path of the gateway, such as this one, has the origin of its host name.
  await page.goto(`http://${isSameOrigin ? '127.0.0.1' : 'localhost'}:${testGateway.port}/overlay`)
  // The page calls this when it is connected, and then receives the chat.
  await page.exposeFunction('isIn', () => testGateway.hub.broadcast('chat', 'CHAT', { content }))
  const opened = opening.move()
  let listeners = 0
  return {
    async listen(version: string, mode: object): Promise<unknown> {
      await page.addScriptTag({ content: readBundle(version) })
      const url = testGateway.url(`listener${++listeners}`)
      return page.evaluate(listenInPage, { url, way: mode })
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Runs in the page. */
function listenInPage({ url, way: mode }: { url: string; way: object }): Promise<unknown> {
  return new Promise((resolve) => {
    const { io, isIn: onConnected } = globalThis as unknown as { io: any; isIn: () => void }
    const socket = io(url, { reconnection: false, forceNew: true, 'force new connection': true, ...mode })
    socket.on('SYSTEM', onConnected)
    socket.on('CHAT', (chat: unknown) => {
      resolve(chat)
      socket.close()
    })
    for (const sign of ['connect_error', 'error', 'disconnect'])
      socket.on(sign, (reason: unknown) => resolve(`${sign}: ${String(reason)}`))
  })
}
