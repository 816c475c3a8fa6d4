import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { policyOf } from '../../policy.ts'
import { registerApp } from './register-app.ts'

describe('registerApp', () => {
  // Gap 225.
  test('allows http redirect URIs at any host in the sandbox, and at loopback hosts in production', async () => {
    await using testApp = await openTestApp()
    const register = (mode: 'sandbox' | 'production', redirectUri: string) => {
      return registerApp(
        { name: 'bot', redirectUri },
        { ...testApp.deps, policy: policyOf({ mode, sandboxPublic: false }) },
      )
    }
    await register('sandbox', 'http://bot.test/callback')
    await register('production', 'http://127.0.0.1:3000/callback')
    await assert.rejects(register('production', 'http://bot.test/callback'), /redirectUri: must use https/)
  })
})
