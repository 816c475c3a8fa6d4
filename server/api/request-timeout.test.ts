import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openTestApp, type ApiResponse } from '../test/test-app.ts'

/** A platform whose database answers nothing about channels until it is let go. */
async function openBlockedApp() {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp())
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
    free: releaseLock,
    ask: () => testApp.call('GET', '/open/v1/chats/settings', { token }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test('a database that does not answer in time is told as 503, and whoever asks again is answered', async () => {
  await using blockedApp = await openBlockedApp()
  const { free, ask } = blockedApp
  // The clock is held, so what ends the waiting is the database's own limit.
  const { status, body, headers } = await ask()
  await free()
  assert.deepEqual([status, body], [503, { code: 503, message: 'SERVICE_UNAVAILABLE' }])
  assert.equal(headers.get('retry-after'), '1')
  assert.equal((await ask()).status, 200)
})

test('whoever waits for a database that does not answer is told 503 after four and a half seconds', async () => {
  await using blockedApp = await openBlockedApp()
  const { testApp, free, ask } = blockedApp
  let elapsedMs = 0
  const asked = ask()
  const advanceUntilAnswered = async () => {
    for (;;) {
      testApp.clock.advance(100)
      elapsedMs += 100
      await setImmediate()
      if (answered !== null) return answered
    }
  }
  let answered: ApiResponse | null = null
  void asked.then((answer) => (answered = answer))
  const { status, body, headers } = await advanceUntilAnswered()
  await free()
  assert.deepEqual([status, body], [503, { code: 503, message: 'SERVICE_UNAVAILABLE' }])
  assert.equal(headers.get('retry-after'), '1')
  assert.ok(elapsedMs >= 4_500)
})
