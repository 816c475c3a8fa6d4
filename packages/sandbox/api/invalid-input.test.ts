import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import type { ApiResponse } from '../../../tests/support/apps/test-app.ts'

const invalidValue = { code: 400, message: '잘못된 값을 입력했습니다.' }

/** Texts that have broken other servers. */
const invalidTexts: Record<string, string> = {
  NUL: 'a\0b',
  'a lone high surrogate': 'a\ud83d',
  'a lone low surrogate': '\udc4ba',
  'bidirectional overrides': '\u202Eabc\u2066',
  'a zero-width joiner': '\u200d',
  'the replacement character': '\ufffd',
  quotes: `'";--\\`,
  __proto__: '__proto__',
  constructor: 'constructor',
  'two thousand units': 'x'.repeat(2_000),
  'many joined marks': `a${'\u0301'.repeat(1_900)}`,
}
/** JSON documents that have broken other servers. */
const invalidDocuments: Record<string, (field: string) => string> = {
  'a document nested 10,000 deep': (field) => `{"${field}":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  'objects nested 5,000 deep': (field) => `${`{"${field}":`.repeat(5_000)}1${'}'.repeat(5_000)}`,
  'a number beyond all numbers': (field) => `{"${field}":1e400}`,
  'a number beyond 2^63': (field) => `{"${field}":9223372036854775808}`,
  'a prototype': (field) => `{"__proto__":{"${field}":"a"},"constructor":{"prototype":{"${field}":"a"}}}`,
  'a prototype of null': () => '{"__proto__":null}',
  'a field that is null': (field) => `{"${field}":null}`,
}

/** Endpoints that read text, with valid fields. */
const endpoints: [method: string, path: string, fields: Record<string, unknown>][] = [
  [
    'POST',
    '/auth/v1/token',
    { grantType: 'authorization_code', clientId: 'a', clientSecret: 'a', code: 'a', state: 'a' },
  ],
  ['POST', '/auth/v1/token', { grantType: 'refresh_token', clientId: 'a', clientSecret: 'a', refreshToken: 'a' }],
  ['POST', '/auth/v1/token/revoke', { clientId: 'a', clientSecret: 'a', token: 'a', tokenTypeHint: 'access_token' }],
  ['POST', '/open/v1/chats/send', { message: 'a' }],
  ['POST', '/open/v1/sessions/events/subscribe/chat', { sessionKey: 'a' }],
  ['POST', '/open/v1/sessions/events/unsubscribe/chat', { sessionKey: 'a' }],
  ['POST', '/sandbox/v1/people', { channelName: 'a', email: 'a@b', password: 'long enough', organizationId: 'a' }],
  [
    'POST',
    '/sandbox/v1/apps',
    {
      name: 'a',
      redirectUri: 'http://a/',
      scopes: [],
      ownerChannelId: undefined,
      headerPrefix: 'A-',
      webhookUrl: 'https://a/',
      organizationId: 'a',
    },
  ],
  ['POST', '/sandbox/v1/grants', { clientId: 'a', channelId: '0'.repeat(32), scopes: [] }],
  ['DELETE', '/sandbox/v1/grants', { clientId: 'a', channelId: '0'.repeat(32) }],
  ['POST', '/sandbox/v1/actions/chat', { channelId: '0'.repeat(32), byChannelId: '0'.repeat(32), message: 'a' }],
  ['POST', '/sandbox/v1/drops/campaigns', { clientId: 'a', categoryId: 'a', rewards: [] }],
  ['POST', '/sandbox/v1/actions/claim', { rewardId: 'a', byChannelId: '0'.repeat(32) }],
  ['POST', '/sandbox/v1/clock', { advanceSeconds: 0 }],
]

const openErrorFields = ['code', 'message']
const sandboxErrorFields = [...openErrorFields, 'reason']

/** An error of the open API has a code and a message; one of the sandbox has the reason too. */
function assertClientError({ status, body }: ApiResponse, label: string) {
  assert.ok(status < 500, `${label}: ${status}`)
  const isOpen = !label.includes(' /sandbox/')
  if (status === 200) assert.deepEqual(Object.keys(body), ['code', 'message', 'content'])
  else assert.deepEqual([Object.keys(body), body.code], [isOpen ? openErrorFields : sandboxErrorFields, status])
}

describe('malformed requests', () => {
  test('returns 413 for a body over 64 KiB', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    const send = (length: number) =>
      testApp.call('POST', '/open/v1/chats/send', {
        token,
        raw: JSON.stringify({ message: 'hi', pad: 'x'.repeat(length) }),
      })
    assert.equal((await send(65_000)).status, 200)
    const { status, body, headers } = await send(65_536)
    assert.deepEqual([status, body], [413, { code: 413, message: 'PAYLOAD_TOO_LARGE' }])
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  })

  test('returns 400 for a body that is not a JSON object', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    for (const raw of [
      '{"message":',
      '{',
      '[]',
      '"message"',
      '5',
      'true',
      '{"message":"a"',
      '\u0000',
      '{"message":1e400}',
    ])
      for (const path of ['/open/v1/chats/send', '/open/v1/sessions/events/subscribe/chat']) {
        const { status, body } = await testApp.call('POST', path, { token, raw })
        assert.deepEqual([raw, status, body], [raw, 400, invalidValue])
      }
  })

  // Gap 23.
  test('returns 400 for a body, form or query that is not UTF-8, and stores nothing', async () => {
    await using testApp = await openSandboxApp()
    const { token, client } = await testApp.createFixture()
    const call = async (path: string, contentType: string, body?: Buffer) => {
      const credentials = { 'client-id': client.clientId, 'client-secret': client.clientSecret }
      const headers = { ...credentials, authorization: `Bearer ${token}`, 'content-type': contentType }
      const init = body === undefined ? { headers } : { headers, method: 'POST', body }
      const response = await fetch(`${testApp.url}${path}`, init)
      return [response.status, await response.text()]
    }
    const form = 'application/x-www-form-urlencoded'
    const invalid = [400, JSON.stringify(invalidValue)]
    for (const bytes of ['\xff', '\xc0\x80', '\xed\xa0\x80', '\xed\x95', '\xb0\xa1']) {
      const encoded = Array.from(bytes, (byte) => `%${byte.charCodeAt(0).toString(16)}`).join('')
      const send = (contentType: string, text: string) =>
        call('/open/v1/chats/send', contentType, Buffer.from(text, 'latin1'))
      assert.deepEqual(await send('application/json', `{"message":"a${bytes}"}`), invalid)
      assert.deepEqual(await send(form, `message=a${bytes}`), invalid)
      assert.deepEqual(await send(form, `message=a${encoded.toUpperCase()}`), invalid)
      assert.deepEqual(await call(`/open/v1/categories/search?query=a${encoded}`, form), invalid)
      assert.equal((await call(`/sign-in?back=/${encoded}`, form))[0], 400)
      assert.equal((await call('/sign-in', form, Buffer.from(`email=${encoded}`)))[0], 400)
    }
    assert.deepEqual(await testApp.deps.db.read.selectFrom('chat_message').selectAll().execute(), [])
    assert.equal((await call('/open/v1/categories/search?query=%ED%95%9C%EF%BF%BD', form))[0], 200)
    assert.equal((await call('/open/v1/chats/send', form, Buffer.from('message=%ED%95%9C한\ufffd')))[0], 200)
  })

  test('names the content type of a JSON body that was sent as a form; the Open API answers as ever', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const response = await fetch(`${testApp.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as { code: number; message: string }
    }
    // The first requires a field, and the second none.
    for (const [path, body] of [
      ['/sandbox/v1/people', { channelName: '가나다' }],
      ['/sandbox/v1/worlds', { name: 'fork' }],
    ] as const)
      assert.match(
        (await send(path, body)).message,
        /\(the body is JSON, and its Content-Type is a form; send Content-Type: application\/json\)$/,
      )
    assert.deepEqual(await send('/auth/v1/token', { grantType: 'authorization_code' }), invalidValue)
  })

  test('returns 400 for a path that cannot be decoded, and 404 for one that is too long', async () => {
    await using testApp = await openSandboxApp()
    assert.deepEqual((await testApp.call('GET', '/open/v1/%E0%A4%A')).body, invalidValue)
    assert.deepEqual((await testApp.call('GET', `/open/v1/${'x'.repeat(8_000)}`)).body, {
      code: 404,
      message: 'NOT_FOUND',
    })
    assert.deepEqual((await testApp.call('GET', '/open/v1/users/me/')).body, { code: 404, message: 'NOT_FOUND' })
    assert.deepEqual((await testApp.call('GET', '//open/v1/users/me')).body, { code: 404, message: 'NOT_FOUND' })
  })

  test('a path that begins with two slashes is told from an unknown one: in the answer, or in the records', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const hint = 'the path begins with //; end the base URL without a slash'
    const { body } = await testApp.call('GET', '//sandbox/v1/people')
    assert.deepEqual([body.code, body.message], [404, `NOT_FOUND (${hint})`])
    await testApp.call('GET', '//open/v1/users/me')
    const { data } = await testApp.sandbox('GET', '/records?name=users&full=true')
    assert.deepEqual(
      data.map(({ name, detail }: { name: string; detail: { reason: object } }) => [name, detail.reason]),
      [['GET //open/v1/users/me', { code: 'DOUBLE_SLASH', params: {} }]],
    )
  })

  test('returns 400 for bytes that are not HTTP, and 431 for oversized headers', async () => {
    await using testApp = await openSandboxApp()
    const tooLong = await testApp.call('GET', `/open/v1/lives?next=${'x'.repeat(20_000)}`)
    assert.deepEqual([tooLong.status, tooLong.body], [431, { code: 431, message: 'REQUEST_HEADER_FIELDS_TOO_LARGE' }])
    assert.equal(tooLong.headers.get('content-type'), 'application/json; charset=utf-8')

    const socket = connect(Number(new URL(testApp.url).port), '127.0.0.1').end('no request\r\n\r\n')
    const response = await text(socket)
    assert.match(response, /^HTTP\/1.1 400 /)
    assert.ok(response.endsWith(JSON.stringify(invalidValue)), response)
  })

  test('returns 404 and 405 before authentication', async () => {
    await using testApp = await openSandboxApp()
    assert.equal((await testApp.call('PUT', '/auth/v1/token')).status, 405)
    assert.equal((await testApp.call('GET', '/auth/v1/token/')).status, 404)
    assert.equal((await testApp.call('GET', '/open/v1')).body.message, 'NOT_FOUND')
  })
})

