import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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

describe('Session rules', () => {
  test('allows thirty subscriptions', () => {
    assert.equal(refusalToSubscribe({ ...session, subscriptions: subscriptions(29) }, requested), null)
    assert.equal(refusalToSubscribe({ ...session, subscriptions: subscriptions(30) }, requested), 'SESSION_FULL')
  })

  test('a full session accepts a subscription that it already has', () => {
    const full = { ...session, subscriptions: subscriptions(30) }
    assert.equal(refusalToSubscribe(full, { eventType: 'CHAT', channelId: 'channel 7' }), null)
    assert.equal(refusalToSubscribe(full, { eventType: 'DONATION', channelId: 'channel 7' }), 'SESSION_FULL')
  })

  test('a subscription is for one event type of one channel', () => {
    const one = { ...session, subscriptions: [requested] }
    assert.equal(isSubscribed(one, requested), true)
    assert.equal(isSubscribed(one, { ...requested, eventType: 'DONATION' }), false)
    assert.equal(isSubscribed(one, { ...requested, channelId: 'other' }), false)
  })

  test('only a connected session can be subscribed', () => {
    assert.equal(refusalToSubscribe({ ...session, connected: false }, requested), 'SESSION_NOT_CONNECTED')
    assert.equal(refusalToSubscribe({ ...session, disconnected: true }, requested), 'SESSION_NOT_CONNECTED')
    assert.equal(refusalToUpdate({ ...session, disconnected: true }, 'mine'), 'SESSION_NOT_CONNECTED')
  })

  test('only its owner may change a user session; any user may change an application session', () => {
    const theirs = { ...session, ownerChannelId: 'theirs' }
    assert.equal(refusalToSubscribe(theirs, requested), 'SESSION_OF_ANOTHER_USER')
    assert.equal(refusalToUpdate({ ...theirs, disconnected: true }, 'mine'), 'SESSION_OF_ANOTHER_USER')
    assert.equal(refusalToSubscribe({ ...session, ownerChannelId: 'mine' }, requested), null)
    assert.equal(refusalToUpdate(session, 'mine'), null)
  })

  test('allows ten sessions per application and three per user', () => {
    assert.equal(refusalToOpen(9, 'client'), null)
    assert.deepEqual(refusalToOpen(10, 'client')?.params, { most: 10, kind: 'client' })
    assert.equal(refusalToOpen(2, 'user'), null)
    assert.deepEqual(refusalToOpen(3, 'user')?.params, { most: 3, kind: 'user' })
  })
})
