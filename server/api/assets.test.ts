import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emoticons } from '../shared/emoticons.ts'
import { openTestApp } from '../test/test-app.ts'

test('every emoticon has its picture', async () => {
  await using testApp = await openTestApp()
  for (const id of emoticons) {
    const answer = await fetch(`${testApp.url}/assets/emoticons/${id}.png`)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'], id)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
  }
})
