import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSubscribed, refusalToUpdate, refusalToOpen, refusalToSubscribe, type Session } from './session-rules.ts'

const session: Session = {
  clientId: 'app',
  ownerChannelId: null,
  connected: true,
  disconnected: false,
  subscriptions: [],
}
const subscriptions = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ eventType: 'CHAT', channelId: `channel ${at}` }))
const requested = { eventType: 'CHAT', channelId: 'mine' } as const

test('the thirtieth subscription is the last', () => {
  assert.equal(refusalToSubscribe({ ...session, subscriptions: subscriptions(29) }, requested), null)
  assert.equal(refusalToSubscribe({ ...session, subscriptions: subscriptions(30) }, requested), 'SESSION_FULL')
})

test('a full session takes what it is subscribed to already', () => {
  const full = { ...session, subscriptions: subscriptions(30) }
  assert.equal(refusalToSubscribe(full, { eventType: 'CHAT', channelId: 'channel 7' }), null)
  assert.equal(refusalToSubscribe(full, { eventType: 'DONATION', channelId: 'channel 7' }), 'SESSION_FULL')
})

test('a subscription is of one kind in one channel', () => {
  const one = { ...session, subscriptions: [requested] }
  assert.equal(isSubscribed(one, requested), true)
  assert.equal(isSubscribed(one, { ...requested, eventType: 'DONATION' }), false)
  assert.equal(isSubscribed(one, { ...requested, channelId: 'other' }), false)
})

test('only a connected session is subscribed', () => {
  assert.equal(refusalToSubscribe({ ...session, connected: false }, requested), 'SESSION_NOT_CONNECTED')
  assert.equal(refusalToSubscribe({ ...session, disconnected: true }, requested), 'SESSION_NOT_CONNECTED')
  assert.equal(refusalToUpdate({ ...session, disconnected: true }, 'mine'), 'SESSION_NOT_CONNECTED')
})

test("a user's session is theirs alone, connected or not; a session of the application is everyone's", () => {
  const theirs = { ...session, ownerChannelId: 'theirs' }
  assert.equal(refusalToSubscribe(theirs, requested), 'SESSION_OF_ANOTHER_USER')
  assert.equal(refusalToUpdate({ ...theirs, disconnected: true }, 'mine'), 'SESSION_OF_ANOTHER_USER')
  assert.equal(refusalToSubscribe({ ...session, ownerChannelId: 'mine' }, requested), null)
  assert.equal(refusalToUpdate(session, 'mine'), null)
})

test('the tenth session of an application is the last, and the third of a user', () => {
  assert.equal(refusalToOpen(9, 'client'), null)
  assert.deepEqual(refusalToOpen(10, 'client')?.params, { most: 10, kind: 'client' })
  assert.equal(refusalToOpen(2, 'user'), null)
  assert.deepEqual(refusalToOpen(3, 'user')?.params, { most: 3, kind: 'user' })
})
