import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatEntry } from '@onair/contract'
import { feed } from '../console/watch/feed.ts'

const pictures: (() => void)[] = []
const atNextPicture = (draw: () => void) => pictures.push(draw)

function nextPicture() {
  for (const draw of pictures.splice(0)) draw()
}

function message(eventId: string, senderChannelId = 'someone'): ChatEntry {
  const event = { eventId, senderChannelId, messageTime: 1_000, eventSentAt: '2026-01-01T09:00:00.000000000' }
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
