import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chat, user } from '@onair/contract'
import { openSandboxChannel, type SandboxChannel } from '../../tests/support/apps/sandbox-app.ts'
import { createClient, type ApiError } from './http.ts'
import { readRetryAfter } from './retry.ts'

/** A client that records its waits instead of waiting. */
function createImpatientClient({ url, client: app, token, refreshToken }: SandboxChannel, options: object = {}) {
  const waits: number[] = []
  const api = createClient({
    baseUrl: url,
    credentials: { ...app, accessToken: token, refreshToken },
    sleep: async (ms) => void waits.push(ms),
    ...options,
  })
  return { api, waits }
}

const injectStatus = (testChannel: SandboxChannel, rule: object) =>
  testChannel.sandbox('PUT', '/faults', { rules: [{ kind: 'status', ...rule }] })

describe('retries of createClient', () => {
  for (const status of [429, 503])
    test(`sends a call again after ${status}, when Retry-After says`, async () => {
      await using testChannel = await openSandboxChannel()
      const { api, waits } = createImpatientClient(testChannel)
      await injectStatus(testChannel, { status, retryAfterSec: 7, operation: 'chat.sendMessage', count: 2 })
      await api(chat.sendMessage, { body: { message: 'once' } })
      assert.deepEqual(waits, [7_000, 7_000])
      const messages = await testChannel.deps.db.read.selectFrom('chat_message').select('id').execute()
      assert.equal(messages.length, 1)
    })

  test('gives up after two retries, and does not wait longer than a minute or after other errors', async () => {
    await using testChannel = await openSandboxChannel()
    const { api, waits } = createImpatientClient(testChannel)
    const expectStatus = (status: number) => assert.rejects(api(user.getMe), { name: 'ApiError', status })
    await injectStatus(testChannel, { status: 429, retryAfterSec: 1 })
    await expectStatus(429)
    assert.deepEqual(waits.splice(0), [1_000, 1_000])
    await injectStatus(testChannel, { status: 503, retryAfterSec: 61 })
    await expectStatus(503)
    await injectStatus(testChannel, { status: 500 })
    await expectStatus(500)
    assert.deepEqual(waits, [])
  })

  test('returns the first 429 without retries', async () => {
    await using testChannel = await openSandboxChannel()
    const { api, waits } = createImpatientClient(testChannel, { maxRetries: 0 })
    await injectStatus(testChannel, { status: 429, retryAfterSec: 1 })
    await assert.rejects(api(user.getMe), (error: ApiError) => error.retryAfterSec === 1)
    assert.deepEqual(waits, [])
  })

  test('does not use a refresh token again after a refusal', async () => {
    await using testChannel = await openSandboxChannel()
    const { api, waits } = createImpatientClient(testChannel)
    testChannel.clock.advance(86_400_000)
    await injectStatus(testChannel, { status: 429, retryAfterSec: 1, operation: 'authorization.issueToken', count: 1 })
    await assert.rejects(api(user.getMe), { status: 429 })
    assert.deepEqual(waits, [])
    assert.equal((await api(user.getMe)).channelId, testChannel.channelId)
  })

  test('a signal ends the wait, and the call', async () => {
    await using testChannel = await openSandboxChannel()
    const stopping = new AbortController()
    const sleep = async () => stopping.abort(new Error('stopped'))
    const { api } = createImpatientClient(testChannel, { sleep })
    await injectStatus(testChannel, { status: 429, retryAfterSec: 30 })
    await assert.rejects(api(user.getMe, { signal: stopping.signal }), { message: 'stopped' })
  })
})

test('readRetryAfter reads seconds and dates', () => {
  assert.deepEqual(['12', ' 0 ', 'soon', null].map(readRetryAfter), [12, 0, undefined, undefined])
  assert.equal(readRetryAfter('Fri, 31 Dec 1999 23:59:59 GMT'), 0)
  const later = readRetryAfter(new Date(Date.now() + 100_000).toUTCString()) ?? 0
  assert.ok(later > 60 && later <= 100, String(later))
})
