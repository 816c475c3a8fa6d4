import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commandIn, completionsOf, isCommand, parseCommand } from './commands.ts'

describe('parseCommand', () => {
  test('reads names with spaces, durations as typed, and texts', () => {
    for (const [text, command] of [
      ['/timeout 나무 늘보 10m', { name: 'timeout', person: '나무 늘보', seconds: 600 }],
      ['/TIMEOUT @kim', { name: 'timeout', person: 'kim', seconds: 60 }],
      ['/timeout kim 3600', { name: 'timeout', person: 'kim', seconds: 3_600 }],
      ['/ban kim lee', { name: 'ban', person: 'kim lee' }],
      ['/unban @kim', { name: 'unban', person: 'kim' }],
      ['/slow 10', { name: 'slow', seconds: 10 }],
      ['/slow 1m', { name: 'slow', seconds: 60 }],
      ['/slow off', { name: 'slow', seconds: 0 }],
      ['/followers', { name: 'followers', minutes: 0 }],
      ['/followers 1h', { name: 'followers', minutes: 60 }],
      ['/followers 10', { name: 'followers', minutes: 10 }],
      ['/followers off', { name: 'followers', minutes: null }],
      ['/subscribers', { name: 'subscribers', isOn: true }],
      ['/emoticons OFF', { name: 'emoticons', isOn: false }],
      ['/notice  오늘 8시!', { name: 'notice', text: '오늘 8시!' }],
      [' /clear ', { name: 'clear' }],
    ] as const)
      assert.deepEqual(parseCommand(text), command, text)
  })

  test('says what is wrong with a text that is no command', () => {
    assert.deepEqual(parseCommand('/tiemout kim'), { error: 'UNKNOWN', name: 'tiemout' })
    const texts = ['/tiemout kim', '/ㅋㅋ', 'help']
    assert.deepEqual(
      [true, false].map((isModerator) => texts.map((text) => isCommand(text, isModerator))),
      [
        [true, true, false],
        [true, false, false],
      ],
    )
    assert.deepEqual([commandIn(' /BAN kim', true), commandIn('/ban kim', false)], ['ban', undefined])
    assert.deepEqual(parseCommand('/'), { error: 'UNKNOWN', name: '' })
    for (const name of ['timeout', 'ban', 'unban', 'notice'] as const)
      assert.deepEqual(parseCommand(`/${name} `), { error: 'USAGE', name })
    assert.deepEqual(parseCommand('/clear all'), { error: 'USAGE', name: 'clear' })
    assert.deepEqual(parseCommand('/timeout kim 11m'), {
      error: 'VALUE',
      values: ['1m', '5m', '10m', '30m', '1h', '1d', '7d'],
    })
    for (const text of ['/slow', '/slow 4', '/slow fast', '/followers 7m', '/emoticons maybe'])
      assert.partialDeepStrictEqual(parseCommand(text), { error: 'VALUE' }, text)
  })
})

test('completionsOf completes the commands of a person, values, and names after a command or @', () => {
  const names = ['Kim', '나무 늘보', '나비']
  const textsOf = (text: string, isModerator = true) =>
    completionsOf(text, names, isModerator).map((completion) => completion.text)
  assert.deepEqual(textsOf('/t'), ['/timeout '])
  assert.equal(textsOf('/').length, 10)
  assert.deepEqual(textsOf('/', false), ['/mute ', '/unmute ', '/help'])
  assert.deepEqual(textsOf('/mute 나무', false), ['/mute 나무 늘보 '])
  assert.deepEqual(textsOf('/subscribers o'), ['/subscribers on', '/subscribers off'])
  assert.deepEqual(textsOf('/subscribers ', false), [])
  assert.deepEqual(textsOf('/ban 나'), ['/ban 나무 늘보 ', '/ban 나비 '])
  assert.deepEqual(textsOf('안녕 @k', false), ['안녕 @Kim '])
  assert.deepEqual(textsOf('a@k'), [])
  assert.deepEqual(textsOf('안녕'), [])
})
