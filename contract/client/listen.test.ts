import assert from 'node:assert/strict'
import { test } from 'node:test'
import { session, wireProfiles } from '@onair/contract'
import io from 'socket.io-client'
import { openStudio, type Studio } from '../../server/testing/studio.ts'
import { client, Refused, type Client } from './http.ts'
import { listen, type SocketIo } from './listen.ts'

/** Something that comes in one by one, and is waited for. */
function inbox<T>() {
  const waiting: T[] = []
  let bell = Promise.withResolvers<void>()
  return {
    put(one: T) {
      waiting.push(one)
      bell.resolve()
    },
    async next(): Promise<T> {
      while (waiting.length === 0) await bell.promise
      const one = waiting.shift() as T
      if (waiting.length === 0) bell = Promise.withResolvers<void>()
      return one
    },
    get left() {
      return waiting.length
    },
  }
}

const apiOf = ({ url, client: app }: Studio, accessToken: string) =>
  client({ baseUrl: url, credentials: { ...app, accessToken } })
const subscribeWith = (api: Client) => (sessionKey: string) =>
  api(session.subscribeChat, { parameters: { sessionKey } })

/** A listener on the streamer's chat, whose waits are over at once and remembered. */
function listenTo(studio: Studio, { given = {}, connect = io }: { given?: object; connect?: SocketIo } = {}) {
  const api = apiOf(studio, studio.token)
  const heard = inbox<string>()
  const waits: number[] = []
  const listening = listen({
    io: connect,
    open: () => api(session.openUserSession),
    subscribe: [subscribeWith(api)],
    hear: {
      SYSTEM: ({ type }) => heard.put(type),
      CHAT: ({ content }) => heard.put(content),
    },
    wait: async (ms) => void waits.push(ms),
    ...given,
  })
  return { ...listening, heard, waits, [Symbol.asyncDispose]: () => listening.close() }
}

/** A connection to a platform that gives its events no id. */
const withoutIds: SocketIo = (url, options) => {
  const socket = io(url, options)
  const on = (event: string, hear: (payload: any) => void) =>
    socket.on(event, (payload) => hear(event === 'CHAT' ? { ...payload, eventId: undefined } : payload))
  return { on, close: () => socket.close() }
}

async function sessionKeys({ world }: Studio): Promise<string[]> {
  const rows = world.db.read.selectFrom('session').select('key').where('connected_at', 'is not', null)
  return (await rows.execute()).map(({ key }) => key)
}

for (const wireProfile of wireProfiles)
  test(`a session that is cut is opened again, with its subscriptions, in the ${wireProfile} profile`, async () => {
    await using studio = await openStudio({ app: { wireProfile } })
    await using listener = listenTo(studio)
    const begun = async () => [await listener.heard.next(), await listener.heard.next()]
    assert.deepEqual(await begun(), ['connected', 'subscribed'])
    await studio.say(studio.channelId, '안녕 👋')
    assert.equal(await listener.heard.next(), '안녕 👋')
    for (const sessionKey of await sessionKeys(studio)) await studio.play('POST', `/sessions/${sessionKey}/disconnect`)
    assert.deepEqual(await begun(), ['connected', 'subscribed'])
    await studio.say(studio.channelId, 'again')
    assert.equal(await listener.heard.next(), 'again')
    assert.equal(listener.waits.length, 1)
    assert.ok(listener.waits[0]! >= 500 && listener.waits[0]! <= 1000)
    await listener.close()
    assert.equal(listener.heard.left, 0)
  })

test('an event that arrives in two sessions is heard once', async () => {
  await using studio = await openStudio()
  // Two connections behind one listener, as they are for a moment when the next is opened before the last is closed.
  const api = apiOf(studio, studio.token)
  const second = io((await api(session.openUserSession)).url, { transports: ['websocket'], forceNew: true })
  const whole = Promise.withResolvers<void>()
  second.on('SYSTEM', ({ type, data }) => {
    if (type === 'connected') void subscribeWith(api)(data.sessionKey)
    else whole.resolve()
  })
  const arrived = inbox<string>()
  const both: SocketIo = (url, options) => {
    const socket = io(url, options)
    const on = (event: string, hear: (payload: any) => void) => {
      for (const each of event === 'CHAT' ? [socket, second] : [socket])
        each.on(event, (payload) => {
          hear(payload)
          if (event === 'CHAT') arrived.put(payload.content)
        })
    }
    return { on, close: () => socket.close() }
  }
  await using listener = listenTo(studio, { connect: both })
  await whole.promise
  assert.deepEqual([await listener.heard.next(), await listener.heard.next()], ['connected', 'subscribed'])
  for (const message of ['one', 'two', 'three']) await studio.say(studio.channelId, message)
  for (const message of ['one', 'two', 'three']) assert.equal(await listener.heard.next(), message)
  for (let count = 0; count < 6; count++) await arrived.next()
  assert.equal(listener.heard.left, 0)
  second.close()
})

