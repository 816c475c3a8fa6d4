import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { limits } from '@onair/contract'
import { openSessionsTestApp } from '../features/sessions/test-helpers.ts'
import { openSessionClient } from '../test/session-client.ts'

const renewedEveryMs = 3_000
const pollMs = 2_000

type Sessions = Awaited<ReturnType<typeof openSessionsTestApp>>

const expireLease = ({ deps }: Sessions) =>
  sql`update gateway set lease_expires_at_db = clock_timestamp()`.execute(deps.db.read)
const countOpenSessions = async ({ deps }: Sessions) =>
  (await deps.db.read.selectFrom('session').where('disconnected_at', 'is', null).selectAll().execute()).length

/** Waits until the gateway lets somebody in who stays. */
async function reconnect(sessions: Sessions) {
  for (;;) {
    const client = await sessions.connectClient().catch(() => null)
    if (client !== null && (await sessions.subscribe(client.sessionKey)).status === 200) return client
    // The places of those who were refused are given back in the rounds.
    sessions.clock.advance(pollMs)
  }
}

test('a gateway whose lease ran out closes its sessions, and then begins anew', async () => {
  await using sessions = await openSessionsTestApp()
  const clients = [await sessions.connectUser(), await sessions.connectClient()]
  await expireLease(sessions)
  sessions.clock.advance(renewedEveryMs)
  for (const client of clients) assert.deepEqual(await client.readUntilClose(), [])
  const again = await reconnect(sessions)
  assert.equal((await again.next())[1].type, 'subscribed')
})

test('places that a gateway lost go to others once, and do not come back with it', async () => {
  await using sessions = await openSessionsTestApp()
  const clients = []
  for (let held = 0; held < limits.userSessions; held++) clients.push(await sessions.connectUser())
  await expireLease(sessions)
  const opened = await Promise.all(Array.from({ length: 20 }, () => sessions.openUser()))
  assert.equal(opened.filter(({ status }) => status === 200).length, limits.userSessions)
  sessions.clock.advance(renewedEveryMs)
  for (const client of clients) await client.readUntilClose()
  assert.equal((await sessions.openUser()).status, 400)
  assert.equal(await countOpenSessions(sessions), limits.userSessions)
})

test('a session that has ended in the database is closed in the next round, and no other', async () => {
  await using sessions = await openSessionsTestApp()
  const [first, second] = [await sessions.connectUser(), await sessions.connectUser()]
  await sql`update session set disconnected_at = 0 where key = ${first.sessionKey}`.execute(sessions.deps.db.read)
  sessions.clock.advance(pollMs)
  assert.deepEqual(await first.readUntilClose(), [])
  assert.equal((await sessions.subscribe(second.sessionKey)).status, 200)
})

test('an end that could not be written down is written when the database is back', async () => {
  await using sessions = await openSessionsTestApp()
  const client = await sessions.connectUser()
  const { db } = sessions.deps
  await sql`alter table session rename column disconnected_at to away`.execute(db.read)
  await client.disconnect()
  sessions.clock.advance(pollMs)
  await sql`alter table session rename column away to disconnected_at`.execute(db.read)
  while ((await countOpenSessions(sessions)) > 0) sessions.clock.advance(1)
  assert.equal(await countOpenSessions(sessions), 0)
})

test('a URL that nobody could be let in with gives its place back when the database is', async () => {
  await using sessions = await openSessionsTestApp()
  const urls = []
  for (let held = 0; held < limits.userSessions; held++) urls.push((await sessions.openUser()).body.content.url)
  const { db } = sessions.deps
  await sql`alter table session rename column gateway_id to away`.execute(db.read)
  for (const url of urls) await openSessionClient(url).readUntilClose()
  await sql`alter table session rename column away to gateway_id`.execute(db.read)
  assert.equal((await sessions.openUser()).status, 400)
  while ((await countOpenSessions(sessions)) > 0) sessions.clock.advance(1)
  for (const url of urls) assert.deepEqual(await openSessionClient(url).readUntilClose(), [['error', 'auth fail']])
  assert.equal((await sessions.openUser()).status, 200)
})
