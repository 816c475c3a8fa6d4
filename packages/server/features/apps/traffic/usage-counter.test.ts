import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { openApiServer } from '../../../api/server.ts'
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts'
import type { Reader } from '../../../infra/db/db.ts'
import { openUsageCounter } from './usage-counter.ts'

const listUsage = (db: Reader) => db.selectFrom('app_usage').selectAll().orderBy('scope').execute()

/** Runs a second API process on the same database and closes it, which flushes its counts. */
async function withSecondApi(testApp: TestApp, run: (url: string) => Promise<void>) {
  await using api = await openApiServer(testApp.deps, null)
  const server = createServer(api.handleHttp).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  await run(`http://127.0.0.1:${address.port}`)
  server.close()
  server.closeAllConnections()
}

describe('usage counter', () => {
  // Gap 48.
  test('counts every successful call with credentials or tokens of an application, by scope', async () => {
    await using testApp = await openTestApp()
    const { client, token, refreshToken } = await testApp.createFixture()
    const start = testApp.clock.now()
    await withSecondApi(testApp, async (url) => {
      const get = async (path: string, headers: Record<string, string>) =>
        (await fetch(`${url}${path}`, { headers })).status
      const authorization = `Bearer ${token}`
      assert.equal(await get('/open/v1/users/me', { authorization }), 200)
      testApp.clock.advance(1_000)
      assert.equal(await get('/open/v1/users/me', { authorization }), 200)
      assert.equal(await get('/open/v1/users/me', { authorization: 'Bearer unknown' }), 401)
      assert.equal(await get('/open/v1/channels?channelIds=%00', { ...credentialHeaders(client) }), 400)
      assert.equal(await get('/open/v1/sessions/auth/client', { ...credentialHeaders(client) }), 200)
      const body = JSON.stringify({ grantType: 'refresh_token', ...client, refreshToken })
      const headers = { 'content-type': 'application/json' }
      assert.equal((await fetch(`${url}/auth/v1/token`, { method: 'POST', headers, body })).status, 200)
    })
    const client_id = client.clientId
    assert.deepEqual(await listUsage(testApp.deps.db.read), [
      { client_id, scope: '', calls: 2, first_used_at: start + 1_000, last_used_at: start + 1_000 },
      { client_id, scope: '유저 정보 조회', calls: 2, first_used_at: start, last_used_at: start + 1_000 },
    ])
    const grantUsage = await testApp.deps.db.read
      .selectFrom('grant_usage')
      .select(['first_used_at', 'last_used_at'])
      .executeTakeFirstOrThrow()
    assert.deepEqual(grantUsage, { first_used_at: start, last_used_at: start + 1_000 })
  })

  test('adds to the counts of other processes, and skips deleted applications', async () => {
    await using testApp = await openTestApp()
    const { clientId } = (await testApp.createFixture()).client
    const start = testApp.clock.now()
    for (let round = 0; round < 2; round++) {
      await using one = await openUsageCounter(testApp.deps)
      await using other = await openUsageCounter(testApp.deps)
      for (const usage of [one, other])
        for (const id of [clientId, 'gone'])
          usage.record(
            { kind: 'client', clientId: id, scopes: [], wireProfile: 'documented' },
            null,
            testApp.clock.now(),
          )
      testApp.clock.setSystemOffsetMs(1_000)
    }
    assert.deepEqual(await listUsage(testApp.deps.db.read), [
      { client_id: clientId, scope: '', calls: 4, first_used_at: start, last_used_at: start + 1_000 },
    ])
  })
})

function credentialHeaders({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  return { 'client-id': clientId, 'client-secret': clientSecret }
}
