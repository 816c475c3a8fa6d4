import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChatEntry } from '@onair/contract'
import { ChatFeed } from './chat-feed.ts'

const frameCallbacks: (() => void)[] = []
const requestFrame = (callback: () => void) => frameCallbacks.push(callback)

function runFrame() {
  for (const callback of frameCallbacks.splice(0)) callback()
}

function chatEntry(eventId: string, senderChannelId = 'someone', day = '01'): ChatEntry {
  const event = { eventId, senderChannelId, messageTime: 1_000, eventSentAt: `2026-01-${day}T09:00:00.000000000` }
  return { type: 'CHAT', event } as unknown as ChatEntry
}

function donationEntry(eventId: string, day: string): ChatEntry {
  const event = { eventId, eventSentAt: `2026-01-${day}T09:00:00.000000000` }
  return { type: 'DONATION', event } as unknown as ChatEntry
}

const subscription = (eventId: string) => ({ ...donationEntry(eventId, '01'), type: 'SUBSCRIPTION' }) as ChatEntry

function giftOf(eventId: string, ...ids: string[]): ChatEntry {
  const event = { ...donationEntry(eventId, '01').event, receivers: ids.map((id) => ({ eventId: id })) }
  return { type: 'GIFT', event } as unknown as ChatEntry
}

