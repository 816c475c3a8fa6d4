import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openScene, type Answer } from '../testing/scene.ts'

test('a database that does not answer in time is told as 503, and whoever asks again is answered', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const holding = scene.world.db.change(async (tx) => {
    await sql`lock table chat_settings, channel in access exclusive mode`.execute(tx)
    isLocked()
    await held
  })
  await locked
  // The clock is held, so what ends the waiting is the database's own limit.
  const { status, body, headers } = await scene.call('GET', '/open/v1/chats/settings', { token })
  letGo()
  await holding
  assert.deepEqual([status, body], [503, { code: 503, message: 'SERVICE_UNAVAILABLE' }])
  assert.equal(headers.get('retry-after'), '1')
  assert.equal((await scene.call('GET', '/open/v1/chats/settings', { token })).status, 200)
})

test('whoever waits for a database that does not answer is told 503 after four and a half seconds', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const holding = scene.world.db.change(async (tx) => {
    await sql`lock table chat_settings, channel in access exclusive mode`.execute(tx)
    isLocked()
    await held
  })
  await locked
  let waited = 0
  const asked = scene.call('GET', '/open/v1/chats/settings', { token })
  const passing = async () => {
    for (;;) {
      scene.clock.advance(100)
      waited += 100
      await setImmediate()
      if (answered !== null) return answered
    }
  }
  let answered: Answer | null = null
  void asked.then((answer) => (answered = answer))
  const { status, body, headers } = await passing()
  letGo()
  await holding
  assert.deepEqual([status, body], [503, { code: 503, message: 'SERVICE_UNAVAILABLE' }])
  assert.equal(headers.get('retry-after'), '1')
  assert.ok(waited >= 4_500)
})
