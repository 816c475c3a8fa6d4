import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { policyOf } from '../../policy.ts'
import { sql } from 'kysely'
import { limits } from '@onair/contract'
import { eventually } from '../../../../tests/support/eventually.ts'
import { connect } from '../../../../tests/support/clients/session-client.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { createIdleAppsSweep } from '../apps/idle-apps.ts'
import { sweepPartitions } from '../../worker/sweep-partitions.ts'
import { endAppSessions } from './end-sessions.ts'
import { disconnectSessions, insertSubscription, lockSession } from './session-store.ts'
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

  const deps = { ...testApp.deps, policy: policyOf({ mode, sandboxPublic: false }) }
  const checkClock = createIdleAppsSweep(endAppSessions)
  return {
    ...testApp,
    client,
    async exists() {
      await checkClock(deps)
      await sweepPartitions(deps)
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
  test('an ended session and its subscriptions are deleted within a week after ninety full days', async () => {
    await using testApp = await openEndedSession('sandbox')
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, retentionMs)
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, 8 * dayMs)
    assert.equal(await testApp.exists(), false)
    const subscriptions = await testApp.deps.db.read.selectFrom('session_subscription').selectAll().execute()
    assert.deepEqual(subscriptions, [])
  })

  test('a clock that jumps 98 days ahead deletes no session; only observed days count', async () => {
    await using testApp = await openEndedSession('production')
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, retentionMs + 8 * dayMs)
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, -retentionMs - 8 * dayMs)
    assert.equal(await testApp.exists(), true)
    advanceBy(testApp, retentionMs + 8 * dayMs)
    for (const [observedMs, isThere] of [
      [30 * dayMs, true],
      [59 * dayMs, true],
      [9 * dayMs, false],
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

  test('deletes more unused session URLs than one batch contains', async () => {
    await using testApp = await openEndedSession('sandbox')
    const { clientId } = testApp.client
    const many = Array.from({ length: 2_500 }, () => ({
      key: crypto.randomUUID(),
      client_id: clientId,
      owner_channel_id: null,
      ticket_hash: crypto.getRandomValues(Buffer.alloc(32)),
      issued_at: 0,
      ticket_expires_at: 0,
      connected_at: null,
      disconnected_at: null,
      gateway_id: null,
    }))
    await testApp.deps.db.read.insertInto('session').values(many).execute()
    await sweepSessions(testApp.deps)
    const left = await testApp.deps.db.read.selectFrom('session').select('key').execute()
    assert.equal(left.length, 1)
  })
})

/** Whether a session, its subscriptions or both are in the partition of open ones. */
async function countOpen({ deps: { db } }: TestApp) {
  const { rows } = await sql<{ sessions: number; subscriptions: number }>`
    select (select count(*) from session where disconnected_at is null) as sessions,
      (select count(*) from session_subscription where session_ended_at is null) as subscriptions`.execute(db.read)
  return rows[0]
}

const waitForLock = ({ deps: { db } }: TestApp) =>
  eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db.read)
    return rows.length > 0
  })

describe('the end of a session', () => {
  test('moves the subscription that another transaction inserts first, and refuses the one that comes second', async () => {
    await using testApp = await openTestApp({ settings: { roles: ['api', 'gateway'] } })
    const { clock, db } = testApp.deps
    const { channelId, client } = await testApp.createFixture()
    await sweepPartitions(testApp.deps)
    using session = await connect(
      (await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).body.content.url,
    )
    const { sessionKey: key } = session
    assert.ok(key)
    const grant = await db.read.selectFrom('user_grant_scope').selectAll().limit(1).executeTakeFirstOrThrow()
    const { grant_id: grantId, scope } = grant
    const end = () => db.transaction((tx) => disconnectSessions(tx, [{ key, at: clock.now() }]))

    const first = await db.transaction(async (tx) => {
      await lockSession(tx, key)
      await insertSubscription(tx, key, { eventType: 'CHAT', channelId, grantId, scope })
      const ending = end()
      await waitForLock(testApp)
      return { ending }
    })
    await first.ending
    assert.deepEqual(await countOpen(testApp), { sessions: 0, subscriptions: 0 })

    using other = await connect(
      (await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).body.content.url,
    )
    const { sessionKey: otherKey } = other
    assert.ok(otherKey)
    const second = await db.transaction(async (tx) => {
      await disconnectSessions(tx, [{ key: otherKey, at: clock.now() }])
      const locking = db.transaction((waiting) => lockSession(waiting, otherKey))
      await waitForLock(testApp)
      return { locking }
    })
    assert.equal((await second.locking)?.disconnected, true)
  })
})
