import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chat, scopes, session } from '@onair/contract'
import { createClient, type Client } from '@onair/sdk/http'
import { eventually } from '../support/eventually.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { runCommandHere } from '../support/programs/program.ts'
import { openSandboxApp, type SandboxApp } from '../support/apps/sandbox-app.ts'
import { runLoad } from '@onair/lab/load'

const folder = createTempFolder()
let app: SandboxApp

const run = (...args: string[]) => runCommandHere(['load', ...args], { ONAIR_URL: app.url })

describe('onair load', () => {
  // Not when the file is loaded: an app that is idle for longer than the lease of its gateway has no sessions.
  before(async () => (app = await openSandboxApp()))
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
    [
      '{"clientId":"a","clientSecret":"b","accessToken":"c","channel":"d"}',
      'line 1 has an unknown field channel (known are clientId, clientSecret, accessToken).',
    ],
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
