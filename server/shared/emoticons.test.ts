import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emojisIn, isOnlyEmoticons } from './emoticons.ts'

test('the emoticons of a text are named with their pictures, each once; unknown ids stay text', () => {
  assert.deepEqual(emojisIn('{:smile:} 안녕 {:fire:}{:smile:} {:__proto__:} {:nothing:} :heart:', 'http://x'), {
    smile: 'http://x/assets/emoticons/smile.png',
    fire: 'http://x/assets/emoticons/fire.png',
  })
  assert.deepEqual(emojisIn('no pictures', 'http://x'), {})
})

test('a text is only emoticons when nothing but space is between them', () => {
  for (const text of ['{:smile:}', ' {:smile:}\n{:heart:} ']) assert.equal(isOnlyEmoticons(text), true, text)
  for (const text of ['', ' ', '{:smile:}!', '{:nothing:}', '{:smile:}{:nothing:}', '🙂'])
    assert.equal(isOnlyEmoticons(text), false, text)
})
