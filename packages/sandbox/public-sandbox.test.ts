import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { readConfig } from '@onair/server/config/config.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { openProgram } from '@onair/server/program.ts'
import { connectionUrl, openTestDatabase } from '../../tests/support/programs/databases.ts'
import { apiClient } from '../../tests/support/apps/test-app.ts'
import { sandboxSecret } from './demo/sandbox-secret.ts'
import { createSandbox } from './sandbox.ts'

/** A service of the sandbox's machine. */
async function openLocalService() {
  const server = createServer((_request, response) => response.end('internal')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: async () => void server.close() }
}

describe('webhooks of a sandbox', () => {
  test('reach services on its machine only if it is private, or if ONAIR_ALLOW_LOOPBACK_HTTP says so', async () => {
    await using service = await openLocalService()
    await using database = await openTestDatabase()
    const env = {
      ONAIR_PORT: '0',
      ONAIR_ARGON_MEMORY_KIB: '8',
      ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
      ONAIR_DATABASE_URL: connectionUrl(database.connection),
    }
    let name = 0
    for (const [settings, expected] of [
      [{}, 200],
      [{ ONAIR_SANDBOX_PUBLIC: 'true' }, 400],
      [{ ONAIR_SANDBOX_PUBLIC: 'true', ONAIR_ALLOW_LOOPBACK_HTTP: 'true' }, 200],
    ] as const) {
      const config = readConfig({ ...env, ...settings })
      await using program = await openProgram({ config, log: silentLog, openExtension: createSandbox() })
      const token = sandboxSecret(program.deps)
      const call = apiClient(program.deps.addresses.baseUrl)
      for (const webhookUrl of [`http://127.0.0.1:${service.port}`, `http://localhost:${service.port}/admin`]) {
        const json = { name: `bot ${name++}`, redirectUri: 'http://127.0.0.1:9/callback', webhookUrl }
        const { status } = await call('POST', '/sandbox/v1/apps', { json, ...(token !== null && { token }) })
        assert.equal(status, expected, JSON.stringify([settings, webhookUrl]))
      }
    }
  })
})
