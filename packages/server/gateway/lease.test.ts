import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { limits } from '@onair/contract'
import { openSessionsTestApp } from '../features/sessions/test-helpers.ts'
import type { Reader, Tx } from '../infra/db/db.ts'
import { silentLog } from '../infra/observability/log.ts'
import { openDatabaseProxy, openTestDatabase } from '../../../tests/support/programs/databases.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openSessionClient } from '../../../tests/support/clients/session-client.ts'
import type { TestAppOptions } from '../../../tests/support/apps/test-app.ts'

const renewIntervalMs = 3_000
const pollMs = 2_000

type Sessions = Awaited<ReturnType<typeof openSessionsTestApp>>

const expireLease = ({ deps }: Sessions) =>
  sql`update gateway set lease_expires_at_db = clock_timestamp()`.execute(deps.db.read)
async function leaseEnd(db: Reader) {
  const gateway = await db.selectFrom('gateway').select('lease_expires_at_db').executeTakeFirstOrThrow()
  return gateway.lease_expires_at_db
}
const countOpenSessions = async ({ deps }: Sessions) =>
  (await deps.db.read.selectFrom('session').where('disconnected_at', 'is', null).selectAll().execute()).length

/** Connects a session that stays connected. */
function reconnect(sessions: Sessions) {
  return eventually(async () => {
    // Reconciling releases the slots of rejected connections.
    sessions.clock.advance(pollMs)
    const client = await sessions.connectClient()
    return (await sessions.subscribe(client.sessionKey)).status === 200 && client
  })
}

function waitUntilAllDisconnected(sessions: Sessions) {
  return eventually(async () => {
    sessions.clock.advance(pollMs)
    assert.equal(await countOpenSessions(sessions), 0)
  })
}

const openLeaseTestApp = (options: TestAppOptions = {}) => openSessionsTestApp({}, { ...options, hasLongLease: false })

