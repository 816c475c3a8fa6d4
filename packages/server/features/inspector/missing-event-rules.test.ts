import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DisconnectCode, ErrorReason } from '@onair/contract'
import {
  stateAt,
  explainForSessions,
  explainForEndpoint,
  type Permission,
  type RefusedOpening,
  type SessionFacts,
  type SubscriptionChange,
} from './missing-event-rules.ts'

const donation = { eventType: 'DONATION', channelId: 'here' }
const occurredAt = { at: 1_000, position: 100 }
const permission: Permission = { scope: 'donations', isRequested: true, isGranted: true, isGrantedNow: true }
const unknownPermission: Permission = { scope: 'donations', isRequested: null, isGranted: null, isGrantedNow: false }
const session: SessionFacts = {
  sessionKey: 'one',
  wireProfile: 'documented',
  ticketExpiresAt: 60_000,
  connected: { at: 100, position: 10 },
  closed: null,
  changes: [],
  subscriptions: [],
  sent: null,
  refusals: [],
  faults: [],
  hasGap: false,
}
const elsewhere = { eventType: 'DONATION', channelId: 'elsewhere' }
const sessionFull: ErrorReason = { code: 'SESSION_FULL', params: {} }
const scopeMissing: ErrorReason = { code: 'SCOPE_MISSING', params: { scope: 'donations' } }
const expired: ErrorReason = {
  code: 'TOKEN_EXPIRED',
  params: { app: 'bot', clientId: 'bot', channelId: 'here', date: '2026-07-18T14:00:00Z' },
}
const tooManySessions: ErrorReason = { code: 'TOO_MANY_SESSIONS', params: { most: 3, kind: 'user' } }
const refused = (at: number, reason: ErrorReason): RefusedOpening => ({ at, position: at / 10, reason, fault: null })
const change = (type: SubscriptionChange['type'], at: number): SubscriptionChange => ({
  type,
  at,
  position: at / 10,
  ...donation,
})

const closedBy = (code: DisconnectCode) => ({ closed: { at: 500, position: 50, failure: { code, params: {} } } })

/** The explanation of one session with these facts. */
function explainFully(
  facts: Partial<SessionFacts>,
  refusedOpening: RefusedOpening | null = null,
  givenPermission: Permission = permission,
) {
  const event = { ...donation, occurredAt, refusal: null }
  return explainForSessions(event, [{ ...session, ...facts }], givenPermission, refusedOpening, 5_000)
}

const explain = (...input: Parameters<typeof explainFully>) => explainFully(...input).code

/** The wire profile in the answer for one session with these facts. */
const readProfile = (facts: Partial<SessionFacts>) =>
  explainForSessions({ ...donation, occurredAt, refusal: null }, [{ ...session, ...facts }], permission, null, 5_000)
    .params.wireProfile ?? null

describe('other subscriptions of the session', () => {
  test('all event types of the channel are named, not one of several', () => {
    const changes = ['CHAT', 'SUBSCRIPTION'].map((eventType) => ({ ...change('subscribed', 500), eventType }))
    const event = { ...donation, occurredAt, refusal: null }
    assert.deepEqual(explainForSessions(event, [{ ...session, changes }], permission, null, 5_000), {
      code: 'OTHER_EVENT_TYPE',
      params: { subscribedEventTypes: ['CHAT', 'SUBSCRIPTION'], sessionKey: 'one' },
    })
  })
})

describe('subscriptions of another type and another channel', () => {
  test('are named, and not called missing', () => {
    const changes = ['CHAT', 'SUBSCRIPTION'].map((eventType) => ({
      ...change('subscribed', 500),
      eventType,
      channelId: 'elsewhere',
    }))
    const event = { ...donation, occurredAt, refusal: null }
    assert.deepEqual(explainForSessions(event, [{ ...session, changes }], permission, null, 5_000), {
      code: 'OTHER_CHANNEL',
      params: { subscribedChannelId: 'elsewhere', subscribedEventTypes: ['CHAT', 'SUBSCRIPTION'], sessionKey: 'one' },
    })
  })
})

