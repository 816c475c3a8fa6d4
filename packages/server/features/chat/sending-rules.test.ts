import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatReason } from '@onair/contract'
import { toErrorReason } from '../../shared/refusal.ts'
import { defaultSettings, refusalToSend, isInSlowMode, type SenderContext } from './sending-rules.ts'

const now = 1_000_000_000
const viewer: SenderContext = {
  ...defaultSettings,
  channelId: 'streamer',
  memberChannelId: 'viewer',
  managerRole: null,
  identityVerifiedAt: null,
  followedAt: null,
  isSubscriber: false,
  subscribedMonths: null,
  restrictedAt: null,
  temporarilyRestrictedUntil: null,
  lastSentAt: null,
  blockedWords: null,
}
const refusalFor = (change: Partial<SenderContext>, message = { content: 'hello', onlyEmoticons: false }) => {
  const reason = refusalToSend({ ...viewer, ...change }, { ...message, emoticons: [] }, now)
  return reason === null ? null : formatReason(toErrorReason(reason))
}

describe('speakingRefusal', () => {
  test('everyone can chat with default settings', () => assert.equal(refusalFor({}), null))

  test('a restricted person cannot chat, managers included', () => {
    assert.equal(refusalFor({ restrictedAt: now - 1 }), 'the sender is restricted in this channel')
    assert.equal(
      refusalFor({ restrictedAt: now, managerRole: 'STREAMING_CHAT_MANAGER' }),
      'the sender is restricted in this channel',
    )
  })

  test('a temporary restriction ends at its exact millisecond', () => {
    assert.equal(
      refusalFor({ temporarilyRestrictedUntil: now + 1 }),
      'the sender is restricted in this channel for 1 more seconds',
    )
    assert.equal(
      refusalFor({ temporarilyRestrictedUntil: now + 60_000 }),
      'the sender is restricted in this channel for 60 more seconds',
    )
    assert.equal(refusalFor({ temporarilyRestrictedUntil: now }), null)
  })

  test('REAL_NAME requires a verified identity', () => {
    const settings = { chatAvailableCondition: 'REAL_NAME' } as const
    assert.equal(refusalFor(settings), 'only viewers who verified their identity may chat here')
    assert.equal(refusalFor({ ...settings, identityVerifiedAt: now }), null)
  })

  test('FOLLOWER requires following, of subscribers too', () => {
    const settings = { chatAvailableGroup: 'FOLLOWER' } as const
    assert.equal(refusalFor(settings), 'only followers may chat here')
    assert.equal(refusalFor({ ...settings, isSubscriber: true }), 'only followers may chat here')
    assert.equal(refusalFor({ ...settings, followedAt: now }), null)
  })

  test('the minimum following period counts full minutes and applies only in FOLLOWER', () => {
    const settings = { chatAvailableGroup: 'FOLLOWER', minFollowerMinute: 5 } as const
    assert.equal(
      refusalFor({ ...settings, followedAt: now - 299_999 }),
      'only viewers who have followed for 5 minutes may chat here',
    )
    assert.equal(refusalFor({ ...settings, followedAt: now - 300_000 }), null)
    assert.equal(refusalFor({ minFollowerMinute: 5 }), null)
  })

  test('subscribers are exempt from the following period only if the channel allows it', () => {
    const settings = {
      chatAvailableGroup: 'FOLLOWER',
      minFollowerMinute: 5,
      followedAt: now,
      isSubscriber: true,
    } as const
    assert.equal(refusalFor({ ...settings, allowSubscriberInFollowerMode: true }), null)
    assert.equal(
      refusalFor({ ...settings, allowSubscriberInFollowerMode: false }),
      'only viewers who have followed for 5 minutes may chat here',
    )
  })

  test('SUBSCRIBER requires a subscription, MANAGER excludes viewers', () => {
    assert.equal(refusalFor({ chatAvailableGroup: 'SUBSCRIBER' }), 'only subscribers may chat here')
    assert.equal(refusalFor({ chatAvailableGroup: 'SUBSCRIBER', isSubscriber: true }), null)
    assert.equal(refusalFor({ chatAvailableGroup: 'MANAGER', isSubscriber: true }), 'only managers may chat here')
  })

  // Gap 55.
  test('emoticon mode accepts only emoticons', () => {
    assert.equal(refusalFor({ chatEmojiMode: true }), 'only emoticons may be sent here')
    assert.equal(refusalFor({ chatEmojiMode: true }, { content: '{:hi:}', onlyEmoticons: true }), null)
  })

  test('slow mode refuses the next message until its interval has passed', () => {
    assert.equal(refusalFor({ chatSlowModeSec: 3 }), null)
    assert.equal(refusalFor({ chatSlowModeSec: 3, lastSentAt: now - 2_999 }), 'slow mode: one message in 3 seconds')
    assert.equal(refusalFor({ chatSlowModeSec: 3, lastSentAt: now - 3_000 }), null)
    assert.equal(refusalFor({ chatSlowModeSec: 0, lastSentAt: now }), null)
  })

  test('the streamer, channel managers and chat managers are exempt, a settlement manager is not', () => {
    const strict: Partial<SenderContext> = {
      chatAvailableCondition: 'REAL_NAME',
      chatAvailableGroup: 'MANAGER',
      chatEmojiMode: true,
      chatSlowModeSec: 300,
      lastSentAt: now,
    }
    for (const above of [
      { memberChannelId: 'streamer' },
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
})
