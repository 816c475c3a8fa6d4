import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openScene, type Answer } from '../testing/scene.ts'

/** A platform whose database answers nothing about channels until it is let go. */
async function openStuck() {
  await using opening = new AsyncDisposableStack()
  const scene = opening.use(await openScene())
  const { token } = await scene.cast()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const holding = scene.world.db.change(async (tx) => {
    await sql`lock table chat_settings, channel in access exclusive mode`.execute(tx)
    isLocked()
    await held
  })
  await locked
  const free = () => {
    letGo()
    return holding
  }
  opening.defer(free)
  const opened = opening.move()
  return {
    scene,
    free,
    ask: () => scene.call('GET', '/open/v1/chats/settings', { token }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test('a database that does not answer in time is told as 503, and whoever asks again is answered', async () => {
  await using stuck = await openStuck()
  const { free, ask } = stuck
  // The clock is held, so what ends the waiting is the database's own limit.
  const { status, body, headers } = await ask()
  await free()
  assert.deepEqual([status, body], [503, { code: 503, message: 'SERVICE_UNAVAILABLE' }])
  assert.equal(headers.get('retry-after'), '1')
  assert.equal((await ask()).status, 200)
})

test('whoever waits for a database that does not answer is told 503 after four and a half seconds', async () => {
  await using stuck = await openStuck()
  const { scene, free, ask } = stuck
  let waited = 0
  const asked = ask()
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
  await free()
  assert.deepEqual([status, body], [503, { code: 503, message: 'SERVICE_UNAVAILABLE' }])
  assert.equal(headers.get('retry-after'), '1')
  assert.ok(waited >= 4_500)
})
