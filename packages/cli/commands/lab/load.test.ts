import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chat, scopes, session } from '@onair/contract'
import { ApiError, createClient, type Client } from '@onair/sdk/http'
import { eventually } from '../../../../tests/support/eventually.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { runCommandHere } from '../../../../tests/support/program.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { DeliveryCount } from '@onair/lab/load/delivery-count.ts'
import { runLoad } from '@onair/lab/load/run-load.ts'

const folder = createTempFolder()
let app: TestApp

const run = (...args: string[]) => runCommandHere(['load', ...args], { ONAIR_URL: app.url })

describe('onair load', () => {
  // Not when the file is loaded: an app that is idle for longer than the lease of its gateway has no sessions.
  before(async () => (app = await openTestApp()))
  after(async () => {
    await app[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  test('opens sessions in a sandbox, sends messages and reports latencies without losses', async () => {
    const args = ['--sessions', '12', '--rate', '40', '--seconds', '1', '--channels', '1']
    const { code, stdout, stderr } = await run(...args, '--json')
    assert.equal(code, 0, stderr)
    const report = JSON.parse(stdout)
    assert.deepEqual(
      [report.isComplete, report.sessions, report.lost, report.repeated, report.failed, report.reasons],
      [true, 12, 0, 0, 0, {}],
    )
    assert.ok(report.sent > 0 && report.sent <= 40, stdout)
    // The application has one channel, so each message goes to all sessions.
    assert.equal(report.received, 12 * report.sent)
    const { p50, p99, p999, max } = report.latencyMs
    assert.ok(0 < p50 && p50 <= p99 && p99 <= p999 && p999 <= max, stdout)
  })

  test('uses existing applications and tokens of a file, without the sandbox API', async () => {
    const { client, token } = await app.createFixture()
    const path = join(folder.path, 'accounts')
    writeFileSync(path, `${JSON.stringify({ ...client, accessToken: token })}\n`)
    const args = ['--accounts', path, '--sessions', '2', '--rate', '20', '--seconds', '1']
    const { code, stdout, stderr } = await run(...args)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^sessions +2 opened, 0 ended by the server\nmessages +\d+ accepted, 0 failed/)
    assert.match(stdout, /\np50 +[\d.]+ ms\np99 +[\d.]+ ms\np99\.9 +[\d.]+ ms\n/)
  })

  test('exits with 1 and names the reasons when messages are refused', async () => {
    const { client, channelId } = await app.createFixture()
    const grant = { clientId: client.clientId, channelId, scopes: [scopes.user] }
    const { accessToken } = await app.sandbox('POST', '/grants', grant)
    const path = join(folder.path, 'refused')
    writeFileSync(path, JSON.stringify({ ...client, accessToken }))
    const { code, stdout } = await run(
      '--accounts',
      path,
      '--sessions',
      '0',
      '--rate',
      '20',
      '--seconds',
      '1',
      '--json',
    )
    const report = JSON.parse(stdout)
    assert.deepEqual([code, report.sent], [1, 0])
    assert.deepEqual(Object.values(report.reasons), [report.failed])
  })

  for (const [text, message] of [
    ['{"clientId":"a","clientSecret":"b"}', 'line 1 has no accessToken.'],
    ['\n{', 'line 2 is not JSON.'],
    ['', 'has no account.'],
  ] as const)
    test(`refuses the accounts ${JSON.stringify(text)}`, async () => {
      const path = join(folder.path, 'invalid')
      writeFileSync(path, text)
      const { code, stderr } = await run('--accounts', path)
      assert.equal(code, 1)
      assert.ok(stderr.endsWith(`${message}\n`), stderr)
    })

  test('ends early with a report of what happened before', async () => {
    const ending = new AbortController()
    let sent = 0
    const call = (async () => {
      if (++sent === 3) ending.abort()
    }) as unknown as Client
    const account = { clientId: '', clientSecret: '', channelId: 'one', call }
    const report = await runLoad({
      prepare: async () => [account],
      sessions: 0,
      rate: 1_000,
      seconds: 86_400,
      signal: ending.signal,
      print: () => {},
    })
    assert.equal(report.isComplete, false)
    assert.ok(report.sent >= 3, JSON.stringify(report))
  })

  test('closes the sessions that it opens while it is ended', async () => {
    const ending = new AbortController()
    const { client, channelId, token } = await app.createFixture()
    const send = createClient({ baseUrl: app.url, credentials: { ...client, accessToken: token } })
    const call = (async (endpoint, ...args) => {
      if (endpoint.path === session.subscribeChat.path) ending.abort()
      return send(endpoint, ...args)
    }) as Client
    const options = { sessions: 4, rate: 1, seconds: 1, signal: ending.signal, print: () => {} }
    await runLoad({ prepare: async () => [{ ...client, channelId, call }], ...options })
    const { body } = await app.call('GET', '/open/v1/sessions/client?size=50', { client })
    assert.ok(body.content.data.some((each: object) => 'connectedDate' in each))
    await eventually(async () => {
      const { body } = await app.call('GET', '/open/v1/sessions/client?size=50', { client })
      assert.ok(body.content.data.every((each: object) => 'disconnectedDate' in each || !('connectedDate' in each)))
    })
  })

  test('does not exceed the number of messages in flight when the server does not respond', async () => {
    const ending = new AbortController()
    let inFlight = 0
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const call = (async () => {
      inFlight += 1
      await answered
      throw new ApiError('POST', { status: 503, code: 503, apiMessage: 'busy', retryAfterSec: 1, reason: undefined })
    }) as unknown as Client
    const loading = runLoad({
      prepare: async () => [{ clientId: '', clientSecret: '', channelId: 'one', call }],
      sessions: 0,
      rate: 20_000,
      seconds: 1,
      signal: ending.signal,
      print: () => {},
    })
    setTimeout(() => {
      ending.abort()
      answer()
    }, 200)
    const report = await loading
    assert.equal(inFlight, 1_000)
    assert.deepEqual([report.failed, report.reasons['503 busy']], [1_000, 1_000])
    assert.ok(report.notSent > 0)
  })

  test('a session that the server ends is reported with its reason', async () => {
    const { client, channelId, token } = await app.createFixture()
    const send = createClient({ baseUrl: app.url, credentials: { ...client, accessToken: token } })
    let isDisconnected = false
    const call = (async (endpoint, ...args) => {
      if (endpoint.path === chat.sendMessage.path && !isDisconnected) {
        isDisconnected = true
        const { body } = await app.call('GET', '/open/v1/sessions/client', { client })
        await app.sandbox('POST', `/sessions/${body.content.data[0].sessionKey}/disconnect`)
      }
      return send(endpoint, ...args)
    }) as Client
    const report = await runLoad({
      prepare: async () => [{ ...client, channelId, call }],
      sessions: 1,
      rate: 10,
      seconds: 1,
      signal: new AbortController().signal,
      print: () => {},
    })
    assert.deepEqual([report.sessions, report.sessionsEnded], [1, 1])
    assert.match(Object.keys(report.reasons)[0] ?? '', /^the socket was closed/)
  })
})

describe('deliveries', () => {
  test('a delivery that does not arrive is lost, one that arrives again is repeated, and one of a failed message is neither', () => {
    const count = new DeliveryCount()
    const first = count.add(0, [true, true, false])
    count.acknowledge(first)
    assert.equal(count.missing, 2)
    count.receive(first, 0, 5)
    count.receive(first, 0, 6)
    const failed = count.add(10, [true])
    count.fail()
    assert.equal(count.missing, 1)
    count.settle(10)
    assert.deepEqual(count.deliveries, { received: 1, lost: 1, repeated: 1 })
    count.receive(failed, 0, 20)
    count.settle(Infinity)
    assert.deepEqual([count.deliveries, count.missing], [{ received: 2, lost: 1, repeated: 1 }, 0])
    assert.equal(count.percentile(50), 5)
  })

  test('a delivery before the response is counted', () => {
    const count = new DeliveryCount()
    const number = count.add(0, [true])
    count.receive(number, 0, 1)
    count.acknowledge(number)
    count.settle(Infinity)
    assert.deepEqual([count.deliveries, count.missing], [{ received: 1, lost: 0, repeated: 0 }, 0])
  })
})
