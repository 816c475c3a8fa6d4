import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emojisIn, isOnlyEmoticons } from './emoticons.ts'

const found = new Map([['c own', { channelId: 'c', id: '1', name: 'own', months: 1 }]])
const textOf = (content: string, channelId = 'c') => ({ channelId, content })

describe('emoticons', () => {
  test('returns the image of each emoticon in a text once, and ignores unknown ids', () => {
    const text = '{:smile:} 안녕 {:fire:}{:smile:} {:own:}{:__proto__:} {:nothing:} :heart:'
    assert.deepEqual(emojisIn(textOf(text), found, 'http://x'), {
      own: 'http://x/assets/uploads/1',
      smile: 'http://x/assets/emoticons/smile.png',
      fire: 'http://x/assets/emoticons/fire.png',
    })
    assert.deepEqual(emojisIn(textOf('{:own:} of another channel', 'd'), found, 'http://x'), {})
  })

  test('a text consists of emoticons only if nothing but white space is between them', () => {
    for (const text of ['{:smile:}', ' {:smile:}\n{:own:} '])
      assert.equal(isOnlyEmoticons(textOf(text), found), true, text)
    for (const text of ['', ' ', '{:smile:}!', '{:nothing:}', '{:smile:}{:nothing:}', '🙂'])
      assert.equal(isOnlyEmoticons(textOf(text), found), false, text)
  })
})
