import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'

const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } }

describe('X-Forwarded-For without ONAIR_TRUST_PROXY', () => {
  test('is warned about once in production', async () => {
    for (const [settings, expected] of [
      [{ mode: 'production' }, 1],
      [{ mode: 'production', trustProxy: true }, 0],
      [{ mode: 'sandbox' }, 0],
    ] as const) {
      const log = memoryLog()
      await using testApp = await openTestApp({ settings, log })
      await testApp.call('GET', '/open/v1/users/me')
      assert.equal(log.lines.filter(({ text }) => text === 'proxy.not_trusted').length, 0)
      for (let count = 0; count < 3; count++) await testApp.call('GET', '/open/v1/users/me', forwarded)
      const warnings = log.lines.filter(({ text }) => text === 'proxy.not_trusted')
      assert.equal(warnings.length, expected)
      if (warnings[0]) assert.match(JSON.stringify(warnings[0]), /"warn".*127\.0\.0\.1.*ONAIR_TRUST_PROXY=true/)
    }
  })
})
