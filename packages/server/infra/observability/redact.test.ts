import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { redactText } from './redact.ts'

describe('redactText', () => {
  test('redacts authorization codes, and keeps the codes of errors', () => {
    const refusal = { code: 400, message: 'x', reason: { code: 'TOO_LONG', params: {}, field: 'message' } }
    assert.equal(redactText(JSON.stringify(refusal)), JSON.stringify(refusal))
    for (const code of ['abc', 'Ab_c', 'A', 'ABC1', 'too_long'])
      assert.equal(redactText(`{"code":"${code}","state":"s"}`), '{"code":"•••","state":"s"}', code)
  })
})
