import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  heldAt,
  limitAmong,
  whyNotToSessions,
  whyNotToWebhook,
  type Permission,
  type Refused,
  type SessionFacts,
  type Told,
} from './why-not-rules.ts'

const donation = { eventType: 'DONATION', channelId: 'here' }
const happened = { at: 1_000, position: 100 }
const permission = { scope: 'donations', isAsked: true, isGranted: true, isGrantedNow: true }
const session: SessionFacts = {
  sessionKey: 'one',
  ticketExpiresAt: 60_000,
  connected: { at: 100, position: 10 },
  closed: null,
  told: [],
  subscribed: [],
  sent: null,
  refused: [],
  hasGap: false,
}
const full = { reason: 'SESSION_FULL', values: {} } as const
const told = (what: Told['what'], at: number): Told => ({ what, at, position: at / 10, ...donation })

function why(facts: Partial<SessionFacts>, openRefused: Refused | null = null, may: Permission = permission) {
  return whyNotToSessions({ ...donation, happened, refused: null }, [{ ...session, ...facts }], may, openRefused, 5_000)
    .reason
}

test('a subscription that stands and that nothing told explains was not recorded, whatever else there is', () => {
  const subscribed = [{ eventType: 'DONATION', channelId: 'elsewhere' }, donation]
  const refused = [{ at: 500, said: 'session is full', why: full }]
  assert.equal(why({}), 'NOT_SUBSCRIBED')
  assert.equal(why({ subscribed }), 'NOT_RECORDED')
  assert.equal(
    why({ subscribed, refused, told: [{ ...told('subscribed', 500), channelId: 'elsewhere' }] }),
    'NOT_RECORDED',
  )
  assert.equal(why({ subscribed }, null, { ...permission, isGranted: false }), 'NOT_RECORDED')
  assert.equal(why({ subscribed, told: [told('unsubscribed', 500)] }), 'NOT_RECORDED')
  assert.equal(why({ subscribed, told: [told('subscribed', 2_000)] }), 'SUBSCRIBED_LATER')
  assert.equal(why({ subscribed, told: [told('unsubscribed', 500), told('subscribed', 2_000)] }), 'UNSUBSCRIBED_BEFORE')
})

test('where something was left out of the records of a session, nothing is concluded from what is missing in them', () => {
  assert.equal(why({ hasGap: true }), 'NOT_RECORDED')
  assert.equal(why({ hasGap: true, sent: happened }), 'SENT')
  assert.equal(why({ hasGap: true, closed: { at: 500, position: 50, said: null } }), 'DISCONNECTED')
})

test('a refused opening explains only what a session that ended after it does not', () => {
  const closed = { at: 500, position: 50, said: null }
  assert.equal(why({ closed }, { at: 200, said: 'no more than 3' }), 'DISCONNECTED')
  assert.equal(why({ closed }, { at: 700, said: 'no more than 3' }), 'SESSION_LIMIT_REACHED')
  assert.equal(why({ closed }, { at: 1_700, said: 'no more than 3' }), 'DISCONNECTED')
})

test('a subscribing that was refused after the event does not explain it, and one before it does', () => {
  const [before, after] = [500, 2_000].map((at) => ({ at, said: 'session is full', why: full }))
  assert.ok(before && after)
  assert.equal(why({ refused: [after] }), 'NOT_SUBSCRIBED')
  assert.equal(why({ refused: [before, after] }), 'SUBSCRIPTION_LIMIT_REACHED')
})

test('what has to be judged by the moment of the event is not judged by how it stands now', () => {
  const unknown: Permission = { scope: 'donations', isAsked: null, isGranted: null, isGrantedNow: false }
  assert.equal(why({}, null, unknown), 'NOT_SUBSCRIBED')
  assert.equal(why({}, null, { ...unknown, isGranted: false }), 'NOT_GRANTED')
  assert.equal(why({}, null, { ...unknown, isAsked: false }), 'APP_LACKS_SCOPE')
  assert.equal(why({}, null, { ...permission, isAsked: false }), 'NOT_SUBSCRIBED')
  const now = { holds: false, since: 1_000 }
  assert.deepEqual(
    [900, 1_000, 1_001].map((at) => heldAt({ at, position: null }, now)),
    [null, null, false],
  )
  assert.equal(heldAt(happened, { holds: false, since: null }), null)
})

test('subscribing that was refused for want of consent says what stood then, whatever is granted now', () => {
  const why403 = { reason: 'SCOPE_MISSING', values: { scope: 'donations' } } as const
  const [before, after] = [500, 2_000].map((at) => ({ at, said: 'the scope is missing', why: why403 }))
  assert.ok(before && after)
  assert.equal(why({ refused: [before] }), 'NOT_GRANTED')
  assert.equal(why({ refused: [after] }), 'NOT_SUBSCRIBED')
})

test('of a session whose frames nobody recorded, what it has subscribed now says nothing of then', () => {
  const elsewhere = [{ eventType: 'DONATION', channelId: 'elsewhere' }]
  assert.equal(why({ told: null }), 'NOT_RECORDED')
  assert.equal(why({ told: null, subscribed: elsewhere }), 'NOT_RECORDED')
})

test('of a notification that is older than any that is kept, nobody says that there was no webhook', () => {
  const facts = { isNotified: true, webhook: null, delivery: null }
  const of = (keptSince: number) => whyNotToWebhook({ ...donation, happened, refused: null }, { ...facts, keptSince })
  assert.deepEqual([of(500).reason, of(1_500).reason], ['NO_WEBHOOK', 'NOT_RECORDED'])
})

/** An opening that found all places taken. */
const taken = (at: number): Refused => ({
  at,
  said: 'in other words',
  why: { reason: 'TOO_MANY_SESSIONS', values: { most: 3, kind: 'user' } },
})

test('of refused openings the last that found all places taken counts, whatever its text', () => {
  const other: Refused = { at: 900, said: 'no more than before', why: full }
  assert.deepEqual(limitAmong([other, taken(500), taken(100)]), taken(500))
  assert.equal(limitAmong([other]), null)
})
