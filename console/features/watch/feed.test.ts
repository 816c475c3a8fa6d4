import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatEntry } from '@onair/contract'
import { createChatFeed } from './chat-feed.ts'

const frameCallbacks: (() => void)[] = []
const requestFrame = (draw: () => void) => frameCallbacks.push(draw)

function runFrame() {
  for (const draw of frameCallbacks.splice(0)) draw()
}

function chatEntry(eventId: string, senderChannelId = 'someone', day = '01'): ChatEntry {
  const event = { eventId, senderChannelId, messageTime: 1_000, eventSentAt: `2026-01-${day}T09:00:00.000000000` }
  return { type: 'CHAT', event } as unknown as ChatEntry
}

test('a message that is read and then heard is shown once', () => {
  const chat = createChatFeed(requestFrame)
  chat.mergeRecent([chatEntry('x')], chat.snapshot())
  chat.add(chatEntry('x'))
  chat.add(chatEntry('y'))
  runFrame()
  assert.deepEqual(
    chat.getState().lines.map(({ key }) => key),
    ['x', 'y'],
  )
})

test('a message that is hidden while the page reads stays hidden, and others do not', () => {
  const chat = createChatFeed(requestFrame)
  chat.hide({ senderChannelId: 'another', messageTime: null })
  const snapshot = chat.snapshot()
  chat.hide({ senderChannelId: 'someone', messageTime: null })
  chat.mergeRecent([chatEntry('x'), chatEntry('y', 'another')], snapshot)
  assert.deepEqual(
    chat.getState().lines.map(({ key, isHidden }) => [key, isHidden]),
    [
      ['x', true],
      ['y', false],
    ],
  )
})

test('what is said after the clock went back stays below what was said before, also when the page reads again', () => {
  const chat = createChatFeed(requestFrame)
  const keys = () => chat.getState().lines.map(({ key }) => key)
  chat.add(chatEntry('ahead', 'someone', '02'))
  chat.add(chatEntry('back'))
  runFrame()
  chat.mergeRecent([chatEntry('back'), chatEntry('missed'), chatEntry('ahead', 'someone', '02')], chat.snapshot())
  chat.add(chatEntry('newest'))
  runFrame()
  assert.deepEqual(keys(), ['ahead', 'back', 'missed', 'newest'])
})

test('what was missed stands between what was there before and what came while the page read', () => {
  for (const shared of [[], ['b']]) {
    const chat = createChatFeed(requestFrame)
    chat.add(chatEntry('a'))
    chat.add(chatEntry('b'))
    const asked = chat.snapshot()
    chat.add(chatEntry('z'))
    runFrame()
    chat.mergeRecent(
      [...shared, 'x', 'y'].map((key) => chatEntry(key)),
      { ...asked, keys: new Set(asked.keys) },
    )
    assert.deepEqual(
      chat.getState().lines.map(({ key }) => key),
      ['a', 'b', 'x', 'y', 'z'],
    )
  }
})
