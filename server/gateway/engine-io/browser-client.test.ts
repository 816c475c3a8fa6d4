import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'

import { chromiumUnavailable as skip, openChromium } from '../../test/chromium.ts'
import { openTestGateway } from '../../test/test-gateway.ts'
import { readBundle, versions } from '../../test/old-clients.ts'
import { portOf } from '../../test/port.ts'

const transportModes = [
  { transports: ['websocket'] },
  { transports: ['polling', 'websocket'] },
  { transports: ['polling'] },
  { transports: ['polling'], forceJSONP: true },
]
const content = '안녕하세요, 온에어! 👋🏽'

describe('a browser client', () => {
  test(
    'a page of another origin receives chats with every old client over every transport',
    { skip, timeout: 120_000 },
    async () => {
      await using closing = new AsyncDisposableStack()
      const testGateway = closing.use(await openTestGateway())
      const overlay = createServer((request, response) => {
        const version = versions.find((known) => request.url === `/${known}.js`)
        response.setHeader('content-type', version === undefined ? 'text/html' : 'text/javascript; charset=utf-8')
        response.end(version === undefined ? '<!doctype html><title>overlay</title>' : readBundle(version))
      }).listen(0, '127.0.0.1')
      closing.defer(() => {
        overlay.close()
        overlay.closeAllConnections()
      })
      await once(overlay, 'listening')
      const browser = closing.use(await openChromium())

      const page = await (await browser.newContext()).newPage()
      await page.goto(`http://localhost:${portOf(overlay)}/`)
      // The page calls this when it is connected, and then receives the chat.
      await page.exposeFunction('isIn', () => testGateway.hub.broadcast('chat', 'CHAT', { content }))

      let listeners = 0
      for (const version of versions) {
        await page.addScriptTag({ url: `/${version}.js` })
        for (const way of transportModes) {
          const url = testGateway.url(`listener${++listeners}`)
          assert.deepEqual(
            await page.evaluate(listenInPage, { url, way }),
            { content },
            `${version} ${JSON.stringify(way)}`,
          )
        }
      }
    },
  )
})

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
