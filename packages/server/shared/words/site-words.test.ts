import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileWords } from './site-words.ts'

const find = compileWords({
  refusedWords: ['spam', '시발', '도박', 'ㅅㅂ', 'buy followers', 'money', '값'],
  reviewedWords: ['crypto', '환전'],
  wordExceptions: ['시발점', 'Spamalot'],
})

describe('words of the site', () => {
  for (const [text, word, reading] of [
    ['this is SPAM', 'spam', 'WRITTEN'],
    ['ｓｐａｍ!', 'spam', 'WRITTEN'],
    ['sp\u200bam', 'spam', 'WRITTEN'],
    ['spämmer', 'spam', 'WRITTEN'],
    ['온라인도박사이트', '도박', 'WRITTEN'],
    ['buy  —  followers', 'buy followers', 'WRITTEN'],
    ['s p a m', 'spam', 'SPLIT'],
    ['s.p-a_m', 'spam', 'SPLIT'],
    ['도 박', '도박', 'SPLIT'],
    ['ㅅㅣㅂㅏㄹ', '시발', 'LETTERS'],
    ['시ㅂㅏㄹ', '시발', 'LETTERS'],
    ['ㄷㅗ박', '도박', 'WRITTEN'],
    ['ㄱㅏㅂㅅ', '값', 'LETTERS'],
    ['ㅅㅂ', 'ㅅㅂ', 'WRITTEN'],
    ['ѕраm', 'spam', 'LOOK_ALIKE'], // Cyrillic ѕ, р, а
    ['rnoney', 'money', 'LOOK_ALIKE'],
    ['M0NEY', 'money', 'LOOK_ALIKE'],
    ['spam in Spamalot', 'spam', 'WRITTEN'],
  ] as const)
    test(`refuses ${JSON.stringify(text)} for ${word}`, () =>
      assert.deepEqual(find(text), { word, level: 'REFUSE', reading }))

  for (const text of [
    'Spamalot!',
    'SPAMALOT',
    '문제의 시발점',
    '맛비',
    '시바',
    '도박'.slice(0, 1),
    'as pam',
    'spa mmer',
    '',
  ])
    test(`accepts ${JSON.stringify(text)}`, () => assert.equal(find(text), null))

  test('a refused word comes before a reviewed one', () => {
    assert.deepEqual(find('c r y p t o'), { word: 'crypto', level: 'REVIEW', reading: 'SPLIT' })
    assert.equal(find('crypto spam')?.level, 'REFUSE')
  })

  test('a word without letters is in no text', () => {
    assert.equal(compileWords({ refusedWords: ['!!', ' '], reviewedWords: [], wordExceptions: [] })('hello!!'), null)
  })

  test('the time of a search does not grow with the number of words', () => {
    const most = Array.from({ length: 1_000 }, (_, n) => `a${n}`.padEnd(30, 'a'))
    const findOne = compileWords({ refusedWords: most, reviewedWords: most, wordExceptions: most })
    assert.equal(findOne('a'.repeat(2_000)), null)
  })
})
