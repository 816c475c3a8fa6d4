import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FaultRule } from '@onair/contract'
import { openWebhooksTestApp } from '@onair/server/features/webhooks/test-helpers.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { addSandbox, openSandboxChannel, testSandbox } from '../../../tests/support/apps/sandbox-app.ts'
import { connect } from '../../../tests/support/clients/session-client.ts'

/** A channel with a bot, and helpers that read why a session did not get the last chat message. */
async function openExplainedChannel() {
  const channel = await openSandboxChannel()
  const chatter = await channel.createPerson()
  const { clientId } = channel.client
  return {
    ...channel,
    setRules: (...rules: FaultRule[]) => channel.sandbox('PUT', '/faults', { seed: 1, rules }),
    chat: async (message: string) => assert.equal((await channel.sendChat(chatter, message)).status, 200),
    async openSession() {
      const { body } = await channel.call('GET', '/open/v1/sessions/auth', { token: channel.token })
      return connect(body.content.url)
    },
    subscribe: ({ sessionKey }: { sessionKey: string }) =>
      channel.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`, {
        token: channel.token,
      }),
    /** The reason and its fault, once the records are complete. */
    async explain(sessionKey: string, [reason, fault]: readonly [string, string | null], recordPosition?: number) {
      const event =
        recordPosition === undefined
          ? `eventType=CHAT&channelId=${channel.channelId}`
          : `recordPosition=${recordPosition}`
      await eventually(async () => {
        const path = `/why-not?clientId=${clientId}&sessionKey=${sessionKey}&${event}`
        const verdict = await channel.sandbox('GET', path)
        assert.deepEqual([verdict.reason, verdict.details.fault], [reason, fault])
      })
    },
  }
}

describe('GET /sandbox/v1/why-not of an event with a fault', () => {
  for (const { kind, next } of [
    { kind: 'event-lost', next: ['SENT', null] },
    { kind: 'socket-cut', next: ['DISCONNECTED', 'socket-cut'] },
    { kind: 'socket-silent', next: ['LOST_BY_FAULT', 'socket-silent'] },
  ] as const)
    test(`says that ${kind} lost it, and what became of the next event`, async () => {
      await using channel = await openExplainedChannel()
      using session = await channel.openSession()
      await channel.subscribe(session)
      await channel.chat('a')
      await channel.explain(session.sessionKey, ['SENT', null])
      await channel.setRules({ kind, nth: 1 })
      await channel.chat('b')
      await channel.explain(session.sessionKey, ['LOST_BY_FAULT', kind])
      channel.clock.advance(1_000)
      await channel.chat('c')
      await channel.explain(session.sessionKey, next)
    })

  test('says of each session that gateway-restart disconnected it', async () => {
    await using channel = await openExplainedChannel()
    using first = await channel.openSession()
    using second = await channel.openSession()
    await channel.subscribe(first)
    await channel.setRules({ kind: 'gateway-restart', nth: 1, delayMs: 5_000 })
    await channel.chat('a')
    await channel.explain(first.sessionKey, ['LOST_BY_FAULT', 'gateway-restart'])
    channel.clock.advance(1_000)
    await channel.chat('b')
    for (const { sessionKey } of [first, second]) await channel.explain(sessionKey, ['DISCONNECTED', 'gateway-restart'])
  })

  test('names a fault that changed a sent event, and says when a delayed one was lost with its session', async () => {
    await using channel = await openExplainedChannel()
    using session = await channel.openSession()
    await channel.subscribe(session)
    await channel.setRules({ kind: 'event-without-profile', nth: 1 }, { kind: 'event-delayed', delayMs: 3_000 })
    await channel.chat('a')
    await channel.explain(session.sessionKey, ['SENT', 'event-without-profile'])
    await channel.chat('b')
    await channel.explain(session.sessionKey, ['SENT', 'event-delayed'])
    await session.disconnect()
    await channel.explain(session.sessionKey, ['LOST_BY_FAULT', 'event-lost'])
  })

  test('names the fault that rejected a subscription or lost the message with the session key', async () => {
    await using channel = await openExplainedChannel()
    using rejected = await channel.openSession()
    await channel.setRules({ kind: 'status', status: 503, operation: 'session.subscribeChat', nth: 1 })
    assert.equal((await channel.subscribe(rejected)).status, 503)
    channel.clock.advance(1_000)
    await channel.chat('a')
    await channel.explain(rejected.sessionKey, ['NOT_SUBSCRIBED', 'status-503'])
  })

  test('says that a fault rejected the request, instead of speaking of an earlier event', async () => {
    await using channel = await openExplainedChannel()
    using session = await channel.openSession()
    await channel.subscribe(session)
    await channel.setRules({ kind: 'status', status: 503, operation: 'chat.sendMessage', nth: 2 })
    const send = () => channel.call('POST', '/open/v1/chats/send', { token: channel.token, json: { message: 'hi' } })
    assert.equal((await send()).status, 200)
    channel.clock.advance(1_000)
    assert.equal((await send()).status, 503)
    const record = await eventually(async () => {
      const { data } = await channel.sandbox('GET', '/records?name=chats/send&status=503')
      assert.equal(data.length, 1)
      return data[0]
    })
    await channel.explain(session.sessionKey, ['REFUSED', null], record.position)
  })

  test('names the fault of a notification', async () => {
    await using testApp = addSandbox(await openWebhooksTestApp({}, { openExtension: testSandbox() }))
    await testApp.sandbox('PUT', '/faults', { rules: [{ kind: 'webhook-lost', nth: 1 }] })
    const viewer = (await testApp.act('createPerson', { channelName: '시청자' })).channelId
    await testApp.claimReward(undefined, viewer)
    await eventually(async () => {
      const query = `clientId=${testApp.client.clientId}&to=WEBHOOK&eventType=drop_reward_claim&channelId=${viewer}`
      const { reason, details } = await testApp.sandbox('GET', `/why-not?${query}`)
      assert.deepEqual([reason, details.fault], ['WAITING', 'webhook-lost'])
    })
  })
})

describe('the wire profile in the answer', () => {
  test('is the one that the session had, and not that of the application now', async () => {
    await using channel = await openExplainedChannel()
    using session = await channel.openSession()
    await channel.deps.recorder.flush()
    await channel.deps.db.transaction((tx) =>
      tx
        .updateTable('app')
        .set({ wire_profile: 'observed' })
        .where('client_id', '=', channel.client.clientId)
        .execute(),
    )
    await session.disconnect()
    channel.clock.advance(1_000)
    await channel.chat('a')
    await eventually(async () => {
      const query = `sessionKey=${session.sessionKey}&eventType=CHAT&channelId=${channel.channelId}`
      const { reason, details } = await channel.sandbox('GET', `/why-not?${query}`)
      assert.deepEqual([reason, details.wireProfile], ['DISCONNECTED', 'documented'])
    })
  })
})

describe('the sessions of an application', () => {
  test('of other channels are named only if none could have received the event', async () => {
    await using channel = await openExplainedChannel()
    const { clientId } = channel.client
    const other = await channel.createPerson()
    const { accessToken } = await channel.sandbox('POST', '/grants', { clientId, channelId: other })
    const { body } = await channel.call('GET', '/open/v1/sessions/auth', { token: accessToken })
    using elsewhere = await connect(body.content.url)
    const explain = async () => {
      const query = `clientId=${clientId}&eventType=CHAT&channelId=${channel.channelId}`
      const { reason, details } = await channel.sandbox('GET', `/why-not?${query}`)
      return [reason, details.sessionKey]
    }
    await channel.chat('a')
    assert.deepEqual(await explain(), ['NOT_SUBSCRIBED', elsewhere.sessionKey])
    using own = await channel.openSession()
    await own.disconnect()
    channel.clock.advance(1_000)
    await channel.chat('b')
    await eventually(async () => assert.deepEqual(await explain(), ['DISCONNECTED', own.sessionKey]))
  })
})
