import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxMuted, MutedPeople } from './muted-people.ts'

test('MutedPeople has each person once, latest first, and forgets the first of too many', () => {
  const muted = new MutedPeople()
  const names = () => muted.list().map(({ channelName }) => channelName)
  for (const name of ['a', 'b', 'a']) muted.mute({ channelId: name, channelName: name })
  assert.deepEqual(names(), ['a', 'b'])
  for (let n = 1; n < maxMuted; n++) muted.mute({ channelId: `${n}`, channelName: `${n}` })
  assert.equal(names().length, maxMuted)
  assert.deepEqual([names()[0], names().at(-1)], [String(maxMuted - 1), 'a'])
  muted.unmute('a')
  assert.equal(names().length, maxMuted - 1)
})
