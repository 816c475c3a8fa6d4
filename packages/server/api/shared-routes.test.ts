import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, test } from 'node:test'
import { openTestApp } from '../../../tests/support/test-app.ts'

describe('shared routes', () => {
  test('apps of one process with the same routes share one Fastify server, and answer with their own data', async () => {
    let created = 0
    const count = () => void (created += 1)
    subscribe('fastify.initialization', count)
    try {
      await using one = await openTestApp()
      const { token } = await one.createFixture()
      const createdBefore = created
      await using other = await openTestApp()
      assert.equal(created, createdBefore)
      assert.equal((await one.call('GET', '/open/v1/users/me', { token })).status, 200)
      assert.equal((await other.call('GET', '/open/v1/users/me', { token })).status, 401)

      await using production = await openTestApp({ settings: { mode: 'production' } })
      assert.equal((await production.call('GET', '/sandbox/v1')).status, 404)
      assert.equal((await one.call('GET', '/sandbox/v1')).status, 200)
    } finally {
      unsubscribe('fastify.initialization', count)
    }
  })

  test('requests that overlap are answered by the app that received them, also after another app has ended', async () => {
    await using one = await openTestApp()
    const { token, channelId } = await one.createFixture()
    const ended = await openTestApp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? ended : one).call('GET', '/open/v1/users/me', { token })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map((_, index) => (index % 2 ? 401 : 200)),
    )
    await ended[Symbol.asyncDispose]()
    assert.equal((await one.call('GET', '/open/v1/users/me', { token })).body.content.channelId, channelId)
  })
})
