import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfWhy } from '@onair/contract'
import { whyOf } from '../../kit/refusal.ts'
import { defaultSettings, refusalToSpeak, takesTurns, type WouldSpeak } from './speaking-rules.ts'

const now = 1_000_000_000
const viewer: WouldSpeak = {
  ...defaultSettings,
  channelId: 'streamer',
  senderChannelId: 'viewer',
  managerRole: null,
  identityVerifiedAt: null,
  followedAt: null,
  isSubscriber: false,
  restrictedAt: null,
  temporarilyUntil: null,
  lastSpokeAt: null,
}
const refusal = (change: Partial<WouldSpeak>, said = { onlyEmoticons: false }) => {
  const because = refusalToSpeak({ ...viewer, ...change }, said, now)
  return because === null ? null : textOfWhy(whyOf(because))
}

test('anyone may speak where nothing was set', () => assert.equal(refusal({}), null))

test('who is restricted may not speak, nor may a manager who is', () => {
  assert.equal(refusal({ restrictedAt: now - 1 }), 'restricted in this channel')
  assert.equal(refusal({ restrictedAt: now, managerRole: 'STREAMING_CHAT_MANAGER' }), 'restricted in this channel')
})

test('a temporary restriction ends by itself, to the millisecond', () => {
  assert.equal(refusal({ temporarilyUntil: now + 1 }), 'restricted in this chat for 1 more seconds')
  assert.equal(refusal({ temporarilyUntil: now + 60_000 }), 'restricted in this chat for 60 more seconds')
  assert.equal(refusal({ temporarilyUntil: now }), null)
})

test('with REAL_NAME only those speak who verified their identity', () => {
  const settings = { chatAvailableCondition: 'REAL_NAME' } as const
  assert.equal(refusal(settings), 'only viewers who verified their identity may chat here')
  assert.equal(refusal({ ...settings, identityVerifiedAt: now }), null)
})

test('in the group FOLLOWER only followers speak, subscribers too only when they follow', () => {
  const settings = { chatAvailableGroup: 'FOLLOWER' } as const
  assert.equal(refusal(settings), 'only followers may chat here')
  assert.equal(refusal({ ...settings, isSubscriber: true }), 'only followers may chat here')
  assert.equal(refusal({ ...settings, followedAt: now }), null)
})

test('the minimum following period is whole minutes, and holds for followers alone', () => {
  const settings = { chatAvailableGroup: 'FOLLOWER', minFollowerMinute: 5 } as const
  assert.equal(
    refusal({ ...settings, followedAt: now - 299_999 }),
    'only those who have followed for 5 minutes may chat here',
  )
  assert.equal(refusal({ ...settings, followedAt: now - 300_000 }), null)
  assert.equal(refusal({ minFollowerMinute: 5 }), null)
})

test('subscribers are exempt from the period only where the channel says so', () => {
  const settings = {
    chatAvailableGroup: 'FOLLOWER',
    minFollowerMinute: 5,
    followedAt: now,
    isSubscriber: true,
  } as const
  assert.equal(refusal({ ...settings, allowSubscriberInFollowerMode: true }), null)
  assert.equal(
    refusal({ ...settings, allowSubscriberInFollowerMode: false }),
    'only those who have followed for 5 minutes may chat here',
  )
})

test('in the group SUBSCRIBER only subscribers speak, in MANAGER no viewer does', () => {
  assert.equal(refusal({ chatAvailableGroup: 'SUBSCRIBER' }), 'only subscribers may chat here')
  assert.equal(refusal({ chatAvailableGroup: 'SUBSCRIBER', isSubscriber: true }), null)
  assert.equal(refusal({ chatAvailableGroup: 'MANAGER', isSubscriber: true }), 'only managers may chat here')
})

test('in emoticon mode only emoticons are sent', () => {
  assert.equal(refusal({ chatEmojiMode: true }), 'only emoticons may be sent here')
  assert.equal(refusal({ chatEmojiMode: true }, { onlyEmoticons: true }), null)
})

test('in slow mode the next message waits its seconds out', () => {
  assert.equal(refusal({ chatSlowModeSec: 3 }), null)
  assert.equal(refusal({ chatSlowModeSec: 3, lastSpokeAt: now - 2_999 }), 'slow mode: one message in 3 seconds')
  assert.equal(refusal({ chatSlowModeSec: 3, lastSpokeAt: now - 3_000 }), null)
  assert.equal(refusal({ chatSlowModeSec: 0, lastSpokeAt: now }), null)
})

test('the streamer, channel managers and chat managers stand above all of it; a settlement manager does not', () => {
  const strict: Partial<WouldSpeak> = {
    chatAvailableCondition: 'REAL_NAME',
    chatAvailableGroup: 'MANAGER',
    chatEmojiMode: true,
    chatSlowModeSec: 300,
    lastSpokeAt: now,
  }
  for (const above of [
    { senderChannelId: 'streamer' },
    { managerRole: 'STREAMING_CHANNEL_MANAGER' },
    { managerRole: 'STREAMING_CHAT_MANAGER' },
  ]) {
    assert.equal(refusal({ ...strict, ...above }), null)
    assert.equal(takesTurns({ ...viewer, ...strict, ...above }), false)
  }
  const settlement = { ...viewer, ...strict, managerRole: 'STREAMING_SETTLEMENT_MANAGER' }
  assert.notEqual(refusal(settlement), null)
  assert.equal(takesTurns(settlement), true)
})
