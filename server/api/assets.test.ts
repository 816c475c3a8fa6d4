import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emoticons } from '../shared/emoticons.ts'
import { openTestApp } from '../test/test-app.ts'

test('serves an image for every emoticon', async () => {
  await using testApp = await openTestApp()
  for (const id of emoticons) {
    const response = await fetch(`${testApp.url}/assets/emoticons/${id}.png`)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'], id)
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
  }
})
