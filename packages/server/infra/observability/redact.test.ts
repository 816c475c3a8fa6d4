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

  test('redacts the password of a channel and the proof of it', () => {
    assert.equal(redactText('{"watchPassword":"열려라"}'), '{"watchPassword":"•••"}')
    assert.equal(
      redactText('/channels/1/video?watchProof=1.abc&isAdult=true'),
      '/channels/1/video?watchProof=•••&isAdult=true',
    )
  })
})
