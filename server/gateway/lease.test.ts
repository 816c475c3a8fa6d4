import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { limits } from '@onair/contract'
import { openSessions } from '../features/sessions/testing.ts'
import { sessionClient } from '../testing/session-client.ts'

const renewedEveryMs = 3_000
const roundMs = 2_000

type Sessions = Awaited<ReturnType<typeof openSessions>>

const runOut = ({ world }: Sessions) =>
  sql`update gateway set lease_until_real = clock_timestamp()`.execute(world.db.read)
const openRows = async ({ world }: Sessions) =>
  (await world.db.read.selectFrom('session').where('disconnected_at', 'is', null).selectAll().execute()).length

/** Waits until the gateway lets somebody in who stays. */
async function enterAgain(sessions: Sessions) {
  for (;;) {
    const guest = await sessions.enterClient().catch(() => null)
    if (guest !== null && (await sessions.subscribe(guest.sessionKey)).status === 200) return guest
    // The places of those who were refused are given back in the rounds.
    sessions.clock.advance(roundMs)
  }
}

test('a gateway whose lease ran out closes its sessions, and then begins anew', async () => {
  await using sessions = await openSessions()
  const guests = [await sessions.enterUser(), await sessions.enterClient()]
  await runOut(sessions)
  sessions.clock.advance(renewedEveryMs)
  for (const guest of guests) assert.deepEqual(await guest.end(), [])
  const again = await enterAgain(sessions)
  assert.equal((await again.next())[1].type, 'subscribed')
})

test('places that a gateway lost go to others once, and do not come back with it', async () => {
  await using sessions = await openSessions()
  const guests = []
  for (let held = 0; held < limits.userSessions; held++) guests.push(await sessions.enterUser())
  await runOut(sessions)
  const opened = await Promise.all(Array.from({ length: 20 }, () => sessions.openUser()))
  assert.equal(opened.filter(({ status }) => status === 200).length, limits.userSessions)
  sessions.clock.advance(renewedEveryMs)
  for (const guest of guests) await guest.end()
  assert.equal((await sessions.openUser()).status, 400)
  assert.equal(await openRows(sessions), limits.userSessions)
})

test('a session that has ended in the database is closed in the next round, and no other', async () => {
  await using sessions = await openSessions()
  const [first, second] = [await sessions.enterUser(), await sessions.enterUser()]
  await sql`update session set disconnected_at = 0 where key = ${first.sessionKey}`.execute(sessions.world.db.read)
  sessions.clock.advance(roundMs)
  assert.deepEqual(await first.end(), [])
  assert.equal((await sessions.subscribe(second.sessionKey)).status, 200)
})

test('an end that could not be written down is written when the database is back', async () => {
  await using sessions = await openSessions()
  const guest = await sessions.enterUser()
  const { db } = sessions.world
  await sql`alter table session rename column disconnected_at to away`.execute(db.read)
  await guest.leave()
  sessions.clock.advance(roundMs)
  await sql`alter table session rename column away to disconnected_at`.execute(db.read)
  while ((await openRows(sessions)) > 0) sessions.clock.advance(1)
  assert.equal(await openRows(sessions), 0)
})

test('a URL that nobody could be let in with gives its place back when the database is', async () => {
  await using sessions = await openSessions()
  const urls = []
  for (let held = 0; held < limits.userSessions; held++) urls.push((await sessions.openUser()).body.content.url)
  const { db } = sessions.world
  await sql`alter table session rename column gateway_id to away`.execute(db.read)
  for (const url of urls) await sessionClient(url).end()
  await sql`alter table session rename column away to gateway_id`.execute(db.read)
  assert.equal((await sessions.openUser()).status, 400)
  while ((await openRows(sessions)) > 0) sessions.clock.advance(1)
  for (const url of urls) assert.deepEqual(await sessionClient(url).end(), [['error', 'auth fail']])
  assert.equal((await sessions.openUser()).status, 200)
})