describe('Gateway lease', () => {
  for (const [databaseUrl, leaseSec] of [
    [null, 14],
    ['postgresql://shared', 9.5],
  ] as const)
    test(`ends ${leaseSec} s after its last renewal with ${databaseUrl === null ? 'the embedded' : 'a shared'} database`, async () => {
      await using sessions = await openLeaseTestApp({ settings: { databaseUrl } })
      const { rows } = await sql<{ secondsLeft: number }>`
        select extract(epoch from lease_expires_at_db - clock_timestamp())::float8 as "secondsLeft" from gateway
      `.execute(sessions.deps.db.read)
      const { secondsLeft } = rows[0]!
      assert.ok(secondsLeft <= leaseSec && secondsLeft > leaseSec - 4, `${secondsLeft} s`)
    })

  test('with a shared database the lease is renewed every second', async () => {
    await using sessions = await openLeaseTestApp({ settings: { databaseUrl: 'postgresql://shared' } })
    const before = await leaseEnd(sessions.deps.db.read)
    sessions.clock.advance(1_000)
    await eventually(async () => assert.notDeepEqual(await leaseEnd(sessions.deps.db.read), before))
  })

  test('the lease is renewed as soon as the database responds, however often it fails', async () => {
    await using database = await openTestDatabase()
    await using proxy = await openDatabaseProxy(database.connection)
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_fields: object, text: string) => void warnings.push(text) }
    const connection = { connection: proxy.url, [Symbol.asyncDispose]: async () => {} }
    await using sessions = await openLeaseTestApp({ log, openDatabase: async () => connection })
    const client = await sessions.connectUser()
    for (let failure = 1; failure <= 5; failure++) {
      const before = await leaseEnd(sessions.deps.db.read)
      proxy.disconnect()
      await eventually(() => {
        if (warnings.filter((text) => text === 'gateway.lease_renewal_failed').length === failure) return true
        sessions.clock.advance(100)
        return false
      })
      proxy.restore()
      // Less than the pause before the next attempt.
      sessions.clock.advance(250)
      await eventually(async () => assert.notDeepEqual(await leaseEnd(sessions.deps.db.read), before))
    }
    assert.equal((await sessions.subscribe(client.sessionKey)).status, 200)
  })

  test('a gateway whose lease expired closes its sessions and accepts new ones', async () => {
    await using sessions = await openLeaseTestApp()
    const clients = [await sessions.connectUser(), await sessions.connectClient()]
    await expireLease(sessions)
    sessions.clock.advance(renewIntervalMs)
    for (const client of clients) assert.deepEqual(await client.readUntilClose(), [])
    const again = await reconnect(sessions)
    assert.equal((await again.next())[1].type, 'subscribed')
  })

  test('the lease is renewed while other work holds every connection of the pool', async () => {
    await using sessions = await openLeaseTestApp()
    const client = await sessions.connectUser()
    const { db } = sessions.deps
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const connections = await Promise.all(
      Array.from({ length: sessions.deps.config.databasePool }, async () => {
        const { promise: tx, resolve } = Promise.withResolvers<Tx>()
        const ended = db.transaction((opened) => {
          resolve(opened)
          return held
        })
        return { tx: await tx, ended }
      }),
    )
    const { tx } = connections[0]!
    const before = await leaseEnd(tx)
    sessions.clock.advance(renewIntervalMs)
    await eventually(async () => assert.notDeepEqual(await leaseEnd(tx), before))
    release()
    await Promise.all(connections.map(({ ended }) => ended))
    assert.equal((await sessions.subscribe(client.sessionKey)).status, 200)
  })

  test('the slots of an expired lease are reassigned once, and do not return with the gateway', async () => {
    await using sessions = await openLeaseTestApp()
    const clients = []
    for (let opened = 0; opened < limits.userSessions; opened++) clients.push(await sessions.connectUser())
    await expireLease(sessions)
    const responses = await Promise.all(Array.from({ length: 20 }, () => sessions.openUser()))
    assert.equal(responses.filter(({ status }) => status === 200).length, limits.userSessions)
    assert.equal(await countOpenSessions(sessions), limits.userSessions)
    sessions.clock.advance(renewIntervalMs)
    for (const client of clients) await client.readUntilClose()
    assert.equal(await countOpenSessions(sessions), limits.userSessions)
  })

  test('the next reconcile closes a session that has ended in the database, and no other', async () => {
    await using sessions = await openLeaseTestApp()
    const [first, second] = [await sessions.connectUser(), await sessions.connectUser()]
    await sql`update session set disconnected_at = 0 where key = ${first.sessionKey}`.execute(sessions.deps.db.read)
    sessions.clock.advance(pollMs)
    assert.deepEqual(await first.readUntilClose(), [])
    assert.equal((await sessions.subscribe(second.sessionKey)).status, 200)
  })

  test('a disconnect is written when the database is available again', async () => {
    await using sessions = await openLeaseTestApp()
    const client = await sessions.connectUser()
    const { db } = sessions.deps
    await sql`alter table session rename column disconnected_at to renamed`.execute(db.read)
    await client.disconnect()
    sessions.clock.advance(pollMs)
    await sql`alter table session rename column renamed to disconnected_at`.execute(db.read)
    await waitUntilAllDisconnected(sessions)
  })

  test('a session URL rejected during a database failure releases its slot afterwards', async () => {
    await using sessions = await openLeaseTestApp()
    const urls = []
    for (let opened = 0; opened < limits.userSessions; opened++) urls.push((await sessions.openUser()).body.content.url)
    const { db } = sessions.deps
    await sql`alter table session rename column gateway_id to renamed`.execute(db.read)
    for (const url of urls) await openSessionClient(url).readUntilClose()
    await sql`alter table session rename column renamed to gateway_id`.execute(db.read)
    assert.equal(await countOpenSessions(sessions), limits.userSessions)
    await waitUntilAllDisconnected(sessions)
    for (const url of urls) assert.deepEqual(await openSessionClient(url).readUntilClose(), [['error', 'auth fail']])
    assert.equal((await sessions.openUser()).status, 200)
  })
})
