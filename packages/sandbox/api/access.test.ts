import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxApi } from '@onair/contract'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

const endpoints = Object.values(sandboxApi).flatMap((group) => Object.values(group))

describe('sandbox API', () => {
  test('answers at the address of the API, not at that of the pages, and no browser guesses the type', async () => {
    await using testApp = await openSandboxApp({ settings: { authUrl: 'https://onair.example', trustProxy: true } })
    const { status, headers } = await testApp.call('GET', '/sandbox/v1')
    assert.deepEqual([status, headers.get('x-content-type-options')], [200, 'nosniff'])
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    for (const path of ['/sandbox/v1', '/sandbox/v1/clock'])
      assert.equal((await testApp.call('GET', path, { headers: { host: 'onair.example' } })).status, 404, path)
  })

  test('answers 421 for a host name that another site resolves to this machine', async () => {
    await using testApp = await openSandboxApp()
    for (const path of ['/sandbox/v1', '/sandbox/callback']) {
      const { status, body } = await testApp.call('GET', path, { headers: { host: 'evil.example' } })
      assert.deepEqual([path, status, body.message], [path, 421, 'MISDIRECTED_REQUEST'])
    }
  })

  test('returns 404 for every path in production', async () => {
    await using testApp = await openSandboxApp({ settings: { mode: 'production' } })
    for (const { method, path } of endpoints) {
      const { status, body } = await testApp.call(method, path)
      assert.deepEqual([path, status, body], [path, 404, { code: 404, message: 'NOT_FOUND' }])
    }
    for (const path of ['/sandbox', '/sandbox/', '/sandbox/v1/', '/sandbox/v2'])
      assert.equal((await testApp.call('GET', path)).status, 404)
  })

  test('returns 403 to a page of another origin', async () => {
    await using testApp = await openSandboxApp()
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null', 'nonsense'])
      for (const { method, path } of endpoints) {
        const { status, body, headers } = await testApp.call(method, path, { headers: { origin } })
        assert.deepEqual([path, status, body], [path, 403, { code: 403, message: 'FORBIDDEN' }])
        assert.equal(headers.get('access-control-allow-origin'), null)
      }
    assert.equal((await testApp.call('GET', '/sandbox/v1', { headers: { origin: testApp.url } })).status, 200)
  })

  test('returns 400 for an empty body or one that is not an object', async () => {
    await using testApp = await openSandboxApp()
    // A world is forked without any field.
    const needsFields = endpoints.filter(
      (endpoint) => ('body' in endpoint || 'parameters' in endpoint) && endpoint !== sandboxApi.worlds.createWorld,
    )
    assert.ok(needsFields.length > 5)
    for (const { method, path } of needsFields)
      for (const raw of ['', 'null', '{}', '[]', '[{}]', '"text"', '5', 'true', '{', 'x=1']) {
        const { status, body } = await testApp.call(method, path, { raw })
        assert.equal(status, 400, `${method} ${path} ${raw}`)
        assert.match(body.message ?? '', /^잘못된 값을 입력했습니다\. \(.+\)$/)
      }
  })

  test('returns 400 and names a field of the wrong type', async () => {
    await using testApp = await openSandboxApp()
    const channelId = '0'.repeat(32)
    for (const [method, path, field, valid, values] of [
      ['POST', '/people', 'channelName', {}, [5, [], {}, null, true]],
      ['POST', '/apps', 'name', { redirectUri: 'http://a/' }, [5, [], {}, null, true]],
      ['POST', '/grants', 'clientId', { channelId }, [5, [], {}, null, true]],
      ['DELETE', '/grants', 'clientId', { channelId }, [5, [], {}, null, true]],
      ['POST', '/actions/chat', 'channelId', { byChannelId: channelId, message: 'a' }, [5, [], {}, null, true]],
      ['POST', '/clock', 'advanceSeconds', {}, ['5', [], {}, null, true]],
    ] as const)
      for (const value of values) {
        const response = await testApp.call(method, `/sandbox/v1${path}`, { json: { ...valid, [field]: value } })
        assert.equal(response.status, 400, `${path} ${JSON.stringify(value)}`)
        assert.ok(response.body.message?.includes(`(${field}: `), response.body.message ?? '')
      }
  })
})
