import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { openTestDatabase, connectionUrl } from '../../support/programs/databases.ts'
import { failpoints, type Failpoint } from '../../support/programs/failpoints.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { clientConfig } from '@onair/server/infra/db/pool.ts'
import { createClaimer } from './claimer.ts'
import { compareDeliveries, expireLeases, waitUntilIdle } from './compare-deliveries.ts'
import { startFailpointProcess, type FailpointProcess } from './failpoint-process.ts'
import { openUnreliableReceiver } from './unreliable-receiver.ts'

/** `isCluster`: one process per role instead of one process with all roles. */
export type KillSettings = { isCluster: boolean; env: Record<string, string> }

/**
 * Claims rewards while processes are killed at each failpoint. At the end compares the acknowledged claims, the stored
 * claims and the requests at the receiver.
 */
export async function surviveKills(t: TestContext, { isCluster, env }: KillSettings) {
  // During two migrations, and once at each failpoint; more by `npm run kills`.
  const kills = Number(process.env['KILLS'] ?? failpoints.length + 2)
  const seed = Number(process.env['KILL_SEED'] ?? randomBytes(4).readUInt32BE())
  t.diagnostic(`KILLS=${kills} KILL_SEED=${seed}`)
  const random = seededRandom(seed)
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openTestDatabase({ schema: false }))
  const db = new Client(clientConfig(connection))
  await db.connect()
  opening.defer(() => db.end())
  const receiver = opening.use(await openUnreliableReceiver(random))
  const shared = {
    ONAIR_DATABASE_URL: connectionUrl(connection),
    ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
    ONAIR_WEBHOOK_RETRY_SEC: '1,1,1',
    ONAIR_ARGON_MEMORY_KIB: '8',
    ONAIR_PORT: '0',
    ...env,
  }
  const running = new Map<string, FailpointProcess>()
  opening.defer(async () => {
    for (const process of running.values()) await process.kill()
  })
  const start = async (roles: string, failpoint: Failpoint | '' = '', occurrence = 1) => {
    const process = startFailpointProcess({ ...shared, ONAIR_ROLES: roles }, failpoint, occurrence)
    running.set(roles, process)
    const baseUrl = await process.ready()
    if (baseUrl !== null && roles.includes('api')) api = baseUrl
    return process
  }
  const all = 'api,gateway,worker'
  let api = ''
  let killCount = 0

  const migrationKills = Math.ceil(kills / 10)
  for (; killCount < migrationKills; killCount++) {
    const process = await start(isCluster ? 'worker' : all, 'during the migration', 4 + random.below(60))
    await process.ended
  }
  for (const roles of isCluster ? ['gateway', 'worker', 'api'] : [all]) await start(roles)
  const claims = await createClaimer(() => api, receiver.url)

  for (; killCount < kills; killCount++) {
    const failpoint = failpoints[(killCount - migrationKills) % failpoints.length] as Failpoint
    const victim = !isCluster ? all : failpoint.includes('commit of a claim') ? 'api' : 'worker'
    await running.get(victim)?.kill()
    for (const [roles, process] of running) if (roles !== victim && !process.isAlive()) await start(roles)
    await expireLeases(db)
    const occurrence = failpoint === 'during the recovery' ? 1 : 1 + random.below(4)
    const process = await start(victim, failpoint, occurrence)
    const countdown = () => {
      let left = occurrence
      return () => void (--left === 0 && process.kill())
    }
    if (failpoint === 'after the headers') receiver.watch.onHeaders = countdown()
    if (failpoint === 'after the body') receiver.watch.onBody = countdown()
    if (failpoint === 'while idle') {
      await waitUntilIdle(db)
      await process.kill()
    }
    const deadline = AbortSignal.timeout(60_000)
    await claims.claimWhile(() => process.isAlive() && !deadline.aborted)
    assert.ok(!process.isAlive(), `the process was not killed at failpoint "${failpoint}", occurrence ${occurrence}`)
    receiver.watch.onHeaders = receiver.watch.onBody = () => {}
  }

  receiver.setReliable()
  await expireLeases(db)
  for (const [roles, process] of running) if (!process.isAlive()) await start(roles)
  const result = await compareDeliveries({ db, receiver, claims, env: shared })
  t.diagnostic(`${killCount} kills, ${result}`)
}
