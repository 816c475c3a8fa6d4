import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { en } from './en.ts'
import { ko } from './ko.ts'
import { describeSeen, textsIn } from './index.ts'
import type { Texts } from './texts.ts'

const hangul = /[가-힣]/

/** Parameters of any statement. */
const params = {
  reason: 'exit code 3',
  output: 'no such file',
  eventTypes: 'CHAT',
  eventType: 'CHAT',
  probe: '!ping a',
  stimulus: 'UNKNOWN_EVENT',
  fault: 'webhook-unsigned',
  path: '/open/v1/chats/send',
  name: 'x-debug',
  state: 'WAITING',
  count: 2,
  of: 5,
  checks: 'webhook-start',
  check: 'webhook-start',
  calls: 3,
  connections: 3,
  withinMs: 1_500,
  afterMs: 1_500,
  delayMs: 5_500,
  deadlineMs: 5_000,
  retryAfterSec: 2,
  open: 1,
  status: 500,
  perMinute: 40,
  quota: 60,
  attempts: 4,
  minutes: 15,
}

function sentencesOf({ checks, seen }: Texts): string[] {
  const statements = Object.entries(seen).map(([code, describe]) => {
    const fault = code === 'VERSION_REFUSED' ? 'webhook-unknown-type' : params.fault
    return (describe as (params: object) => string)({ ...params, fault })
  })
  const texts = Object.values(checks).flatMap(({ title, why, fix }) => [title, why, fix])
  return [...statements, ...texts]
}

describe('texts of a certification', () => {
  test('every sentence is Korean in ko, and English in en', () => {
    for (const sentence of sentencesOf(ko)) assert.match(sentence, hangul)
    for (const sentence of sentencesOf(en)) assert.doesNotMatch(sentence, hangul)
    for (const sentence of [...sentencesOf(ko), ...sentencesOf(en)]) assert.doesNotMatch(sentence, /undefined|NaN/)
  })

  test('statements become sentences with their parameters', () => {
    const statements = [
      { code: 'ANSWERED_REPEATEDLY', params: { count: 2 } },
      { code: 'PROGRAM_RUNS', params: {} },
    ] as const
    assert.equal(
      describeSeen(statements, textsIn('ko')),
      '두 번 도착한 메시지에 2번 응답했습니다. 프로그램은 실행 중입니다.',
    )
    assert.equal(
      describeSeen(statements, textsIn('en')),
      'It answered 2 times to a message that arrived twice. The program runs.',
    )
  })
})
