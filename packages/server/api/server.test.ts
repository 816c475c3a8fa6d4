import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendRequest } from '../../../tests/support/clients/send-request.ts'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'

describe('API server', () => {
  test('requests that overlap are answered by the app that received them, also after another app has ended', async () => {
    await using one = await openTestApp()
    const { token, channelId } = await one.createFixture()
    const ended = await openTestApp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? ended : one).call('GET', '/open/v1/users/me', { token })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map((_, index) => (index % 2 ? 401 : 200)),
    )
    await ended[Symbol.asyncDispose]()
    assert.equal((await one.call('GET', '/open/v1/users/me', { token })).body.content.channelId, channelId)
  })

  test('HEAD has the status and the headers of GET, and no body', async () => {
    await using app = await openTestApp()
    const { token } = await app.createFixture()
    const ask = (method: string, path: string) =>
      sendRequest(`${app.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
    for (const path of ['/open/v1/users/me', '/assets/favicon.svg', '/', '/nowhere']) {
      const [get, head] = [await ask('GET', path), await ask('HEAD', path)]
      assert.equal(head.status, get.status, path)
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'), path)
      assert.equal(head.headers.get('content-length'), get.headers.get('content-length'), path)
      assert.equal(head.text, '', path)
    }
  })
})
