import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { newCredential } from '../../shared/secrets.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'

/** A platform whose look-ups of credentials wait until `unblock` is called. */
async function openBlockedApp() {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp())
  const { token } = await testApp.createFixture()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const holding = testApp.deps.db.transaction(async (tx) => {
    await sql`lock table access_token, web_session in access exclusive mode`.execute(tx)
    isLocked()
    await held
  })
  await locked
  const unblock = () => {
    release()
    return holding
  }
  opening.defer(unblock)
  const opened = opening.move()
  return { testApp, token, unblock, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

describe('look-ups of credentials', () => {
  for (const [kind, path, headersOf] of [
    ['tokens', '/open/v1/users/me', (secret: string) => ({ authorization: `Bearer ${secret}` })],
    ['sign-ins', '/console/v1/apps', (secret: string) => ({ cookie: `onair-session=${secret}` })],
  ] as const)
    test(`of ${kind}: at most 200 wait for the database, further ones return 503 immediately`, async () => {
      await using blockedApp = await openBlockedApp()
      const { testApp, unblock } = blockedApp
      const statuses: number[] = []
      const { promise: refused, resolve } = Promise.withResolvers<void>()
      const calls = Array.from({ length: 220 }, async () => {
        const { status, headers } = await testApp.call('GET', path, { headers: headersOf(newCredential(testApp.deps)) })
        statuses.push(status)
        if (status === 503) assert.equal(headers.get('retry-after'), '1')
        if (statuses.length === 20) resolve()
      })
      await refused
      assert.deepEqual(statuses, Array(20).fill(503))
      await unblock()
      await Promise.all(calls)
      assert.deepEqual(statuses.slice(20), Array(200).fill(401))
    })

  test('concurrent calls with one token share a look-up', async () => {
    await using blockedApp = await openBlockedApp()
    const { testApp, token, unblock } = blockedApp
    const calls = Array.from({ length: 220 }, () => testApp.call('GET', '/open/v1/users/me', { token }))
    await unblock()
    assert.deepEqual(new Set((await Promise.all(calls)).map(({ status }) => status)), new Set([200]))
  })
})
