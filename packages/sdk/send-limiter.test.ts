import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSendLimiter } from './send-limiter.ts'

/** A limiter on a clock that moves only while it waits. */
function createTestLimiter(options: object = {}) {
  let time = 0
  const sent: [time: number, message: string][] = []
  const limit = createSendLimiter({
    count: 2,
    seconds: 10,
    now: () => time,
    sleep: async (ms) => void (time += ms),
    ...options,
  })
  const send = (channelId: string, message: string) =>
    limit(channelId, async () => {
      sent.push([time, message])
      return message
    })
  return { limit, send, sent }
}

describe('createSendLimiter', () => {
  test('sends the messages of a channel in order, at most `count` in `seconds`', async () => {
    const { send, sent } = createTestLimiter()
    const messages = ['1', '2', '3', '4', '5']
    assert.deepEqual(await Promise.all(messages.map((message) => send('a', message))), messages)
    assert.deepEqual(sent, [
      [0, '1'],
      [0, '2'],
      [10_000, '3'],
      [10_000, '4'],
      [20_000, '5'],
    ])
  })

  test('a channel does not wait for another', async () => {
    const waiting = Promise.withResolvers<void>()
    const { send, sent } = createTestLimiter({ sleep: () => waiting.promise })
    const first = ['1', '2', '3'].map((message) => send('a', message))
    await send('b', 'other')
    assert.deepEqual(sent.map(([, message]) => message).toSorted(), ['1', '2', 'other'])
    waiting.resolve()
    await Promise.all(first)
  })

  test('a message that fails rejects its own call only', async () => {
    const { limit, send } = createTestLimiter()
    const failed = limit('a', () => Promise.reject(new Error('refused')))
    const next = send('a', 'next')
    await assert.rejects(failed, { message: 'refused' })
    assert.equal(await next, 'next')
  })

  test('rejects a message when `maxWaiting` others wait', async () => {
    const { send } = createTestLimiter({ maxWaiting: 2 })
    const accepted = ['1', '2', '3'].map((message) => send('a', message))
    await assert.rejects(send('a', '4'), {
      name: 'SendQueueFull',
      message: '2 messages of the channel a are waiting.',
    })
    await Promise.all(accepted)
    assert.equal(await send('a', '5'), '5')
  })

  test('a signal rejects the messages that wait, and later ones', async () => {
    const stopping = new AbortController()
    const sleep = async () => stopping.abort(new Error('stopped'))
    const { send, sent } = createTestLimiter({ signal: stopping.signal, sleep })
    const results = await Promise.allSettled(['1', '2', '3', '4'].map((message) => send('a', message)))
    assert.deepEqual(
      results.map((result) => (result.status === 'rejected' ? String(result.reason) : result.value)),
      ['1', '2', 'Error: stopped', 'Error: stopped'],
    )
    await assert.rejects(send('b', '5'), { message: 'stopped' })
    assert.equal(sent.length, 2)
  })
})
