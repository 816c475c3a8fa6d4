import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openTestApp, type TestAppOptions } from '../../../../tests/support/apps/test-app.ts'

/** A platform whose database blocks reads of chat settings until `unblock` is called. */
async function openBlockedApp(options?: TestAppOptions) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp(options))
  const { token } = await testApp.createFixture()
  const { promise: held, resolve: releaseTransaction } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const holding = testApp.deps.db.transaction(async (tx) => {
    await sql`lock table chat_settings, channel in access exclusive mode`.execute(tx)
    isLocked()
    await held
  })
  await locked
  const releaseLock = () => {
    releaseTransaction()
    return holding
  }
  opening.defer(releaseLock)
  const opened = opening.move()
  return {
    testApp,
    unblock: releaseLock,
    getSettings: () => testApp.call('GET', '/open/v1/chats/settings', { token }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe('request timeout', () => {
  // Gap 180.
  test('returns 503 with Retry-After when a database statement times out', async () => {
    await using blockedApp = await openBlockedApp({
      databaseTimeLimits: { pooledMs: 4_000, reservedMs: 60_000, scanningMs: 60_000 },
    })
    const { unblock, getSettings } = blockedApp
    // The clock stands still, so the statement timeout of the database ends the request.
    const { status, body, headers } = await getSettings()
    await unblock()
    assert.deepEqual([status, body], [503, { code: 503, message: 'SERVICE_UNAVAILABLE' }])
    assert.equal(headers.get('retry-after'), '1')
    assert.equal((await getSettings()).status, 200)
  })

  test('returns 503 with Retry-After after 4.5 s', async () => {
    await using blockedApp = await openBlockedApp()
    const { testApp, unblock, getSettings } = blockedApp
    const pending = getSettings()
    const isAnswered = () => Promise.race([pending.then(() => true), setImmediate(false)])
    const deadline = performance.now() + 10_000
    let elapsedMs = 0
    for (; !(await isAnswered()); elapsedMs += 100) {
      assert.ok(performance.now() < deadline, 'no response')
      testApp.clock.advance(100)
    }
    const { status, body, headers } = await pending
    await unblock()
    assert.deepEqual([status, body], [503, { code: 503, message: 'SERVICE_UNAVAILABLE' }])
    assert.equal(headers.get('retry-after'), '1')
    assert.ok(elapsedMs >= 4_500)
  })
})
