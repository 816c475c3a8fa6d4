import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'

describe('security headers', () => {
  test('browsers do not guess the type of JSON, of errors included', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    for (const [status, path, options] of [
      [200, '/open/v1/users/me', { token }],
      [401, '/open/v1/users/me', {}],
      [401, '/console/v1/apps', {}],
      [404, '/open/v1/nothing', {}],
      [400, '/socket.io/?transport=polling&sid=x', {}],
    ] as const) {
      const { status: answered, headers } = await testApp.call('GET', path, options)
      assert.deepEqual([answered, headers.get('x-content-type-options')], [status, 'nosniff'], path)
      assert.match(headers.get('content-type') ?? '', /^application\/json/, path)
    }
    const stream = connect(Number(new URL(testApp.url).port), '127.0.0.1').end('no http\r\n\r\n')
    assert.match(await text(stream), /^HTTP\/1\.1 400 [\s\S]*application\/json[\s\S]*X-Content-Type-Options: nosniff/)
  })
})
