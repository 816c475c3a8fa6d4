import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RecordDetail } from '@onair/contract'
import { summarizeRecord } from './summarize-record.ts'

const empty: RecordDetail = { request: null, response: null, payload: null, reason: null, failure: null }
const nothing = { sender: null, text: null, amount: null, reason: null, failure: null }
const summarize = (text: string) => summarizeRecord({ ...empty, payload: { text, truncated: false } })

describe('the summary of a record', () => {
  test('has the sender, the text and the amount of an event', () => {
    const chat = JSON.stringify({ content: '안녕', profile: { nickname: 'viewer' } })
    assert.deepEqual(summarize(chat), { ...nothing, sender: 'viewer', text: '안녕' })
    const donation = JSON.stringify({ donatorNickname: 'fan', payAmount: '5000', donationText: '' })
    assert.deepEqual(summarize(donation), { ...nothing, sender: 'fan', amount: 5_000 })
  })

  test('reads a packet whose payload is a JSON string', () => {
    const payload = JSON.stringify({ content: 'hello', profile: JSON.stringify({ nickname: 'viewer' }) })
    const expected = { ...nothing, sender: 'viewer', text: 'hello' }
    assert.deepEqual(summarize(`42${JSON.stringify(['CHAT', payload])}`), expected)
  })

  test('has the reason of a refused request, also without a body', () => {
    const reason = { code: 'TOO_MANY_SESSIONS', params: { most: 3, kind: 'user' } } as const
    assert.deepEqual(summarizeRecord({ ...empty, reason }), { ...nothing, reason })
  })

  test('is null for texts without these fields, cut off or not JSON', () => {
    for (const text of ['', '{}', '[]', 'null', '40', '{"content":"cut o', '42["SYSTEM"]', '{"payAmount":null}'])
      assert.equal(summarize(text), null, text)
  })

  test('cuts long texts between characters', () => {
    assert.equal(Array.from(summarize(JSON.stringify({ message: '👋'.repeat(500) }))?.text ?? '').length, 120)
  })
})
