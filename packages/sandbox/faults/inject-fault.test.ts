import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultPresetNames, faultPresets, type FaultRule } from '@onair/contract'
import { eventually } from '../../../tests/support/eventually.ts'
import { openSandboxApp, openSandboxChannel, type SandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import type { Fixture } from '../../../tests/support/apps/test-app.ts'

const me = '/open/v1/users/me'
const setRules = (testApp: SandboxApp, rules: FaultRule[], seed = 1) =>
  testApp.sandbox('PUT', '/faults', { seed, rules })
const getMe = (testApp: SandboxApp, { token }: Pick<Fixture, 'token'>) => testApp.call('GET', me, { token })

describe('fault plan', () => {
  test('replaces a response by each status, names the fault in X-Onair-Fault, and stops when it is cleared', async () => {
    await using testApp = await openSandboxApp()
    const fixture = await testApp.createFixture()
    const messages = {
      400: '잘못된 값을 입력했습니다.',
      401: 'UNAUTHORIZED',
      403: 'FORBIDDEN',
      429: 'TOO_MANY_REQUESTS',
      500: 'INTERNAL_SERVER_ERROR',
      503: 'SERVICE_UNAVAILABLE',
    } as const
    for (const status of [400, 401, 403, 429, 500, 503] as const) {
      const isLimited = status === 429 || status === 503
      await setRules(testApp, [{ kind: 'status', status, ...(isLimited && { retryAfterSec: 7 }) }])
      const response = await getMe(testApp, fixture)
      assert.deepEqual(
        [response.status, response.body, response.headers.get('x-onair-fault'), response.headers.get('retry-after')],
        [status, { code: status, message: messages[status] }, `status-${status}`, isLimited ? '7' : null],
      )
    }
    await testApp.sandbox('DELETE', '/faults')
    const response = await getMe(testApp, fixture)
    assert.deepEqual([response.status, response.headers.get('x-onair-fault')], [200, null])
    assert.deepEqual(await testApp.sandbox('GET', '/faults'), { preset: null, seed: null, rules: [] })
  })

  test('delays a response, and sends a slow body in parts, on the clock of the process', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    const headers = { authorization: `Bearer ${token}` }
    await setRules(testApp, [{ kind: 'delay', delayMs: 10_000 }])
    let isAnswered = false
    const delayed = fetch(testApp.url + me, { headers }).then((response) => ((isAnswered = true), response))
    const advanceWhenInjected = async (ms: number) => {
      await eventually(async () => (await testApp.sandbox('GET', '/faults')).rules[0].injected === 1)
      testApp.clock.advance(ms)
    }
    await advanceWhenInjected(9_999)
    await testApp.sandbox('GET', '/faults')
    assert.equal(isAnswered, false)
    await eventually(() => {
      testApp.clock.advance(1)
      return isAnswered
    })
    assert.deepEqual([(await delayed).status, (await delayed).headers.get('x-onair-fault')], [200, 'delay'])

    await setRules(testApp, [{ kind: 'slow-body', delayMs: 5_000 }])
    const response = await fetch(testApp.url + me, { headers })
    const parts: string[] = []
    const read = (async () => {
      for await (const part of response.body ?? []) parts.push(Buffer.from(part).toString())
    })()
    await eventually(() => parts.length === 1)
    await eventually(() => {
      testApp.clock.advance(5_000)
      return parts.length === 8
    })
    await read
    assert.equal(JSON.parse(parts.join('')).code, 200)
  })

  test('cuts a response in the middle of its body, and resets a connection', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    const headers = { authorization: `Bearer ${token}` }
    await setRules(testApp, [{ kind: 'truncated-body' }])
    const response = await fetch(testApp.url + me, { headers })
    assert.equal(response.status, 200)
    await assert.rejects(response.text(), { message: 'terminated' })

    await setRules(testApp, [{ kind: 'connection-reset' }])
    await assert.rejects(fetch(testApp.url + me, { headers }), ({ cause }: Error) => {
      assert.match((cause as Error & { code: string }).code, /ECONNRESET|UND_ERR_SOCKET/)
      return true
    })
  })

  test('expires an access token early; a refreshed one works', async () => {
    await using testApp = await openSandboxApp()
    const fixture = await testApp.createFixture()
    await setRules(testApp, [{ kind: 'token-expired', nth: 2 }])
    const statuses = []
    for (let at = 0; at < 4; at++) statuses.push((await getMe(testApp, fixture)).body.message)
    assert.deepEqual(statuses, [null, 'INVALID_TOKEN', 'INVALID_TOKEN', 'INVALID_TOKEN'])
    const { client, refreshToken } = fixture
    const json = { grantType: 'refresh_token', ...client, refreshToken }
    const { body } = await testApp.call('POST', '/auth/v1/token', { json })
    assert.equal((await getMe(testApp, { token: body.content.accessToken })).status, 200)
  })

  test('a replaced request has no effect', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    await setRules(testApp, [{ kind: 'status', status: 500, operation: 'chat.sendMessage', nth: 1 }])
    const send = async () =>
      (await testApp.call('POST', '/open/v1/chats/send', { token, json: { message: 'hi' } })).status
    assert.deepEqual([await send(), await send()], [500, 200])
    const messages = await testApp.deps.db.read.selectFrom('chat_message').select('content').execute()
    assert.equal(messages.length, 1)
  })

  test('applies to the operation, scope, application, time and number of its rule', async () => {
    await using testApp = await openSandboxApp()
    const fixture = await testApp.createFixture()
    const other = await testApp.createFixture({ name: 'other' })
    const fault = { kind: 'status', status: 503 } as const
    const statusesWith = async (rule: object, calls: [string, Fixture][]) => {
      await setRules(testApp, [{ ...fault, ...rule }])
      const statuses = []
      for (const [path, { token }] of calls) statuses.push((await testApp.call('GET', path, { token })).status)
      return statuses
    }
    const settings = '/open/v1/chats/settings'
    const both: [string, Fixture][] = [
      [me, fixture],
      [settings, fixture],
      [me, other],
    ]
    assert.deepEqual(await statusesWith({ operation: 'user.getMe' }, both), [503, 200, 503])
    assert.deepEqual(await statusesWith({ scope: '채팅 설정 조회' }, both), [200, 503, 200])
    assert.deepEqual(await statusesWith({ clientId: fixture.client.clientId }, both), [503, 503, 200])
    assert.deepEqual(await statusesWith({ nth: 2, count: 1 }, both), [200, 503, 200])
    assert.deepEqual(await statusesWith({ count: 2 }, both), [503, 503, 200])
    const [from, to] = ['2026-07-18T14:33:00Z', '2026-07-18T14:34:00Z']
    assert.deepEqual(await statusesWith({ from, to }, both), [200, 200, 200])
    const inTime = [200, 503, 503, 200]
    await setRules(testApp, [{ ...fault, from, to }])
    for (const expected of inTime) {
      assert.equal((await getMe(testApp, fixture)).status, expected)
      await testApp.sandbox('POST', '/clock', { advanceSeconds: 48 })
    }
  })

  test('the same seed gives the same responses, byte for byte', async () => {
    await using testApp = await openSandboxApp()
    const { token } = await testApp.createFixture()
    const run = async (seed: number) => {
      await setRules(
        testApp,
        [
          { kind: 'status', status: 500, probability: 0.3 },
          { kind: 'status', status: 429, retryAfterSec: 3, probability: 0.3 },
        ],
        seed,
      )
      const responses = []
      for (let at = 0; at < 30; at++) {
        const response = await fetch(testApp.url + me, { headers: { authorization: `Bearer ${token}` } })
        const { headers } = response
        responses.push([
          response.status,
          headers.get('x-onair-fault'),
          headers.get('retry-after'),
          await response.text(),
        ])
      }
      return JSON.stringify(responses)
    }
    const first = await run(7)
    assert.equal(await run(7), first)
    assert.notEqual(await run(8), first)
    for (const text of ['status-500', 'status-429', '"channelId']) assert.ok(first.includes(text), text)
  })

  test('revokes the grant of a token: its session receives SYSTEM revoked, and the token stays invalid', async () => {
    await using channel = await openSandboxChannel()
    const session = await channel.connectAndSubscribe('chat')
    await setRules(channel, [{ kind: 'grant-revoked', operation: 'user.getMe', nth: 1 }])
    const statuses = [(await getMe(channel, channel)).status, (await getMe(channel, channel)).status]
    assert.deepEqual(statuses, [401, 401])
    const [, payload] = await session.next()
    assert.equal((typeof payload === 'string' ? JSON.parse(payload) : payload).type, 'revoked')
  })

  test('sets a preset by its name, with another seed if asked', async () => {
    await using testApp = await openSandboxApp()
    for (const preset of faultPresetNames) {
      const state = await testApp.sandbox('PUT', '/faults', { preset, seed: 5 })
      assert.deepEqual([state.preset, state.seed, state.rules.length], [preset, 5, faultPresets[preset].rules.length])
    }
    for (const json of [{}, { preset: 'bad-evening', rules: faultPresets['bad-evening'].rules }, { preset: 'none' }])
      assert.equal((await testApp.call('PUT', '/sandbox/v1/faults', { json })).status, 400)
  })

  test('production answers 404 to the fault plan', async () => {
    await using testApp = await openSandboxApp({ settings: { mode: 'production' } })
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status, headers } = await testApp.call(method, '/sandbox/v1/faults')
      assert.deepEqual([status, headers.get('x-onair-fault')], [404, null])
    }
  })

  test('marks the fault in the inspector, and ends with a reset of the sandbox', async () => {
    await using testApp = await openSandboxApp()
    const fixture = await testApp.createFixture()
    await setRules(testApp, [{ kind: 'status', status: 403, nth: 1 }])
    await getMe(testApp, fixture)
    await testApp.deps.recorder.flush()
    const { data } = await testApp.sandbox('GET', '/records?full=true&status=403')
    assert.equal(data[0].fault, 'status-403')
    assert.equal(data[0].detail.response.headers['x-onair-fault'], 'status-403')
    assert.deepEqual(data[0].detail.reason, { code: 'FAULT_INJECTED', params: { fault: 'status-403' } })
    await testApp.sandbox('POST', '/reset')
    assert.deepEqual(await testApp.sandbox('GET', '/faults'), { preset: null, seed: null, rules: [] })
  })

  test('returns 400 and names the value of an invalid rule', async () => {
    await using testApp = await openSandboxApp()
    for (const [rule, text] of [
      [{ kind: 'status' }, 'rules[0].status: is required'],
      [{ kind: 'delay' }, 'rules[0].delayMs: is required'],
      [{ kind: 'connection-reset', delayMs: 5 }, 'rules[0].delayMs: is invalid'],
      [{ kind: 'status', status: 500, retryAfterSec: 5 }, 'rules[0].retryAfterSec: is invalid'],
      [{ kind: 'event-lost', operation: 'user.getMe' }, 'rules[0].operation: is invalid'],
      [{ kind: 'upgrade-refused', clientId: 'a' }, 'rules[0].clientId: is invalid'],
      [{ kind: 'webhook-doubled', eventType: 'CHAT' }, 'rules[0].eventType: is invalid'],
      [{ kind: 'gateway-restart' }, 'rules[0].delayMs: is required'],
      [{ kind: 'token-expired', operation: 'chat.unknown' }, 'rules[0].operation: is not an operation of the API'],
      [{ kind: 'token-expired', scope: 'all' }, 'rules[0].scope: no such scope "all"'],
      [{ kind: 'token-expired', from: 'noon' }, 'rules[0].from: must be an RFC 3339 date with a time zone'],
    ] as const) {
      const { status, body } = await testApp.call('PUT', '/sandbox/v1/faults', { json: { rules: [rule] } })
      assert.deepEqual([status, body.message], [400, `잘못된 값을 입력했습니다. (${text})`])
    }
    const rules = Array.from({ length: 51 }, () => ({ kind: 'connection-reset' }))
    assert.equal((await testApp.call('PUT', '/sandbox/v1/faults', { json: { rules } })).status, 400)
    assert.deepEqual(await testApp.sandbox('GET', '/faults'), { preset: null, seed: null, rules: [] })
  })
})