describe('explainForSessions', () => {
  test('answers NOT_SUBSCRIBED for a session without subscriptions', () => {
    assert.equal(explain({}), 'NOT_SUBSCRIBED')
  })

  test('answers NOT_RECORDED while a subscription exists whose start was not recorded', () => {
    const subscriptions = [elsewhere, donation]
    const refusals = [refused(500, sessionFull)]
    const changes = [{ ...change('subscribed', 500), channelId: 'elsewhere' }]
    assert.equal(explain({ subscriptions }), 'NOT_RECORDED')
    assert.equal(explain({ subscriptions, refusals, changes }), 'NOT_RECORDED')
    assert.equal(explain({ subscriptions }, null, { ...permission, isGranted: false }), 'NOT_RECORDED')
    assert.equal(explain({ subscriptions, changes: [change('unsubscribed', 500)] }), 'NOT_RECORDED')
  })

  test('uses recorded changes when they explain the existing subscription', () => {
    const subscriptions = [elsewhere, donation]
    const subscribedLater = change('subscribed', 2_000)
    assert.equal(explain({ subscriptions, changes: [subscribedLater] }), 'SUBSCRIBED_LATER')
    const changes = [change('unsubscribed', 500), subscribedLater]
    assert.equal(explain({ subscriptions, changes }), 'UNSUBSCRIBED_BEFORE')
  })

  test('concludes nothing from missing records after a gap', () => {
    assert.equal(explain({ hasGap: true }), 'NOT_RECORDED')
    assert.equal(explain({ hasGap: true, sent: occurredAt }), 'SENT')
    assert.equal(explain({ hasGap: true, closed: { at: 500, position: 50, failure: null } }), 'DISCONNECTED')
  })

  test('answers NOT_RECORDED for a session whose frames were not recorded, whatever it is subscribed to now', () => {
    assert.equal(explain({ changes: null }), 'NOT_RECORDED')
    assert.equal(explain({ changes: null, subscriptions: [elsewhere] }), 'NOT_RECORDED')
  })

  test('answers SESSION_LIMIT_REACHED when the refusal came after the session closed and before the event', () => {
    const closed = { at: 500, position: 50, failure: null }
    assert.equal(explain({ closed }, refused(200, tooManySessions)), 'DISCONNECTED')
    assert.equal(explain({ closed }, refused(700, tooManySessions)), 'SESSION_LIMIT_REACHED')
  })

  test('answers SESSION_REFUSED when the last request to open a session was refused for another reason', () => {
    const closed = { at: 500, position: 50, failure: null }
    assert.equal(explain({ closed }, refused(700, sessionFull)), 'SESSION_REFUSED')
    assert.equal(explain({}, refused(700, sessionFull)), 'NOT_SUBSCRIBED')
  })

  test('names the refused request for the next session, its reason and when the session was closed', () => {
    assert.deepEqual(explainFully({ ...closedBy('CLIENT_DISCONNECTED') }, refused(700, expired)), {
      code: 'SESSION_REFUSED',
      params: {
        sessionKey: 'one',
        disconnectedDate: 500,
        failure: { code: 'CLIENT_DISCONNECTED', params: {} },
        date: 700,
        recordPosition: 70,
        errorReason: expired,
        fault: null,
      },
    })
  })

  test('names the scope first where a closed session was refused its subscription, and when it was closed', () => {
    const facts = { ...closedBy('CLIENT_DISCONNECTED'), refusals: [refused(300, scopeMissing)] }
    const lacking = { ...unknownPermission, isRequested: false }
    assert.deepEqual(explainFully(facts, null, lacking), {
      code: 'APP_LACKS_SCOPE',
      params: {
        sessionKey: 'one',
        scope: 'donations',
        date: 300,
        recordPosition: 30,
        errorReason: scopeMissing,
        disconnectedDate: 500,
        failure: { code: 'CLIENT_DISCONNECTED', params: {} },
      },
    })
    assert.equal(explain(facts), 'NOT_GRANTED')
    assert.equal(explain({ ...facts, changes: [change('subscribed', 400)] }), 'DISCONNECTED')
    assert.equal(explain({ ...facts, refusals: [refused(700, scopeMissing)] }, null, lacking), 'DISCONNECTED')
    const tooLate = [refused(300, expired), refused(700, sessionFull)]
    assert.equal(explain({ ...facts, refusals: tooLate }), 'SUBSCRIPTION_REFUSED')
    assert.equal(explain(facts, refused(700, expired), lacking), 'SESSION_REFUSED', 'the later refusal leads')
    assert.equal(explain(facts, refused(400, expired), lacking), 'APP_LACKS_SCOPE')
  })

  test('prefers an open session to a closed one that was refused its subscription', () => {
    const closed = { ...session, ...closedBy('CLIENT_DISCONNECTED'), refusals: [refused(300, scopeMissing)] }
    const later = { ...session, sessionKey: 'two', closed: null }
    const event = { ...donation, occurredAt, refusal: null }
    const { code, params } = explainForSessions(event, [closed, later], unknownPermission, null, 5_000)
    assert.deepEqual([code, params.sessionKey], ['NOT_SUBSCRIBED', 'two'])
  })

  test('answers SUBSCRIPTION_REFUSED after a refused request to subscribe before the event', () => {
    assert.equal(explain({ refusals: [refused(500, expired)] }), 'SUBSCRIPTION_REFUSED')
    assert.equal(explain({ refusals: [refused(2_000, expired)] }), 'NOT_SUBSCRIBED')
  })

  test('answers SUBSCRIPTION_LIMIT_REACHED only when the refusal came before the event', () => {
    const [before, after] = [refused(500, sessionFull), refused(2_000, sessionFull)]
    assert.equal(explain({ refusals: [after] }), 'NOT_SUBSCRIBED')
    assert.equal(explain({ refusals: [before, after] }), 'SUBSCRIPTION_LIMIT_REACHED')
  })

  test('answers NOT_GRANTED after a refusal for a missing scope before the event, even if it is granted now', () => {
    assert.equal(explain({ refusals: [refused(500, scopeMissing)] }), 'NOT_GRANTED')
    assert.equal(explain({ refusals: [refused(2_000, scopeMissing)] }), 'NOT_SUBSCRIBED')
  })

  test('judges the permission at the moment of the event, not now', () => {
    assert.equal(explain({}, null, unknownPermission), 'NOT_SUBSCRIBED')
    assert.equal(explain({}, null, { ...unknownPermission, isGranted: false }), 'NOT_GRANTED')
    assert.equal(explain({}, null, { ...unknownPermission, isRequested: false }), 'APP_LACKS_SCOPE')
    assert.equal(explain({}, null, { ...permission, isRequested: false }), 'NOT_SUBSCRIBED')
  })
})

