import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, test } from 'node:test'
import { session, wireProfiles, type SystemMessage } from '@onair/contract'
import io from 'socket.io-client'
import { openSandboxChannel, type SandboxChannel } from '../../tests/support/apps/sandbox-app.ts'
import { createClient, ApiError, type Client } from './http.ts'
import { listen, type FailedHandler, type SessionEvents, type SessionHandlers, type SocketIo } from './listen.ts'

/** A queue of received items. `next` waits up to 20 s for an item. */
function createInbox<T>() {
  const items: T[] = []
  const emitter = new EventEmitter()
  return {
    put(item: T) {
      items.push(item)
      emitter.emit('put')
    },
    async next(): Promise<T> {
      const signal = AbortSignal.timeout(20_000)
      while (items.length === 0) await once(emitter, 'put', { signal })
      return items.shift() as T
    },
    get size() {
      return items.length
    },
  }
}

const createApiClient = ({ url, client: app }: SandboxChannel, accessToken: string) =>
  createClient({ baseUrl: url, credentials: { ...app, accessToken } })
const subscribeChatWith = (api: Client) => (sessionKey: string) =>
  api(session.subscribeChat, { parameters: { sessionKey } })

/** Listens to the streamer's chat. Records the waits between sessions instead of waiting. */
function startListening(
  testChannel: SandboxChannel,
  { options = {}, connect = io }: { options?: object; connect?: SocketIo } = {},
) {
  const api = createApiClient(testChannel, testChannel.token)
  const received = createInbox<string>()
  const waits: number[] = []
  const listening = listen({
    io: connect,
    openSession: () => api(session.openUserSession),
    subscriptions: [subscribeChatWith(api)],
    handlers: {
      SYSTEM: ({ type }) => received.put(type),
      CHAT: ({ content }) => received.put(content),
    },
    sleep: async (ms) => void waits.push(ms),
    ...options,
  })
  return { ...listening, received, waits, [Symbol.asyncDispose]: () => listening.close() }
}

/** A connection to a platform whose events have no id. */
const ioWithoutEventIds: SocketIo = (url, options) => {
  const socket = io(url, options)
  const on = (event: string, handler: (payload: any) => void) =>
    socket.on(event, (payload) => handler(event === 'CHAT' ? { ...payload, eventId: undefined } : payload))
  return { on, close: () => socket.close() }
}

async function listSessionKeys({ deps }: SandboxChannel): Promise<string[]> {
  const rows = deps.db.read.selectFrom('session').select('key').where('connected_at', 'is not', null)
  return (await rows.execute()).map(({ key }) => key)
}

