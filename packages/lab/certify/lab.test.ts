import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Lab } from './lab.ts'
import type { SeenRequest } from './seen-request.ts'

describe('Lab.settle', () => {
  test('waits for the response of a request that the program has sent', async () => {
    const request: SeenRequest = {
      at: 0,
      method: 'POST',
      path: '/open/v1/chats/send',
      query: new URLSearchParams(),
      headers: {},
      body: '{"message":"pong"}',
      status: 0,
      message: null,
      traceId: null,
      isFault: false,
      quotaPerMinute: null,
    }
    let waits = 0
    await using lab = new Lab({
      createCaller: () => () => assert.fail('no call is expected'),
      traffic: {
        requests: [request],
        sessions: [],
        isRedacted: false,
        now: () => 0,
        async sync() {
          waits += 1
          if (waits === 2) request.status = 200
        },
        clockMoved() {},
        async [Symbol.asyncDispose]() {},
      },
      profile: 'bot',
      probe: '!ping {text}',
      clientId: '',
      clientSecret: null,
      channelId: '',
      viewerChannelId: '',
      answers: async () => true,
      claims: { people: 1, rewardIds: [], readGrants: null },
      patienceMs: 1_000,
      reconcileMs: 1_000,
      start: null,
      signal: new AbortController().signal,
    })
    await lab.settle()
    assert.equal(request.status, 200)
    assert.equal(waits, 2)
  })
})
