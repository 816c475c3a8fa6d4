import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ConfigError, readConfig } from '@onair/server/config/config.ts'
import { requirePrivateSandbox } from './private-sandbox.ts'

describe('requirePrivateSandbox', () => {
  test('refuses a public URL of other machines in one sentence, unless ONAIR_SANDBOX_PUBLIC=true', async () => {
    for (const variable of ['ONAIR_BASE_URL', 'ONAIR_AUTH_URL', 'ONAIR_SOCKET_URL']) {
      const env = { [variable]: 'https://sandbox.example.com' }
      await assert.rejects(requirePrivateSandbox(readConfig(env)), (error) => {
        assert.ok(error instanceof ConfigError)
        assert.match(
          error.message,
          new RegExp(`^${variable} https://sandbox.example.com is not .* set ONAIR_SANDBOX_PUBLIC=true`),
        )
        return !error.message.includes('\n')
      })
      await requirePrivateSandbox(readConfig({ ...env, ONAIR_SANDBOX_PUBLIC: 'true' }))
      await requirePrivateSandbox(readConfig({ ...env, ONAIR_MODE: 'production' }))
      await requirePrivateSandbox(readConfig({ [variable]: 'http://localhost:1' }))
    }
  })
})