describe('listen', () => {
  test('a message that is no JSON, and a URL that is too long, end the session and not the program', async () => {
    const reasons: unknown[] = []
    const handlers = new Map<string, (payload: unknown) => void>()
    const socket = { on: (event: string, handler: (payload: any) => void) => handlers.set(event, handler), close() {} }
    let openings = 0
    const listener = listen({
      io: () => socket,
      openSession: async () => ({ url: `http://127.0.0.1/${'a'.repeat(openings++ === 0 ? 0 : 2_000)}` }),
      subscriptions: [],
      handlers: {},
      onDisconnect: (reason) => void reasons.push(reason),
      sleep: async () => void (openings === 2 && listener.close()),
    })
    while (!handlers.has('CHAT')) await new Promise(setImmediate)
    handlers.get('CHAT')?.('{')
    await listener.closed
    assert.deepEqual(reasons.map(String), [
      'Error: CHAT: the message is not a JSON object',
      'Error: The URL of the session has more than 2000 characters.',
    ])
  })

  for (const wireProfile of wireProfiles)
    test(`reconnects after a disconnect and subscribes again, in the ${wireProfile} profile`, async () => {
      await using testChannel = await openSandboxChannel({ app: { wireProfile } })
      await using listener = startListening(testChannel)
      const begun = async () => [await listener.received.next(), await listener.received.next()]
      assert.deepEqual(await begun(), ['connected', 'subscribed'])
      await testChannel.sendChat(testChannel.channelId, '안녕 👋')
      assert.equal(await listener.received.next(), '안녕 👋')
      for (const sessionKey of await listSessionKeys(testChannel))
        await testChannel.sandbox('POST', `/sessions/${sessionKey}/disconnect`)
      assert.deepEqual(await begun(), ['connected', 'subscribed'])
      await testChannel.sendChat(testChannel.channelId, 'again')
      assert.equal(await listener.received.next(), 'again')
      assert.equal(listener.waits.length, 1)
      assert.ok(listener.waits[0]! >= 500 && listener.waits[0]! <= 1000)
      await listener.close()
      assert.equal(listener.received.size, 0)
    })

  test('a handler that throws, or whose promise is rejected, ends neither the session nor the program', async () => {
    await using testChannel = await openSandboxChannel()
    const failures: string[] = []
    const received = createInbox<string>()
    await using listener = startListening(testChannel, {
      options: {
        handlers: {
          SYSTEM: ({ type }: SystemMessage) => {
            received.put(type)
            if (type === 'connected') throw new Error('of SYSTEM')
          },
          CHAT: async ({ content }: SessionEvents['CHAT']) => {
            received.put(content)
            throw new Error(content)
          },
        } satisfies SessionHandlers,
        onDisconnect: () => {
          throw new Error('of onDisconnect')
        },
        onError: (error: Error, { handler, message }: FailedHandler) => {
          const about = message !== undefined && 'content' in message ? ` ${message.content}` : ''
          failures.push(`${handler}${about}: ${error.message}`)
        },
      },
    })
    const begun = async () => [await received.next(), await received.next()]
    assert.deepEqual(await begun(), ['connected', 'subscribed'])
    for (const message of ['one', 'two']) await testChannel.sendChat(testChannel.channelId, message)
    for (const message of ['one', 'two']) assert.equal(await received.next(), message)
    const [key = ''] = await listSessionKeys(testChannel)
    await testChannel.sandbox('POST', `/sessions/${key}/disconnect`)
    assert.deepEqual(await begun(), ['connected', 'subscribed'])
    assert.deepEqual(failures, [
      'SYSTEM: of SYSTEM',
      'CHAT one: one',
      'CHAT two: two',
      'onDisconnect: of onDisconnect',
      'SYSTEM: of SYSTEM',
    ])
    assert.equal(listener.waits.length, 1)
  })

  test('handles an event that arrives in two sessions once', async () => {
    await using testChannel = await openSandboxChannel()
    // Two connections behind one listener, as they are for a moment when the next is opened before the last is closed.
    const api = createApiClient(testChannel, testChannel.token)
    const second = io((await api(session.openUserSession)).url, { transports: ['websocket'], forceNew: true })
    const allSubscribed = Promise.withResolvers<void>()
    second.on('SYSTEM', ({ type, data }) => {
      if (type === 'connected') void subscribeChatWith(api)(data.sessionKey)
      else allSubscribed.resolve()
    })
    const arrived = createInbox<string>()
    const ioWithDuplicates: SocketIo = (url, options) => {
      const socket = io(url, options)
      const on = (event: string, handler: (payload: any) => void) => {
        for (const each of event === 'CHAT' ? [socket, second] : [socket])
          each.on(event, (payload) => {
            handler(payload)
            if (event === 'CHAT') arrived.put(payload.content)
          })
      }
      return { on, close: () => socket.close() }
    }
    await using listener = startListening(testChannel, { connect: ioWithDuplicates })
    await allSubscribed.promise
    assert.deepEqual([await listener.received.next(), await listener.received.next()], ['connected', 'subscribed'])
    for (const message of ['one', 'two', 'three']) await testChannel.sendChat(testChannel.channelId, message)
    for (const message of ['one', 'two', 'three']) assert.equal(await listener.received.next(), message)
    for (let count = 0; count < 6; count++) await arrived.next()
    assert.equal(listener.received.size, 0)
    second.close()
  })

  test('handles all events without an id', async () => {
    await using testChannel = await openSandboxChannel()
    await using listener = startListening(testChannel, { connect: ioWithoutEventIds })
    assert.deepEqual([await listener.received.next(), await listener.received.next()], ['connected', 'subscribed'])
    for (const message of ['one', 'two']) await testChannel.sendChat(testChannel.channelId, message)
    for (const message of ['one', 'two']) assert.equal(await listener.received.next(), message)
  })

  test('retries back off to 60 s and honour Retry-After', async () => {
    await using testChannel = await openSandboxChannel()
    const enough = Promise.withResolvers<void>()
    const waits: number[] = []
    const responses = [
      new ApiError('GET /', {
        status: 429,
        code: 429,
        apiMessage: 'TOO_MANY_REQUESTS',
        reason: undefined,
        retryAfterSec: 300,
      }),
      ...Array.from({ length: 9 }, () => new TypeError('fetch failed')),
    ]
    const listener = startListening(testChannel, {
      options: {
        openSession: () => Promise.reject(responses[waits.length]!),
        sleep: async (ms: number) => {
          waits.push(ms)
          if (waits.length === responses.length) {
            enough.resolve()
            await listener.close()
          }
        },
      },
    })
    await enough.promise
    assert.equal(waits[0], 300_000)
    for (const [at, ms] of waits.slice(1).entries()) {
      const most = Math.min(60_000, 1_000 * 2 ** (at + 1))
      assert.ok(ms >= most / 2 && ms <= most, `${ms} of ${most}`)
    }
  })

  test('requests a new URL after the server rejects one', async () => {
    await using testChannel = await openSandboxChannel()
    const api = createApiClient(testChannel, testChannel.token)
    const used = await api(session.openUserSession)
    const urls = [used, used]
    await using listener = startListening(testChannel, {
      options: { openSession: async () => urls.shift() ?? (await api(session.openUserSession)) },
    })
    assert.deepEqual([await listener.received.next(), await listener.received.next()], ['connected', 'subscribed'])
    const [key = ''] = await listSessionKeys(testChannel)
    await testChannel.sandbox('POST', `/sessions/${key}/disconnect`)
    assert.deepEqual([await listener.received.next(), await listener.received.next()], ['connected', 'subscribed'])
    assert.equal(listener.waits.length, 2)
  })

  test('passes on `revoked`, subscribes again, and rejects when every subscription is refused, each once', async () => {
    await using testChannel = await openSandboxChannel()
    const api = createApiClient(testChannel, testChannel.token)
    const refusals: unknown[] = []
    await using listener = startListening(testChannel, {
      options: {
        subscriptions: [session.subscribeChat, session.subscribeDonation].map(
          (subscribe) => (sessionKey: string) => api(subscribe, { parameters: { sessionKey } }),
        ),
        onSubscriptionRefused: (refusal: unknown) => refusals.push(refusal),
      },
    })
    const rejected = assert.rejects(listener.closed, { name: 'ApiError', status: 401, apiMessage: 'INVALID_TOKEN' })
    for (const type of ['connected', 'subscribed', 'subscribed']) assert.equal(await listener.received.next(), type)
    await testChannel.sandbox('DELETE', '/grants', {
      clientId: testChannel.client.clientId,
      channelId: testChannel.channelId,
    })
    for (const type of ['revoked', 'revoked']) assert.equal(await listener.received.next(), type)
    await rejected
    assert.equal(refusals.length, 2)
  })

  test('drops a permanently refused subscription and keeps the others', async () => {
    await using testChannel = await openSandboxChannel()
    const other = await testChannel.createPerson()
    const [theirs, gone] = [
      await testChannel.grantToken(other),
      await testChannel.grantToken(await testChannel.createPerson(), []),
    ]
    const api = createApiClient(testChannel, testChannel.token)
    const refusals: ApiError[] = []
    await using listener = startListening(testChannel, {
      options: {
        openSession: () => api(session.openClientSession),
        subscriptions: [gone, theirs, testChannel.token].map((token) =>
          subscribeChatWith(createApiClient(testChannel, token)),
        ),
        onSubscriptionRefused: (refusal: ApiError) => refusals.push(refusal),
      },
    })
    const receiveFirstEvents = async () => {
      for (const type of ['connected', 'subscribed', 'subscribed']) assert.equal(await listener.received.next(), type)
    }
    await receiveFirstEvents()
    const [key = ''] = await listSessionKeys(testChannel)
    await testChannel.sandbox('POST', `/sessions/${key}/disconnect`)
    await receiveFirstEvents()
    await testChannel.sandbox('POST', '/actions/chat', { channelId: other, byChannelId: other, message: 'hi' })
    assert.equal(await listener.received.next(), 'hi')
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [403],
    )
  })

  test('close() does not wait for the URL of a session, and ends its request', async () => {
    let given: AbortSignal | null = null
    const listener = listen({
      io,
      openSession: (signal) => {
        given = signal
        return new Promise(() => {})
      },
      subscriptions: [],
      handlers: {},
    })
    await listener.close()
    assert.equal((given as AbortSignal | null)?.aborted, true)
  })

  test('close() disconnects the session and opens no other', async () => {
    await using testChannel = await openSandboxChannel()
    const listener = startListening(testChannel)
    assert.deepEqual([await listener.received.next(), await listener.received.next()], ['connected', 'subscribed'])
    await listener.close()
    await listener.closed
    assert.equal((await listSessionKeys(testChannel)).length, 1)
    assert.deepEqual(listener.waits, [])
  })
})
