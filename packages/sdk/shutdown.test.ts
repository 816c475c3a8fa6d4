import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runSnippet } from '../../tests/support/clients/doc-snippets.ts'
import { openSandboxChannel } from '../../tests/support/apps/sandbox-app.ts'

const start = `
import { chat, createClient, createSendLimiter, listen, session, user } from '@onair/sdk'
import { requestConsent } from '@onair/sdk/consent/loopback'
import io from 'socket.io-client'

const { BASE: baseUrl, TOKEN: accessToken } = process.env
const stopping = new AbortController()
const { signal } = stopping
const api = createClient({ baseUrl, credentials: { accessToken }, timeoutMs: 600_000 })
`

/** Programs that stop what they began, and then have no more to do. */
const programs = {
  'a session': `
    const listener = listen({
      io,
      openSession: () => api(session.openUserSession),
      subscriptions: [(sessionKey) => api(session.subscribeChat, { parameters: { sessionKey } })],
      handlers: { SYSTEM: ({ type }) => type === 'subscribed' && listener.close() },
    })
    await listener.closed`,
  'a session that waits to reconnect': `
    const listener = listen({
      io,
      openSession: () => Promise.reject(Object.assign(new Error('busy'), { retryAfterSec: 3_600 })),
      subscriptions: [],
      handlers: {},
      onDisconnect: () => setImmediate(() => listener.close()),
    })
    await listener.closed`,
  'a session whose URL does not arrive': `
    const listener = listen({
      io: () => { throw new Error('no URL') },
      openSession: (signal) => api(user.getMe, { signal }),
      subscriptions: [],
      handlers: {},
    })
    setImmediate(() => listener.close())
    await listener.closed`,
  'a call that waits for Retry-After': `
    const call = api(chat.sendMessage, { body: { message: 'hello' }, signal, onResponse: () => setImmediate(() => stopping.abort()) })
    await call.catch(({ name }) => name)`,
  'messages that wait': `
    const limit = createSendLimiter({ count: 1, seconds: 3_600, signal })
    await limit('a', async () => {})
    const waiting = limit('a', async () => {})
    stopping.abort()
    await waiting.catch(({ name }) => name)`,
  'a request for consent': `
    await requestConsent({
      baseUrl, clientId: 'a', clientSecret: 'b', redirectUri: 'http://127.0.0.1:0/callback', signal,
      openUrl: () => stopping.abort(),
    }).catch(({ name }) => name)`,
}

describe('a program that has stopped', () => {
  for (const [name, program] of Object.entries(programs))
    test(`${name}: ends, because no timer and no socket is left`, async () => {
      await using testChannel = await openSandboxChannel()
      const status = { kind: 'status', status: 503, retryAfterSec: 50, operation: 'chat.sendMessage' }
      const silence = { kind: 'delay', delayMs: 30_000, operation: 'user.getMe' }
      await testChannel.sandbox('PUT', '/faults', { rules: [status, silence] })
      const env = { BASE: testChannel.url, TOKEN: testChannel.token }
      const print = `process.on('exit', () => console.log('ended'))\n`
      await using running = runSnippet(start + print + program, { env, timeoutMs: 30_000 })
      assert.equal(await running.next(), 'ended')
      assert.deepEqual(await running.end(), { code: 0, stderr: '' })
    })
})
