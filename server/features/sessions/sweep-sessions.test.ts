import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { eventually } from '../../test/eventually.ts'
import { connect } from '../../test/session-client.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { createIdleAppsSweep } from '../apps/idle-apps.ts'
import { endAppSessions } from './end-app-sessions.ts'
import { sweepSessions } from './sweep-sessions.ts'

const retentionMs = limits.sessionRetentionSec * 1000
const dayMs = 86_400_000

/** A test app without a worker, with a session that has ended. */
async function openEndedSession(mode: 'sandbox' | 'production') {
  const testApp = await openTestApp({ settings: { roles: ['api', 'gateway'] } })
  const { client, token } = await testApp.createFixture()
  const sessionClient = await connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
  const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionClient.sessionKey}`
  await testApp.call('POST', path, { token })
  await sessionClient.disconnect()
  const session = testApp.deps.db.read
    .selectFrom('session')
    .select('disconnected_at')
    .where('connected_at', 'is not', null)
  await eventually(async () => (await session.executeTakeFirst())?.disconnected_at !== null)

  const deps = { ...testApp.deps, config: { ...testApp.deps.config, mode } }
  const checkClock = createIdleAppsSweep(endAppSessions)
  return {
    ...testApp,
    client,
    async exists() {
      await checkClock(deps)
      await sweepSessions(deps)
      return (await session.executeTakeFirst()) !== undefined
    },
    listed: async () =>
      (await testApp.call('GET', '/open/v1/sessions/client', { client })).body.content?.totalCount as
        | number
        | undefined,
  }
}

/** Moves only the platform's time, as the sandbox and a wrong time server do. */
const advanceBy = ({ clock }: Pick<TestApp, 'clock'>, ms: number) =>
  clock.setSystemOffsetMs(clock.systemOffsetMs() + ms)

describe('Session sweep', () => {
  test('deletes an ended session after exactly ninety days', async () => {
    await using testApp = await openEndedSession('sandbox')
    advanceBy(testApp, retentionMs - 1)
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, 1)
    assert.equal(await testApp.exists(), false)
    const subscriptions = await testApp.deps.db.read.selectFrom('session_subscription').selectAll().execute()
    assert.deepEqual(subscriptions, [])
  })

  test('a clock that jumps 91 days ahead deletes no session; only observed days count', async () => {
    await using testApp = await openEndedSession('production')
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, retentionMs + dayMs)
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, -retentionMs - dayMs)
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, retentionMs + dayMs)
    for (const [observedMs, isThere] of [
      [30 * dayMs, true],
      [60 * dayMs - 1, true],
      [1, false],
    ] as const) {
      testApp.clock.advance(observedMs)
      assert.equal(await testApp.exists(), isThere)
    }
  })

  test('deletes unused session URLs that have expired, and no valid ones', async () => {
    await using testApp = await openEndedSession('sandbox')
    const createSession = () => testApp.call('GET', '/open/v1/sessions/auth/client', { client: testApp.client })
    await createSession()
    testApp.clock.advance(limits.sessionUrlSec * 1000 - 1)
    const { url } = (await createSession()).body.content
    testApp.clock.advance(1)
    await sweepSessions(testApp.deps)
    const unused = testApp.deps.db.read.selectFrom('session').select('key').where('connected_at', 'is', null)
    assert.equal((await unused.execute()).length, 1)
    using session = await connect(url)
    assert.ok(session.sessionKey)
  })

  test('deletes more sessions than one batch contains', async () => {
    await using testApp = await openEndedSession('sandbox')
    const { clientId } = testApp.client
    const many = Array.from({ length: 2_500 }, () => ({
      key: crypto.randomUUID(),
      client_id: clientId,
      owner_channel_id: null,
      ticket_hash: crypto.getRandomValues(Buffer.alloc(32)),
      issued_at: 0,
      ticket_expires_at: 0,
      connected_at: 0,
      disconnected_at: 0,
      gateway_id: null,
    }))
    await testApp.deps.db.read.insertInto('session').values(many).execute()
    await sweepSessions(testApp.deps)
    const left = await testApp.deps.db.read.selectFrom('session').select('key').execute()
    assert.equal(left.length, 1)
  })
})
