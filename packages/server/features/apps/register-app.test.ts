import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp } from '../../../../tests/support/test-app.ts'
import { registerApp } from './register-app.ts'

describe('registerApp', () => {
  test('allows http redirect URIs at any host in the sandbox, and at loopback hosts in production', async () => {
    await using testApp = await openTestApp()
    const register = (mode: 'sandbox' | 'production', redirectUri: string) => {
      const config = { ...testApp.deps.config, mode }
      return registerApp({ name: 'bot', redirectUri }, { ...testApp.deps, config })
    }
    await register('sandbox', 'http://bot.test/callback')
    await register('production', 'http://127.0.0.1:3000/callback')
    await assert.rejects(register('production', 'http://bot.test/callback'), /redirectUri: must use https/)
  })
})
