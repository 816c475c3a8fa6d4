import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError, type Client } from '@onair/sdk/http'
import { ChatBatches, type ChatMessage } from './chat-batches.ts'

/** A server that answers with these errors first. It keeps the messages that it has sent. */
function createServer(...errors: ApiError[]) {
  const sent: string[] = []
  const call = async (_endpoint: unknown, { body }: { body: { messages: ChatMessage[] } }) => {
    const error = errors.shift()
    if (error !== undefined) throw error
    sent.push(...body.messages.map(({ message }) => message))
    return { data: body.messages.map(() => ({ sent: {}, reason: null })) }
  }
  return { sent, batches: new ChatBatches(call as unknown as Client) }
}

const messageOf = (message: string): ChatMessage => ({ channelId: 'a', byChannelId: 'b', message })
const limited = new ApiError('', { status: 429, code: 429, apiMessage: '', retryAfterSec: 0, reason: undefined })

describe('ChatBatches', () => {
  test('a message that is not known yet holds back those after it', async () => {
    const { sent, batches } = createServer()
    const { promise: second, resolve } = Promise.withResolvers<ChatMessage>()
    const [first, ...others] = [messageOf('1'), second, messageOf('3')].map((each) =>
      batches.send(Promise.resolve(each)),
    )
    await first
    assert.deepEqual(sent, ['1'])
    resolve(messageOf('2'))
    await Promise.all(others)
    assert.deepEqual(sent, ['1', '2', '3'])
  })

  test('a message whose sender cannot be created does not hold back others', async () => {
    const { sent, batches } = createServer()
    const failed = batches.send(Promise.reject(new Error('no person was created')))
    await assert.rejects(Promise.all([failed, batches.send(Promise.resolve(messageOf('2')))]), /no person was created/)
    await batches.send(Promise.resolve(messageOf('3')))
    assert.deepEqual(sent, ['2', '3'])
  })

  test('messages of a request that is limited are sent before those after it', async () => {
    const { sent, batches } = createServer(limited)
    const first = batches.send(Promise.resolve(messageOf('1')))
    await Promise.all([first, ...['2', '3'].map((each) => batches.send(Promise.resolve(messageOf(each))))])
    assert.deepEqual(sent, ['1', '2', '3'])
  })
})
