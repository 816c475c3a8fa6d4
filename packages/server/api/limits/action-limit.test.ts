import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionLimits } from '@onair/contract'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'

/** The long form has 1,665. */
const messages = Number(process.env['ATTACK_MESSAGES'] ?? 165)

async function openActions(settings: object = {}) {
  const testApp = await openTestApp({ settings })
  const [viewer, streamer, other] = await Promise.all([
    testApp.act('createPerson', { channelName: '시청자' }),
    testApp.act('createPerson', { channelName: '방송인' }),
    testApp.act('createPerson', { channelName: '다른 방송인' }),
  ])
  const browser = httpBrowser(testApp.url)
  await browser.signIn(viewer.email, viewer.password)
  const call = async (method: string, path: string, json?: object) => {
    const { status, headers, body } = await browser.callConsole(method, path, json)
    return { status, retryAfter: headers.get('retry-after'), reason: body.reason, content: body.content }
  }
  /** The number of calls that were served before the first 429. */
  const countServed = async (method: string, path: string, json?: object) => {
    for (let served = 0; served <= 60; served++) if ((await call(method, path, json)).status === 429) return served
    return null
  }
  return { ...testApp, viewer, streamer, other, call, countServed }
}

describe('limits of actions', () => {
  test(`of ${messages} messages of one account, 20 in 10 seconds are sent to a channel`, async () => {
    await using actions = await openActions({ quotaPerPerson: 0 })
    const { streamer, call } = actions
    const path = `/channels/${streamer.channelId}/chat`
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < messages; sent += 15) {
      const responses = await Promise.all(Array.from({ length: 15 }, () => call('POST', path, { message: '안녕' })))
      for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual(Object.fromEntries(statuses), { 200: 20, 429: messages - 20 })
    const stored = await actions.deps.db.read.selectFrom('chat_message').select('id').execute()
    assert.equal(stored.length, 20)
  })

  // Gap 215.
  test('chat is limited for each channel; a 429 says when to retry', async () => {
    await using actions = await openActions()
    const { streamer, other, call, countServed, clock } = actions
    const send = (channelId: string) => call('POST', `/channels/${channelId}/chat`, { message: '안녕' })
    assert.equal(await countServed('POST', `/channels/${streamer.channelId}/chat`, { message: '안녕' }), 20)
    clock.advance(3_500)
    assert.deepEqual(await send(streamer.channelId), {
      status: 429,
      retryAfter: '7',
      reason: { code: 'TOO_MANY_ACTIONS', params: { seconds: 7 } },
      content: undefined,
    })
    assert.equal((await send(other.channelId)).status, 200)
    clock.advance(6_500)
    assert.equal((await send(streamer.channelId)).status, 200)
  })

  test('follow and unfollow share a limit, which is not per channel', async () => {
    await using actions = await openActions()
    const { streamer, other, call, countServed, clock } = actions
    assert.equal((await call('PUT', `/channels/${other.channelId}/follow`)).status, 200)
    assert.equal((await call('DELETE', `/channels/${other.channelId}/follow`)).status, 200)
    assert.equal(await countServed('PUT', `/channels/${streamer.channelId}/follow`), actionLimits.follow.count - 2)
    assert.equal((await call('DELETE', `/channels/${other.channelId}/follow`)).retryAfter, '60')
    clock.advance(60_000)
    assert.equal((await call('DELETE', `/channels/${other.channelId}/follow`)).status, 200)
  })

  test('donations and subscriptions are limited separately', async () => {
    await using actions = await openActions()
    const { streamer, countServed } = actions
    const channel = `/channels/${streamer.channelId}`
    assert.equal(await countServed('POST', `${channel}/donations`, { payAmount: 1_000 }), actionLimits.donate.count)
    assert.equal(await countServed('POST', `${channel}/subscription`, { tierNo: 1 }), actionLimits.subscribe.count)
  })

  test('registrations of applications are limited', async () => {
    await using actions = await openActions()
    const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback', scopes: [] }
    assert.equal(await actions.countServed('POST', '/apps', app), actionLimits.registerApp.count)
  })

  test('client secrets and stream keys share a limit of rotations', async () => {
    await using actions = await openActions()
    const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback', scopes: [] }
    const { clientId } = (await actions.call('POST', '/apps', app)).content
    assert.equal((await actions.call('POST', `/apps/${clientId}/secret`, {})).status, 200)
    assert.equal(await actions.countServed('POST', '/stream-key'), actionLimits.rotateKey.count - 1)
  })

  test('a rejected input counts, and guests get 401 first', async () => {
    await using actions = await openActions()
    const path = `/channels/${actions.streamer.channelId}/chat`
    assert.equal(await actions.countServed('POST', path, { message: '' }), 20)
    assert.equal((await httpBrowser(actions.url).callConsole('POST', path, { message: '' })).status, 401)
  })
})
