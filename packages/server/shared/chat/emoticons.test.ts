import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emojisIn, isOnlyEmoticons } from './emoticons.ts'

describe('emoticons', () => {
  test('returns the image of each emoticon in a text once, and ignores unknown ids', () => {
    assert.deepEqual(emojisIn('{:smile:} 안녕 {:fire:}{:smile:} {:__proto__:} {:nothing:} :heart:', 'http://x'), {
      smile: 'http://x/assets/emoticons/smile.png',
      fire: 'http://x/assets/emoticons/fire.png',
    })
    assert.deepEqual(emojisIn('no pictures', 'http://x'), {})
  })

  test('a text consists of emoticons only if nothing but white space is between them', () => {
    for (const text of ['{:smile:}', ' {:smile:}\n{:heart:} ']) assert.equal(isOnlyEmoticons(text), true, text)
    for (const text of ['', ' ', '{:smile:}!', '{:nothing:}', '{:smile:}{:nothing:}', '🙂'])
      assert.equal(isOnlyEmoticons(text), false, text)
  })
})
