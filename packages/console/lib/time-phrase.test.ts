import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apps as appsEn } from '../locales/en/apps.ts'
import { common as en } from '../locales/en/common.ts'
import { drops as dropsEn } from '../locales/en/drops.ts'
import { apps as appsKo } from '../locales/ko/apps.ts'
import { common as ko } from '../locales/ko/common.ts'
import { drops as dropsKo } from '../locales/ko/drops.ts'
import { formatTimePhrase, type TimePhrase } from './time-phrase.ts'

const minutes = 60_000

const phrases: [name: string, english: TimePhrase, korean: TimePhrase][] = [
  ['relative', en.time.relative, ko.time.relative],
  ['onAir', en.time.onAir, ko.time.onAir],
  ['nextAttempt', en.time.nextAttempt, ko.time.nextAttempt],
  ['credentials.created', appsEn.credentials.created, appsKo.credentials.created],
  ['credentials.expires', appsEn.credentials.expires, appsKo.credentials.expires],
  ['webhook.failingSince', appsEn.webhook.failingSince, appsKo.webhook.failingSince],
  ['delivery.dueAt', appsEn.delivery.dueAt, appsKo.delivery.dueAt],
  ['drops.ends', dropsEn.list.ends, dropsKo.list.ends],
  ['drops.starts', dropsEn.list.starts, dropsKo.list.starts],
]

const formatEnglish = (ms: number) => formatTimePhrase(en.time.relative, ms, 'en')

/** The phrase in English and in Korean. */
const formatBoth = (name: string, ms: number) => {
  const [, english, korean] = phrases.find(([one]) => one === name)!
  return [formatTimePhrase(english, ms, 'en'), formatTimePhrase(korean, ms, 'ko')]
}

describe('formatTimePhrase', () => {
  test('rounds to one unit', () => {
    assert.equal(formatEnglish(-10_000), '10 seconds ago')
    assert.equal(formatEnglish(-59_000), '59 seconds ago')
    assert.equal(formatEnglish(-minutes), '1 minute ago')
    assert.equal(formatEnglish(-89 * minutes), '1 hour ago')
    assert.equal(formatEnglish(-59.6 * minutes), '1 hour ago')
    assert.equal(formatEnglish(-23.6 * 60 * minutes), '1 day ago')
    assert.equal(formatEnglish(48 * 60 * minutes), 'in 2 days')
  })

  test('says that a live runs, or when it starts', () => {
    assert.deepEqual(formatBoth('onAir', -7 * minutes), ['Live for 7 minutes', '7분째 방송 중'])
    assert.deepEqual(formatBoth('onAir', 0), ['Started just now', '방금 방송 시작'])
    assert.deepEqual(formatBoth('onAir', 7 * minutes), ['Starts in 7 minutes', '방송 시작까지 7분'])
  })

  test('says when a secret expires or expired', () => {
    assert.deepEqual(formatBoth('credentials.expires', -3 * minutes), ['expired 3 minutes ago', '3분 전 만료'])
    assert.deepEqual(formatBoth('credentials.expires', 1), ['expires in a moment', '곧 만료'])
    assert.deepEqual(formatBoth('credentials.expires', 24 * 60 * minutes), ['expires in 1 day', '1일 후 만료'])
  })

  test('counts down the last seconds', () => {
    assert.deepEqual(formatBoth('nextAttempt', 8_000), ['Next attempt: in 8 seconds', '다음 시도: 8초 후'])
    assert.deepEqual(formatBoth('relative', -8_000), ['just now', '방금'])
  })

  test('a next attempt is never in the past', () => {
    assert.deepEqual(formatBoth('nextAttempt', -3 * minutes), ['Waiting for the next attempt', '다음 시도 대기 중'])
    assert.deepEqual(formatBoth('nextAttempt', 12_000), ['Next attempt: in 12 seconds', '다음 시도: 12초 후'])
  })

  for (const [name, english, korean] of phrases)
    test(`${name}: no phrase about the future is one about the past`, () => {
      for (const ms of [1, 9_000, 12_000, 7 * minutes, 30 * 60 * minutes]) {
        assert.doesNotMatch(formatTimePhrase(english, ms, 'en'), /\bago\b|just now/)
        assert.doesNotMatch(formatTimePhrase(korean, ms, 'ko'), /방금|\d+\S+ 전/)
      }
    })
})
