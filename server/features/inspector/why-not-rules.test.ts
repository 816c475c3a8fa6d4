import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNotToSessions, type Refused, type SessionFacts, type Told } from './why-not-rules.ts'

const donation = { eventType: 'DONATION', channelId: 'here' }
const happened = { at: 1_000, position: 100 }
const permission = { scope: 'donations', isAsked: true, isGranted: true }
const session: SessionFacts = {
  sessionKey: 'one',
  ticketExpiresAt: 60_000,
  connected: { at: 100, position: 10 },
  closed: null,
  told: [],
  subscribed: [],
  sent: null,
  full: [],
  hasGap: false,
}
const told = (what: Told['what'], at: number): Told => ({ what, at, position: at / 10, ...donation })

function why(facts: Partial<SessionFacts>, openRefused: Refused | null = null, may = permission) {
  return whyNotToSessions({ ...donation, happened, refused: null }, [{ ...session, ...facts }], may, openRefused, 5_000)
    .reason
}

test('a subscription that stands and that nothing told explains was not recorded, whatever else there is', () => {
  const subscribed = [{ eventType: 'DONATION', channelId: 'elsewhere' }, donation]
  const full = [{ at: 500, said: 'session is full' }]
  assert.equal(why({}), 'NOT_SUBSCRIBED')
  assert.equal(why({ subscribed }), 'NOT_RECORDED')
  assert.equal(
    why({ subscribed, full, told: [{ ...told('subscribed', 500), channelId: 'elsewhere' }] }),
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
  const [before, after] = [500, 2_000].map((at) => ({ at, said: 'session is full' }))
  assert.ok(before && after)
  assert.equal(why({ full: [after] }), 'NOT_SUBSCRIBED')
  assert.equal(why({ full: [before, after] }), 'SUBSCRIPTION_LIMIT_REACHED')
})
