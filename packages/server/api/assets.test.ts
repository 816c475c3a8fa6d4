import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emoticons } from '../shared/chat/emoticons.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'

describe('assets', () => {
  // Gap 190.
  test('serves a placeholder of a live under any type, also the literal {type}', async () => {
    await using testApp = await openTestApp()
    const { channelId, client } = await testApp.createFixture()
    await testApp.act('goLive', { channelId })
    const { body } = await testApp.call('GET', '/open/v1/lives', { client })
    const address: string = body.content.data[0].liveThumbnailImageUrl
    assert.match(address, /\{type\}/)
    for (const type of ['{type}', '144', '480', '1080', 'image']) {
      const response = await fetch(address.replace('{type}', type))
      assert.deepEqual([type, response.status, response.headers.get('content-type')], [type, 200, 'image/png'])
      assert.match(response.headers.get('cache-control') ?? '', /public, max-age/)
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [480, 270])
    }
    assert.equal((await fetch(`${testApp.url}/assets/thumbnails/x_480.png`)).status, 404)
  })

  test('serves an image for every emoticon', async () => {
    await using testApp = await openTestApp()
    for (const id of emoticons) {
      const response = await fetch(`${testApp.url}/assets/emoticons/${id}.png`)
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'], id)
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
    }
  })

  test('serves badges to any origin, and the style sheet', async () => {
    await using testApp = await openTestApp()
    for (const name of ['streamer', 'manager', 'subscriber']) {
      const response = await fetch(`${testApp.url}/assets/badges/${name}.png`)
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'])
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.match(response.headers.get('cache-control') ?? '', /immutable/)
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [72, 72])
    }
    const style =
      /<link rel="stylesheet" href="([^"]+)"/.exec((await httpBrowser(testApp.url).get('/')).text)?.[1] ?? ''
    assert.equal((await fetch(testApp.url + style)).headers.get('content-type'), 'text/css; charset=utf-8')
  })

  test('returns 404 for paths that are not assets', async () => {
    await using testApp = await openTestApp()
    for (const path of ['badges/other.png', 'badges/', '..%2fmain.ts', 'badges/..%2f..%2fmain.ts', '%2e%2e/main.ts'])
      assert.equal((await fetch(`${testApp.url}/assets/${path}`)).status, 404, path)
  })
})