describe('hostile input', () => {
  test('never fails on unusual text in any field of JSON, form or query', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    for (const [method, path, fields] of endpoints)
      for (const field of Object.keys(fields))
        for (const [name, text] of Object.entries(invalidTexts)) {
          const json = { ...fields, [field]: Array.isArray(fields[field]) ? [text] : text }
          assertClientError(
            await testApp.call(method, path, { token, json }),
            `${method} ${path} ${field} with ${name}`,
          )
          const form = Object.fromEntries(
            Object.entries({ ...fields, [field]: text }).map(([name, value]) => [name, String(value)]),
          )
          assertClientError(
            await testApp.call(method, path, { token, form }),
            `${method} ${path} form ${field} with ${name}`,
          )
          const query = `${path}?${new URLSearchParams({ [field]: text }).toString()}`
          assertClientError(
            await testApp.call(method, query, { token }),
            `${method} ${path} query ${field} with ${name}`,
          )
        }
  })

  test('never fails on unusual JSON documents', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    for (const [method, path, fields] of endpoints)
      for (const field of Object.keys(fields))
        for (const [name, document] of Object.entries(invalidDocuments)) {
          const response = await testApp.call(method, path, { token, raw: document(field) })
          assertClientError(response, `${method} ${path} ${field} with ${name}`)
        }
  })

  test('uses the last of repeated JSON keys, and ignores prototypes', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    const send = (raw: string) => testApp.call('POST', '/open/v1/chats/send', { token, raw })
    assert.equal((await send('{"message":"first","message":"second"}')).status, 200)
    const { content } = await testApp.deps.db.read
      .selectFrom('chat_message')
      .select('content')
      .executeTakeFirstOrThrow()
    assert.equal(content, 'second')
    assert.deepEqual((await send('{"__proto__":{"message":"a"}}')).body, invalidValue)
  })

  test('returns 401 for unusual credentials', async () => {
    await using testApp = await openSandboxApp()
    const { client } = await testApp.createFixture()
    for (const unusual of ['\u00ff', '__proto__', `'`, 'x'.repeat(8_000)]) {
      const responses = [
        await testApp.call('GET', '/open/v1/users/me', { token: unusual }),
        await testApp.call('GET', '/open/v1/sessions/auth/client', { client: { ...client, clientSecret: unusual } }),
        await testApp.call('GET', '/open/v1/sessions/auth/client', { client: { ...client, clientId: unusual } }),
      ]
      assert.deepEqual(
        responses.map(({ status }) => status),
        [401, 401, 401],
      )
    }
  })
})