test('events that have no id are all heard', async () => {
  await using studio = await openStudio()
  await using listener = listenTo(studio, { connect: withoutIds })
  assert.deepEqual([await listener.heard.next(), await listener.heard.next()], ['connected', 'subscribed'])
  for (const message of ['one', 'two']) await studio.say(studio.channelId, message)
  for (const message of ['one', 'two']) assert.equal(await listener.heard.next(), message)
})

test('while no session is to be had the waits grow up to a minute, and Retry-After is kept', async () => {
  await using studio = await openStudio()
  const enough = Promise.withResolvers<void>()
  const waits: number[] = []
  const answers = [
    new Refused('GET /', { status: 429, code: 429, reason: 'TOO_MANY_REQUESTS', why: undefined, retryAfterSec: 300 }),
    ...Array.from({ length: 9 }, () => new TypeError('fetch failed')),
  ]
  const listener = listenTo(studio, {
    given: {
      open: () => Promise.reject(answers[waits.length]!),
      wait: async (ms: number) => {
        waits.push(ms)
        if (waits.length === answers.length) {
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

test('a URL that lets nobody in is taken for the end of a session', async () => {
  await using studio = await openStudio()
  const api = apiOf(studio, studio.token)
  const used = await api(session.openUserSession)
  const urls = [used, used]
  await using listener = listenTo(studio, {
    given: { open: async () => urls.shift() ?? (await api(session.openUserSession)) },
  })
  assert.deepEqual([await listener.heard.next(), await listener.heard.next()], ['connected', 'subscribed'])
  const [key = ''] = await sessionKeys(studio)
  await studio.play('POST', `/sessions/${key}/disconnect`)
  assert.deepEqual([await listener.heard.next(), await listener.heard.next()], ['connected', 'subscribed'])
  assert.equal(listener.waits.length, 2)
})

test('withdrawn consent is told, and ends the listening when the next session is refused', async () => {
  await using studio = await openStudio()
  await using listener = listenTo(studio)
  assert.deepEqual([await listener.heard.next(), await listener.heard.next()], ['connected', 'subscribed'])
  await studio.play('DELETE', '/grants', { clientId: studio.client.clientId, channelId: studio.channelId })
  assert.equal(await listener.heard.next(), 'revoked')
  const [key = ''] = await sessionKeys(studio)
  await studio.play('POST', `/sessions/${key}/disconnect`)
  await assert.rejects(listener.over, { name: 'Refused', status: 401, reason: 'INVALID_TOKEN' })
})

test('of the users of an application one who is refused is left out, and the others are heard', async () => {
  await using studio = await openStudio()
  const other = await studio.person()
  const [theirs, gone] = [await studio.tokenOf(other), await studio.tokenOf(await studio.person(), [])]
  const api = apiOf(studio, studio.token)
  const refusals: Refused[] = []
  await using listener = listenTo(studio, {
    given: {
      open: () => api(session.openClientSession),
      subscribe: [gone, theirs, studio.token].map((token) => subscribeWith(apiOf(studio, token))),
      refused: (refusal: Refused) => refusals.push(refusal),
    },
  })
  const begun = async () => {
    for (const type of ['connected', 'subscribed', 'subscribed']) assert.equal(await listener.heard.next(), type)
  }
  await begun()
  const [key = ''] = await sessionKeys(studio)
  await studio.play('POST', `/sessions/${key}/disconnect`)
  await begun()
  await studio.play('POST', '/acts/chat', { channelId: other, byChannelId: other, message: 'hi' })
  assert.equal(await listener.heard.next(), 'hi')
  assert.deepEqual(
    refusals.map(({ status }) => status),
    [403],
  )
})

test('a listener that is closed leaves its session, and opens no other', async () => {
  await using studio = await openStudio()
  const listener = listenTo(studio)
  assert.deepEqual([await listener.heard.next(), await listener.heard.next()], ['connected', 'subscribed'])
  await listener.close()
  await listener.over
  assert.equal((await sessionKeys(studio)).length, 1)
  assert.deepEqual(listener.waits, [])
})
