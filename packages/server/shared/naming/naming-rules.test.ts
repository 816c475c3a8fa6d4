import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findNameError } from './naming-rules.ts'

const config = { officialNames: ['Onair', '온에어'], refusedWords: ['casino'] }

describe('findNameError', () => {
  for (const name of [
    'Оnair', // Cyrillic О
    'ΟNAIR bot', // Greek Ο
    'onаir', // Cyrillic а
    '0nair',
    'Onalr', // small L for capital I
    'Ona1r',
    'Ona|r',
    'оnаіr', // Cyrillic о, а, і
    'օnair', // Armenian օ
    'ⲟnair', // Coptic ⲟ
    '𝐎𝐧𝐚𝐢𝐫',
    'ᴏnair', // small capital O
    'O\u200dnair',
    '온에어\u3164봇',
    'Onaír',
    'Ónáìr bot',
    'Onai\u0301r',
    'Øṅâïř',
    'ONAİR',
  ])
    test(`refuses ${JSON.stringify(name)}, which looks like an official name`, () =>
      assert.equal(findNameError(name, config)?.error, 'OFFICIAL_NAME'))

  test('refuses a word in characters that look alike', () => {
    assert.deepEqual(findNameError('Сasinо', config), { error: 'REFUSED_WORD', word: 'casino' })
  })

  for (const [name, scripts] of [
    ['Bоt', 'Latin, Cyrillic'],
    ['Ωmega', 'Greek, Latin'],
    ['채팅 бот', 'Hangul, Cyrillic'],
    ['ソフト бот', 'Katakana, Cyrillic'],
    ['ㄅㄆ 한글', 'Bopomofo, Hangul'],
    ['Ꭺpp', 'Cherokee, Latin'],
    ['Ꭺⲁ', 'Cherokee, Coptic'],
  ] as const)
    test(`refuses ${name}, which mixes ${scripts}`, () =>
      assert.deepEqual(findNameError(name, config), { error: 'MIXED_SCRIPTS', word: scripts }))

  for (const name of ['a\u202eb', 'a\u2066b', 'a\u200fb', 'a\u061cb', 'a\nb', 'a\u2028b', 'a\x1b[2Jb'])
    test(`refuses the control in ${JSON.stringify(name)}`, () =>
      assert.equal(findNameError(name, config)?.error, 'INVISIBLE_CHARACTERS'))

  for (const name of [
    'My Chat Bot 2',
    '채팅 봇 v2 🤖',
    '롤 LoL 戰績',
    '配信ボット つき Bot',
    'チャット',
    '弹幕机器人 Live',
    'ソフト봇',
    'ゲーム 한글 漢字 Bot',
    'Дотабот',
    'Αλφα',
    'مساعد البث',
    'Café señor',
    'online air',
    '👨‍👩‍👧 가족 봇',
    '★☆ 봇 ☆★',
  ])
    test(`accepts ${name}`, () => assert.equal(findNameError(name, config), null))
})
