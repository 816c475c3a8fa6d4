import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  stateAt,
  findLimitRefusal,
  whyNotSentToSessions,
  whyNotSentToWebhook,
  type Permission,
  type RefusedRequest,
  type SessionFacts,
  type SubscriptionChange,
} from './why-not-rules.ts'

const donation = { eventType: 'DONATION', channelId: 'here' }
const occurredAt = { at: 1_000, position: 100 }
const permission = { scope: 'donations', isRequested: true, isGranted: true, isGrantedNow: true }
const session: SessionFacts = {
  sessionKey: 'one',
  ticketExpiresAt: 60_000,
  connected: { at: 100, position: 10 },
  closed: null,
  changes: [],
  subscriptions: [],
  sent: null,
  refusals: [],
  hasGap: false,
}
const sessionFull = { code: 'SESSION_FULL', params: {} } as const
const subscriptionEvent = (type: SubscriptionChange['type'], at: number): SubscriptionChange => ({
  type,
  at,
  position: at / 10,
  ...donation,
})

function whyNot(
  facts: Partial<SessionFacts>,
  openRefused: RefusedRequest | null = null,
  personPermission: Permission = permission,
) {
  return whyNotSentToSessions(
    { ...donation, occurredAt, refusal: null },
    [{ ...session, ...facts }],
    personPermission,
    openRefused,
    5_000,
  ).reason
}

test('a subscription that stands and that nothing told explains was not recorded, whatever else there is', () => {
  const subscriptions = [{ eventType: 'DONATION', channelId: 'elsewhere' }, donation]
  const refusals = [{ at: 500, detail: 'session is full', why: sessionFull }]
  assert.equal(whyNot({}), 'NOT_SUBSCRIBED')
  assert.equal(whyNot({ subscriptions }), 'NOT_RECORDED')
  assert.equal(
    whyNot({ subscriptions, refusals, changes: [{ ...subscriptionEvent('subscribed', 500), channelId: 'elsewhere' }] }),
    'NOT_RECORDED',
  )
  assert.equal(whyNot({ subscriptions }, null, { ...permission, isGranted: false }), 'NOT_RECORDED')
  assert.equal(whyNot({ subscriptions, changes: [subscriptionEvent('unsubscribed', 500)] }), 'NOT_RECORDED')
  assert.equal(whyNot({ subscriptions, changes: [subscriptionEvent('subscribed', 2_000)] }), 'SUBSCRIBED_LATER')
  assert.equal(
    whyNot({
      subscriptions,
      changes: [subscriptionEvent('unsubscribed', 500), subscriptionEvent('subscribed', 2_000)],
    }),
    'UNSUBSCRIBED_BEFORE',
  )
})

test('where something was left out of the records of a session, nothing is concluded from what is missing in them', () => {
  assert.equal(whyNot({ hasGap: true }), 'NOT_RECORDED')
  assert.equal(whyNot({ hasGap: true, sent: occurredAt }), 'SENT')
  assert.equal(whyNot({ hasGap: true, closed: { at: 500, position: 50, detail: null } }), 'DISCONNECTED')
})

test('a refused opening explains only what a session that ended after it does not', () => {
  const closed = { at: 500, position: 50, detail: null }
  assert.equal(whyNot({ closed }, { at: 200, detail: 'no more than 3' }), 'DISCONNECTED')
  assert.equal(whyNot({ closed }, { at: 700, detail: 'no more than 3' }), 'SESSION_LIMIT_REACHED')
  assert.equal(whyNot({ closed }, { at: 1_700, detail: 'no more than 3' }), 'DISCONNECTED')
})

test('a subscribing that was refused after the event does not explain it, and one before it does', () => {
  const [before, after] = [500, 2_000].map((at) => ({ at, detail: 'session is full', why: sessionFull }))
  assert.ok(before && after)
  assert.equal(whyNot({ refusals: [after] }), 'NOT_SUBSCRIBED')
  assert.equal(whyNot({ refusals: [before, after] }), 'SUBSCRIPTION_LIMIT_REACHED')
})

test('what has to be judged by the moment of the event is not judged by how it stands now', () => {
  const unknown: Permission = { scope: 'donations', isRequested: null, isGranted: null, isGrantedNow: false }
  assert.equal(whyNot({}, null, unknown), 'NOT_SUBSCRIBED')
  assert.equal(whyNot({}, null, { ...unknown, isGranted: false }), 'NOT_GRANTED')
  assert.equal(whyNot({}, null, { ...unknown, isRequested: false }), 'APP_LACKS_SCOPE')
  assert.equal(whyNot({}, null, { ...permission, isRequested: false }), 'NOT_SUBSCRIBED')
  const now = { holds: false, since: 1_000 }
  assert.deepEqual(
    [900, 1_000, 1_001].map((at) => stateAt({ at, position: null }, now)),
    [null, null, false],
  )
  assert.equal(stateAt(occurredAt, { holds: false, since: null }), null)
})

test('subscribing that was refused for want of consent says what stood then, whatever is granted now', () => {
  const why403 = { code: 'SCOPE_MISSING', params: { scope: 'donations' } } as const
  const [before, after] = [500, 2_000].map((at) => ({ at, detail: 'the scope is missing', why: why403 }))
  assert.ok(before && after)
  assert.equal(whyNot({ refusals: [before] }), 'NOT_GRANTED')
  assert.equal(whyNot({ refusals: [after] }), 'NOT_SUBSCRIBED')
})

test('of a session whose frames nobody recorded, what it has subscribed now says nothing of then', () => {
  const elsewhere = [{ eventType: 'DONATION', channelId: 'elsewhere' }]
  assert.equal(whyNot({ changes: null }), 'NOT_RECORDED')
  assert.equal(whyNot({ changes: null, subscriptions: elsewhere }), 'NOT_RECORDED')
})

test('of a notification that is older than any that is kept, nobody says that there was no webhook', () => {
  const facts = { isNotified: true, webhook: null, delivery: null }
  const webhookReason = (retainedSince: number) =>
    whyNotSentToWebhook({ ...donation, occurredAt, refusal: null }, { ...facts, retainedSince })
  assert.deepEqual([webhookReason(500).reason, webhookReason(1_500).reason], ['NO_WEBHOOK', 'NOT_RECORDED'])
})

/** An opening that found all places taken. */
const refusedOpen = (at: number): RefusedRequest => ({
  at,
  detail: 'in other words',
  errorReason: { code: 'TOO_MANY_SESSIONS', params: { most: 3, kind: 'user' } },
})

test('of refused openings the last that found all places taken counts, whatever its text', () => {
  const other: RefusedRequest = { at: 900, detail: 'no more than before', errorReason: sessionFull }
  assert.deepEqual(findLimitRefusal([other, refusedOpen(500), refusedOpen(100)]), refusedOpen(500))
  assert.equal(findLimitRefusal([other]), null)
})