describe('the wire profile in the answer', () => {
  test('is that of a session whose client never tried to subscribe, or disconnected before that', () => {
    assert.equal(readProfile({}), 'documented')
    assert.equal(readProfile({ wireProfile: 'observed' }), 'observed')
    assert.equal(readProfile(closedBy('CONNECTION_LOST')), 'documented')
  })

  test('is null for a session that tried to subscribe, was ended by the server, or has no complete records', () => {
    assert.equal(readProfile({ changes: [change('unsubscribed', 500)] }), null)
    assert.equal(readProfile({ changes: [{ ...change('subscribed', 500), channelId: 'elsewhere' }] }), null)
    assert.equal(readProfile({ refusals: [refused(2_000, scopeMissing)] }), null)
    assert.equal(readProfile(closedBy('SERVER_STOPPING')), null)
    assert.equal(readProfile({ changes: null }), null)
    assert.equal(readProfile({ ...closedBy('CONNECTION_LOST'), hasGap: true }), null)
  })
})

describe('explainForEndpoint', () => {
  test('answers NOT_RECORDED instead of NO_WEBHOOK for an event older than the delivery log', () => {
    const facts = { isRegistered: true, endpoint: null, delivery: null }
    for (const [retainedSince, code] of [
      [500, 'NO_WEBHOOK'],
      [1_500, 'NOT_RECORDED'],
    ] as const) {
      const event = { ...donation, occurredAt, refusal: null }
      const notification = { retainedSince, isWebhookEvent: true, isTest: false }
      assert.equal(explainForEndpoint(event, notification, facts).code, code)
    }
  })
})

describe('stateAt', () => {
  const value = false
  test('returns the value when it has been so since before the moment, else null', () => {
    for (const [at, expected] of [
      [900, null],
      [1_000, null],
      [1_001, false],
    ] as const)
      assert.equal(stateAt({ at, position: null }, { value, since: 1_000 }), expected, `at ${at}`)
  })

  test('returns null when the time of the last change is unknown', () => {
    assert.equal(stateAt(occurredAt, { value, since: null }), null)
  })
})
