import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatReason } from '@onair/contract'
import { toErrorReason } from '../../shared/refusal.ts'
import { defaultSettings, refusalToSpeak, isInSlowMode, type SpeakerContext } from './speaking-rules.ts'

const now = 1_000_000_000
const viewer: SpeakerContext = {
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
const refusalFor = (change: Partial<SpeakerContext>, message = { onlyEmoticons: false }) => {
  const reason = refusalToSpeak({ ...viewer, ...change }, message, now)
  return reason === null ? null : formatReason(toErrorReason(reason))
}

test('anyone may speak where nothing was set', () => assert.equal(refusalFor({}), null))

test('who is restricted may not speak, nor may a manager who is', () => {
  assert.equal(refusalFor({ restrictedAt: now - 1 }), 'restricted in this channel')
  assert.equal(refusalFor({ restrictedAt: now, managerRole: 'STREAMING_CHAT_MANAGER' }), 'restricted in this channel')
})

test('a temporary restriction ends by itself, to the millisecond', () => {
  assert.equal(refusalFor({ temporarilyUntil: now + 1 }), 'restricted in this chat for 1 more seconds')
  assert.equal(refusalFor({ temporarilyUntil: now + 60_000 }), 'restricted in this chat for 60 more seconds')
  assert.equal(refusalFor({ temporarilyUntil: now }), null)
})

test('with REAL_NAME only those speak who verified their identity', () => {
  const settings = { chatAvailableCondition: 'REAL_NAME' } as const
  assert.equal(refusalFor(settings), 'only viewers who verified their identity may chat here')
  assert.equal(refusalFor({ ...settings, identityVerifiedAt: now }), null)
})

test('in the group FOLLOWER only followers speak, subscribers too only when they follow', () => {
  const settings = { chatAvailableGroup: 'FOLLOWER' } as const
  assert.equal(refusalFor(settings), 'only followers may chat here')
  assert.equal(refusalFor({ ...settings, isSubscriber: true }), 'only followers may chat here')
  assert.equal(refusalFor({ ...settings, followedAt: now }), null)
})

test('the minimum following period is whole minutes, and holds for followers alone', () => {
  const settings = { chatAvailableGroup: 'FOLLOWER', minFollowerMinute: 5 } as const
  assert.equal(
    refusalFor({ ...settings, followedAt: now - 299_999 }),
    'only those who have followed for 5 minutes may chat here',
  )
  assert.equal(refusalFor({ ...settings, followedAt: now - 300_000 }), null)
  assert.equal(refusalFor({ minFollowerMinute: 5 }), null)
})

test('subscribers are exempt from the period only where the channel says so', () => {
  const settings = {
    chatAvailableGroup: 'FOLLOWER',
    minFollowerMinute: 5,
    followedAt: now,
    isSubscriber: true,
  } as const
  assert.equal(refusalFor({ ...settings, allowSubscriberInFollowerMode: true }), null)
  assert.equal(
    refusalFor({ ...settings, allowSubscriberInFollowerMode: false }),
    'only those who have followed for 5 minutes may chat here',
  )
})

test('in the group SUBSCRIBER only subscribers speak, in MANAGER no viewer does', () => {
  assert.equal(refusalFor({ chatAvailableGroup: 'SUBSCRIBER' }), 'only subscribers may chat here')
  assert.equal(refusalFor({ chatAvailableGroup: 'SUBSCRIBER', isSubscriber: true }), null)
  assert.equal(refusalFor({ chatAvailableGroup: 'MANAGER', isSubscriber: true }), 'only managers may chat here')
})

test('in emoticon mode only emoticons are sent', () => {
  assert.equal(refusalFor({ chatEmojiMode: true }), 'only emoticons may be sent here')
  assert.equal(refusalFor({ chatEmojiMode: true }, { onlyEmoticons: true }), null)
})

test('in slow mode the next message waits its seconds out', () => {
  assert.equal(refusalFor({ chatSlowModeSec: 3 }), null)
  assert.equal(refusalFor({ chatSlowModeSec: 3, lastSpokeAt: now - 2_999 }), 'slow mode: one message in 3 seconds')
  assert.equal(refusalFor({ chatSlowModeSec: 3, lastSpokeAt: now - 3_000 }), null)
  assert.equal(refusalFor({ chatSlowModeSec: 0, lastSpokeAt: now }), null)
})

test('the streamer, channel managers and chat managers stand above all of it; a settlement manager does not', () => {
  const strict: Partial<SpeakerContext> = {
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
    assert.equal(refusalFor({ ...strict, ...above }), null)
    assert.equal(isInSlowMode({ ...viewer, ...strict, ...above }), false)
  }
  const settlement = { ...viewer, ...strict, managerRole: 'STREAMING_SETTLEMENT_MANAGER' }
  assert.notEqual(refusalFor(settlement), null)
  assert.equal(isInSlowMode(settlement), true)
})