describe('ChatFeed', () => {
  test('shows a gift in place of its subscriptions, before and after which it can come, also after a read', () => {
    const feed = new ChatFeed(requestFrame)
    feed.add(subscription('a'))
    feed.add(giftOf('first', 'a', 'b'))
    for (const id of ['b', 'own', 'c']) feed.add(subscription(id))
    runFrame()
    const keys = () => feed.getState().lines.map(({ key }) => key)
    assert.deepEqual(keys(), ['first', 'own', 'c'])
    feed.mergeRecent([giftOf('first', 'a', 'b'), subscription('own'), giftOf('second', 'c')], feed.snapshot())
    assert.deepEqual(keys(), ['first', 'own', 'second'])
    assert.ok(feed.getState().lines.every(({ isHidden }) => !isHidden))
  })

  test('shows what a message replies to, whichever comes first, and not once that is hidden', () => {
    const feed = new ChatFeed(requestFrame)
    const reply = { messageId: 'x', senderChannelId: 'other', senderName: 'Kim', messageTime: 900, content: 'hi' }
    feed.setReply('y', reply)
    feed.add(chatEntry('y'))
    feed.add(chatEntry('z'))
    runFrame()
    feed.setReply('z', { ...reply, messageTime: 901 })
    const contents = () =>
      feed.getState().lines.map(({ entry }) => (entry.type === 'CHAT' ? entry.reply?.content : undefined))
    assert.deepEqual(contents(), ['hi', 'hi'])
    feed.hide({ senderChannelId: 'other', messageTime: 900 })
    assert.deepEqual(contents(), [null, 'hi'])
    feed.hide({ senderChannelId: 'other', messageTime: null })
    assert.deepEqual(contents(), [null, null])
  })

  test('shows no quote of a message that was hidden before the quote, its line or the read', () => {
    const feed = new ChatFeed(requestFrame)
    const reply = { messageId: 'x', senderChannelId: 'other', senderName: 'Kim', messageTime: 900, content: 'hi' }
    feed.setReply('early', reply)
    feed.setReply('read', { ...reply, messageTime: 901 })
    feed.add(chatEntry('read'))
    feed.hide({ senderChannelId: 'other', messageTime: 900 })
    feed.setReply('late', reply)
    for (const key of ['early', 'late']) feed.add(chatEntry(key))
    runFrame()
    const contents = () =>
      feed.getState().lines.map(({ entry }) => (entry.type === 'CHAT' ? entry.reply?.content : undefined))
    assert.deepEqual(contents(), ['hi', null, null])
    const read = { ...chatEntry('read'), reply: { ...reply, content: null } } as ChatEntry
    feed.mergeRecent([read, chatEntry('early'), chatEntry('late')], feed.snapshot())
    feed.setReply('another', reply)
    feed.add(chatEntry('another'))
    runFrame()
    assert.deepEqual(contents(), [null, undefined, undefined, null])
  })

  test('a clear hides the messages and quotes until then, but not those of the streamer', () => {
    const feed = new ChatFeed(requestFrame)
    for (const key of ['a', 'b']) feed.add(chatEntry(key, key === 'a' ? 'someone' : 'streamer'))
    const reply = { messageId: 'a', senderChannelId: 'someone', senderName: 'Kim', messageTime: 1_000, content: 'hi' }
    feed.setReply('b', reply)
    runFrame()
    const snapshot = feed.snapshot()
    feed.hide({ until: 1_000, keptChannelId: 'streamer' })
    const lines = () =>
      feed.getState().lines.map(({ key, isHidden, entry }) => [key, isHidden, 'reply' in entry && entry.reply])
    const cleared = [
      ['a', true, false],
      ['b', false, { ...reply, content: null }],
    ]
    assert.deepEqual(lines(), cleared)
    // A read that began before it and ends after it.
    const later = chatEntry('later')
    const recent = [
      { ...chatEntry('b', 'streamer'), reply },
      { ...later, event: { ...later.event, messageTime: 1_001 } },
    ] as ChatEntry[]
    feed.mergeRecent(recent, snapshot)
    assert.deepEqual(lines(), [...cleared, ['later', false, false]])
  })

  test('shows a message once that is both read and received', () => {
    const feed = new ChatFeed(requestFrame)
    feed.mergeRecent([chatEntry('x')], feed.snapshot())
    feed.add(chatEntry('x'))
    feed.add(chatEntry('y'))
    runFrame()
    assert.deepEqual(
      feed.getState().lines.map(({ key }) => key),
      ['x', 'y'],
    )
  })

  test('keeps a message hidden that is hidden during a read', () => {
    const feed = new ChatFeed(requestFrame)
    feed.hide({ senderChannelId: 'another', messageTime: null })
    const snapshot = feed.snapshot()
    feed.hide({ senderChannelId: 'someone', messageTime: null })
    feed.mergeRecent([chatEntry('x'), chatEntry('y', 'another')], snapshot)
    assert.deepEqual(
      feed.getState().lines.map(({ key, isHidden }) => [key, isHidden]),
      [
        ['x', true],
        ['y', false],
      ],
    )
  })

  test('hides a donation that a moderator hid, during a connection and during a gap', () => {
    const feed = new ChatFeed(requestFrame)
    for (const [id, day] of [
      ['a', '02'],
      ['b', '03'],
      ['c', '04'],
    ] as const)
      feed.add(donationEntry(id, day))
    runFrame()
    feed.hide({ eventId: 'a' })
    feed.mergeRecent([chatEntry('x'), donationEntry('c', '04')], feed.snapshot())
    const hidden = feed.getState().lines.flatMap(({ key, isHidden }) => (isHidden ? key : []))
    assert.deepEqual(hidden, ['a', 'b'])
  })

  test('keeps the order of arrival when the clock moves back', () => {
    const feed = new ChatFeed(requestFrame)
    const keys = () => feed.getState().lines.map(({ key }) => key)
    feed.add(chatEntry('ahead', 'someone', '02'))
    feed.add(chatEntry('back'))
    runFrame()
    feed.mergeRecent([chatEntry('back'), chatEntry('missed'), chatEntry('ahead', 'someone', '02')], feed.snapshot())
    feed.add(chatEntry('newest'))
    runFrame()
    assert.deepEqual(keys(), ['ahead', 'back', 'missed', 'newest'])
  })

  test('inserts missed messages between those before the read and those received during it', () => {
    for (const shared of [[], ['b']]) {
      const feed = new ChatFeed(requestFrame)
      feed.add(chatEntry('a'))
      feed.add(chatEntry('b'))
      const snapshot = feed.snapshot()
      feed.add(chatEntry('z'))
      runFrame()
      feed.mergeRecent(
        [...shared, 'x', 'y'].map((key) => chatEntry(key)),
        snapshot,
      )
      assert.deepEqual(
        feed.getState().lines.map(({ key }) => key),
        ['a', 'b', 'x', 'y', 'z'],
      )
    }
  })
})
