import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatEntry } from '@onair/contract'
import { feed } from '../console/watch/feed.ts'

const pictures: (() => void)[] = []
const atNextPicture = (draw: () => void) => pictures.push(draw)

function nextPicture() {
  for (const draw of pictures.splice(0)) draw()
}

function message(eventId: string, senderChannelId = 'someone', day = '01'): ChatEntry {
  const event = { eventId, senderChannelId, messageTime: 1_000, eventSentAt: `2026-01-${day}T09:00:00.000000000` }
  return { type: 'CHAT', event } as unknown as ChatEntry
}

test('a message that is read and then heard is shown once', () => {
  const chat = feed(atNextPicture)
  chat.catchUp([message('x')], chat.asking())
  chat.add(message('x'))
  chat.add(message('y'))
  nextPicture()
  assert.deepEqual(
    chat.shown().lines.map(({ key }) => key),
    ['x', 'y'],
  )
})

test('a message that is hidden while the page reads stays hidden, and others do not', () => {
  const chat = feed(atNextPicture)
  chat.hide({ senderChannelId: 'another', messageTime: null })
  const asked = chat.asking()
  chat.hide({ senderChannelId: 'someone', messageTime: null })
  chat.catchUp([message('x'), message('y', 'another')], asked)
  assert.deepEqual(
    chat.shown().lines.map(({ key, isHidden }) => [key, isHidden]),
    [
      ['x', true],
      ['y', false],
    ],
  )
})

test('what is said after the clock went back stays below what was said before, also when the page reads again', () => {
  const chat = feed(atNextPicture)
  const keys = () => chat.shown().lines.map(({ key }) => key)
  chat.add(message('ahead', 'someone', '02'))
  chat.add(message('back'))
  nextPicture()
  chat.catchUp([message('back'), message('missed'), message('ahead', 'someone', '02')], chat.asking())
  chat.add(message('newest'))
  nextPicture()
  assert.deepEqual(keys(), ['ahead', 'back', 'missed', 'newest'])
})

test('what was missed stands between what was there before and what came while the page read', () => {
  for (const shared of [[], ['b']]) {
    const chat = feed(atNextPicture)
    chat.add(message('a'))
    chat.add(message('b'))
    const asked = chat.asking()
    chat.add(message('z'))
    nextPicture()
    chat.catchUp(
      [...shared, 'x', 'y'].map((key) => message(key)),
      { ...asked, keys: new Set(asked.keys) },
    )
    assert.deepEqual(
      chat.shown().lines.map(({ key }) => key),
      ['a', 'b', 'x', 'y', 'z'],
    )
  }
})
