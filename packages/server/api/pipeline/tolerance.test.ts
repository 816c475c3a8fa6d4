import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { createAuthorizationCode } from '../../../../tests/support/apps/auth-codes.ts'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { openTestApp, type ApiResponse } from '../../../../tests/support/apps/test-app.ts'

describe('bodies', () => {
  // Gap 16.
  test('treats an empty or null JSON body as no body', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const url = new URL((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
    assert.ok(url.searchParams.get('auth'))
    for (const raw of ['', ' ', 'null'])
      for (const path of ['/open/v1/sessions/events/subscribe/chat', '/open/v1/chats/send']) {
        const { status, body } = await testApp.call('POST', path, { token, raw })
        assert.deepEqual([raw, status, body.message], [raw, 400, '잘못된 값을 입력했습니다.'])
      }
  })

  test('reads a body without Content-Type as JSON', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const body = new TextEncoder().encode('{"message":"안녕"}')
    const response = await fetch(`${testApp.url}/open/v1/chats/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    assert.equal(response.status, 200)
  })

  test('ignores unknown fields of body and query', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const json = { message: 'hi', extra: { deep: [1] }, chatChannelId: 5 }
    assert.equal((await testApp.call('POST', '/open/v1/chats/send?page=x&message=', { token, json })).status, 200)
    assert.equal((await testApp.call('GET', '/open/v1/users/me?channelId=1', { token })).status, 200)
  })

  test('reads a form of 200 fields, and refuses one of 201 before its credentials are checked', async () => {
    await using testApp = await openTestApp()
    const { client, refreshToken } = await testApp.createFixture()
    const form = { grantType: 'refresh_token', ...client, refreshToken }
    const withFields = (count: number) => ({
      ...form,
      ...Object.fromEntries(Array.from({ length: count - Object.keys(form).length }, (_, at) => [`x${at}`, '1'])),
    })
    const post = async (fields: Record<string, string>) =>
      (await testApp.call('POST', '/auth/v1/token', { form: fields })).status
    assert.deepEqual(
      [await post({ ...withFields(201), clientSecret: 'wrong' }), await post(withFields(200))],
      [400, 200],
    )
  })

  test('accepts a Content-Type on a GET', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const headers = { 'content-type': 'application/json' }
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token, headers })).status, 200)
  })
})

describe('credentials', () => {
  test('reads only the kind of credentials that the endpoint requires', async () => {
    await using testApp = await openTestApp()
    const { token, client, refreshToken } = await testApp.createFixture()
    const wrong = { clientId: client.clientId, clientSecret: 'wrong' }
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token, client: wrong })).status, 200)
    assert.equal((await testApp.call('GET', '/open/v1/sessions/auth/client', { token: 'stale', client })).status, 200)
    const json = { grantType: 'refresh_token', ...client, refreshToken }
    assert.equal((await testApp.call('POST', '/auth/v1/token', { token: 'stale', json })).status, 200)
  })

  // Gap 16.
  test('reads Client-Id and Client-Secret headers of a token call whose body has none', async () => {
    await using testApp = await openTestApp()
    const { client, refreshToken } = await testApp.createFixture()
    const json = { grantType: 'refresh_token', refreshToken }
    const answer = await testApp.call('POST', '/auth/v1/token', { client, json })
    assert.equal(answer.status, 200)
    const revoke = { clientId: null, clientSecret: null, token: answer.body.content.accessToken }
    const wrong = { clientId: 'another', clientSecret: 'wrong' }
    assert.equal((await testApp.call('POST', '/auth/v1/token/revoke', { client: wrong, json: revoke })).status, 401)
    const again = { ...json, ...client, refreshToken: answer.body.content.refreshToken }
    const bodyFirst = await testApp.call('POST', '/auth/v1/token', { client: wrong, json: again })
    assert.equal(bodyFirst.status, 200)
    const token: string = bodyFirst.body.content.accessToken
    assert.equal((await testApp.call('POST', '/auth/v1/token/revoke', { client, json: { token } })).status, 200)
    assert.equal((await testApp.call('POST', '/auth/v1/token', { json })).status, 400)
    // A wrong client is refused before a body that cannot be parsed. Gap 15.
    for (const [caller, status] of [
      [wrong, 401],
      [client, 400],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      assert.equal(
        (await testApp.call('POST', '/auth/v1/token', { client: caller, headers, raw: '{"grantType":' })).status,
        status,
      )
    }
  })

  test('accepts the token requests of clients that send every field', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    const code = await createAuthorizationCode({ clientId: client.clientId, channelId }, testApp.deps)
    const issue = { grantType: 'authorization_code', ...client, code, state: 'a state', refreshToken: null }
    const issued = await testApp.call('POST', '/auth/v1/token', { json: issue })
    assert.equal(issued.status, 200)
    const { refreshToken } = issued.body.content
    const refresh = { grantType: 'refresh_token', ...client, refreshToken, code: null, state: null }
    const refreshed = await testApp.call('POST', '/auth/v1/token', { json: refresh })
    assert.equal(refreshed.status, 200)
    const form = { grantType: 'refresh_token', ...client, code: '', state: '' }
    const byForm = await testApp.call('POST', '/auth/v1/token', {
      form: { ...form, refreshToken: refreshed.body.content.refreshToken },
    })
    assert.equal(byForm.status, 200)
    const revoke = async (input: (token: string) => object) => {
      const { accessToken } = await testApp.act('createGrant', { clientId: client.clientId, channelId })
      return (await testApp.call('POST', '/auth/v1/token/revoke', input(accessToken))).status
    }
    assert.equal(await revoke((token) => ({ json: { ...client, token, tokenTypeHint: null } })), 200)
    assert.equal(await revoke((token) => ({ form: { ...client, token, tokenTypeHint: '' } })), 200)
    assert.equal(await revoke((token) => ({ form: { ...client, token, tokenTypeHint: 'null' } })), 200)
  })

  test('returns 401 for credentials of the other kind', async () => {
    await using testApp = await openTestApp()
    const { token, client } = await testApp.createFixture()
    for (const { body } of [
      await testApp.call('GET', '/open/v1/users/me', { client }),
      await testApp.call('GET', '/open/v1/sessions/auth/client', { token }),
      await testApp.call('GET', '/open/v1/sessions/auth/client', { headers: { 'client-id': client.clientId } }),
    ])
      assert.deepEqual(body, { code: 401, message: 'UNAUTHORIZED' })
  })

  test('accepts only "Bearer", one space and the token', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    for (const authorization of [
      `bearer ${token}`,
      `BEARER ${token}`,
      `Bearer  ${token}`,
      `Bearer\t${token}`,
      `Bearer \t${token}`,
      `Bearer${token}`,
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
    ]) {
      const { status, body } = await testApp.call('GET', '/open/v1/users/me', { headers: { authorization } })
      assert.deepEqual([authorization, status, body.message], [authorization, 401, 'UNAUTHORIZED'])
    }
    for (const wrong of ['x', `${token}x`, `${token} x`, token.toUpperCase()]) {
      const { status, body } = await testApp.call('GET', '/open/v1/users/me', { token: wrong })
      assert.deepEqual([wrong, status, body.message], [wrong, 401, 'INVALID_TOKEN'])
    }
  })
})

describe('CORS', () => {
  // Gap 17.
  test('allows every origin without cookies', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const headers = { origin: 'https://overlay.example' }
    for (const response of [
      await testApp.call('GET', '/open/v1/users/me', { token, headers }),
      await testApp.call('GET', '/open/v1/users/me', { headers }),
    ]) {
      assert.equal(response.headers.get('access-control-allow-origin'), 'https://overlay.example')
      assert.equal(response.headers.get('access-control-allow-credentials'), null)
      assert.equal(response.headers.get('vary'), 'Origin')
    }
    assert.equal((await testApp.call('GET', '/open/v1/users/me')).headers.get('access-control-allow-origin'), null)
  })

  test('answers preflight requests', async () => {
    await using testApp = await openTestApp()
    const response = await fetch(`${testApp.url}/open/v1/chats/send`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://overlay.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    assert.equal(response.status, 204)
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://overlay.example')
    assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/)
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /Authorization.*Content-Type/)
  })
})

describe('Upgrade', () => {
  /** The headers that Java's HttpClient and `curl --http2` send on the first request over plain HTTP. */
  const h2cHeaders = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABk',
  }

  // Gap 16.
  test('is ignored unless it asks for a websocket on the path of the sockets', async () => {
    await using testApp = await openTestApp()
    const { client, refreshToken, token } = await testApp.createFixture()
    const authorization = `Bearer ${token}`
    for (const upgrade of ['h2c', 'websocket', 'TLS/1.0', 'h2c, websocket']) {
      const headers = { ...h2cHeaders, upgrade, authorization }
      const { status, body } = await sendRaw(testApp.url, 'GET', '/open/v1/users/me', headers)
      assert.deepEqual([upgrade, status, body.content.channelName], [upgrade, 200, '방송인'])
    }
    const json = JSON.stringify({ grantType: 'refresh_token', ...client, refreshToken })
    const headers = { ...h2cHeaders, 'content-type': 'application/json' }
    const issued = await sendRaw(testApp.url, 'POST', '/auth/v1/token', headers, json)
    assert.deepEqual([issued.status, issued.body.message], [200, null])
    const poll = await sendRaw(testApp.url, 'GET', '/socket.io/?transport=pigeon', h2cHeaders)
    assert.deepEqual([poll.status, poll.body], [400, { code: 0, message: 'Transport unknown' }])
    const unknown = await sendRaw(testApp.url, 'GET', '/elsewhere', { ...h2cHeaders, upgrade: 'websocket' })
    assert.deepEqual([unknown.status, unknown.body], [404, { code: 404, message: 'NOT_FOUND' }])
  })

  test('that is refused is answered with the envelope, logged and recorded; repetitions are summed by the minute', async () => {
    const log = memoryLog()
    await using testApp = await openTestApp({ log })
    const headers = { ...h2cHeaders, upgrade: 'websocket' }
    const path = '/socket.io/?auth=a-secret-ticket&transport=websocket&EIO=3&sid=unknown'
    const { status, body } = await sendRaw(testApp.url, 'GET', path, headers)
    assert.deepEqual([status, body], [400, { code: 400, message: 'Session ID unknown' }])
    const { fields } = log.lines.find(({ text }) => text === 'upgrade.refused') ?? {}
    const url = '/socket.io/?auth=•••&transport=websocket&EIO=3&sid=unknown'
    const network = '127.0.0.1'
    assert.deepEqual(fields, { method: 'GET', url, status: 400, network, message: 'Session ID unknown' })
    await sendRaw(testApp.url, 'GET', path, headers)
    testApp.clock.advance(60_000)
    const summed = log.lines.filter(({ text }) => text.startsWith('upgrade.refus')).map((line) => line.fields)
    assert.deepEqual(summed.slice(1), [{ network, refused: { 'Session ID unknown': 1 } }])
    await testApp.deps.recorder.flush()
    const { data } = await testApp.act('listRecords', { name: 'socket.io', full: true })
    assert.deepEqual(
      data.map((record) => [record.name, record.status]),
      [
        ['GET /socket.io/', 400],
        ['GET /socket.io/', 400],
      ],
    )
    assert.doesNotMatch(JSON.stringify([data, log.lines]), /a-secret-ticket/)
  })
})

/** Sends a request with headers that `fetch` does not allow. */
async function sendRaw(origin: string, method: string, path: string, headers: Record<string, string>, body = '') {
  const request = httpRequest(`${origin}${path}`, {
    method,
    headers: { ...headers, ...(body !== '' && { 'content-length': Buffer.byteLength(body) }) },
  }).end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: (await readJson(response)) as ApiResponse['body'] }
}
