import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError, type Client } from '@onair/sdk/http'
import { runLoad } from './run-load.ts'

describe('runLoad', () => {
  test('does not exceed the number of messages in flight when the server does not respond', async () => {
    const ending = new AbortController()
    let inFlight = 0
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const call = (async () => {
      inFlight += 1
      if (inFlight === 1_000)
        setImmediate(() => {
          ending.abort()
          answer()
        })
      await answered
      throw new ApiError('POST', { status: 503, code: 503, apiMessage: 'busy', retryAfterSec: 1, reason: undefined })
    }) as unknown as Client
    const loading = runLoad({
      prepare: async () => [{ clientId: '', clientSecret: '', channelId: 'one', call }],
      sessions: 0,
      rate: 1_000_000,
      seconds: 60,
      signal: ending.signal,
      print: () => {},
    })
    const report = await loading
    assert.equal(inFlight, 1_000)
    assert.deepEqual([report.failed, report.reasons['503 busy']], [1_000, 1_000])
    assert.ok(report.notSent > 0)
  })
})
