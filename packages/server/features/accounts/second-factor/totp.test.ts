import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { base32 } from './base32.ts'
import { stepOfCode } from './totp.ts'

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, the last six digits of SHA-1.
  const secret = Buffer.from('12345678901234567890')
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const

  test('are those of RFC 6238', () => {
    for (const [seconds, code] of vectors)
      assert.equal(stepOfCode(secret, code, seconds * 1000), Math.floor(seconds / 30))
  })

  test('are accepted one step before and after, and no further', () => {
    const step = 37_037_036
    const start = step * 30_000
    for (const [at, expected] of [
      [start - 30_001, null],
      [start - 30_000, step],
      [start + 59_999, step],
      [start + 60_000, null],
    ] as const)
      assert.equal(stepOfCode(secret, '081804', at), expected, `at ${at} ms`)
  })

  test('have a secret in base32 (RFC 4648, section 10)', () => {
    assert.equal(base32(Buffer.from('fooba')), 'MZXW6YTB')
  })
})
