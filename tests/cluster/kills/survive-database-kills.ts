import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { connectEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { createDataDirectory } from '../../support/programs/data-directory.ts'
import { eventually } from '../../support/eventually.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { createClaimer } from './claimer.ts'
import { compareDeliveries, expireLeases } from './compare-deliveries.ts'
import { startFailpointProcess } from './failpoint-process.ts'
import { openUnreliableReceiver } from './unreliable-receiver.ts'

const victims = ['database', 'both', 'program'] as const

/**
 * Claims rewards while the embedded PostgreSQL, the program or both are killed at random moments. A program is started
 * again at once. At the end compares the acknowledged claims, the stored claims and the requests at the receiver.
 */
export async function surviveDatabaseKills(t: TestContext) {
  const kills = Number(process.env['DATABASE_KILLS'] ?? victims.length)
  const seed = Number(process.env['KILL_SEED'] ?? randomBytes(4).readUInt32BE())
  t.diagnostic(`DATABASE_KILLS=${kills} KILL_SEED=${seed}`)
  const random = seededRandom(seed)
  await using opening = new AsyncDisposableStack()
  const dir = opening.use(await createDataDirectory()).path
  const receiver = opening.use(await openUnreliableReceiver(random))
  const env = { ONAIR_DATA_DIR: dir, ONAIR_WEBHOOK_RETRY_SEC: '1,1,1', ONAIR_ARGON_MEMORY_KIB: '8', ONAIR_PORT: '0' }
  let program = startFailpointProcess(env)
  opening.defer(() => program.kill())
  let api = (await program.ready()) ?? ''
  const claims = await createClaimer(() => api, receiver.url)
  const outages: number[] = []

  for (let kill = 0; kill < kills; kill++) {
    const victim = victims[kill % victims.length]
    const killAt = performance.now() + random.below(1_500)
    await claims.claimWhile(() => performance.now() < killAt)
    const outageStart = performance.now()
    if (victim !== 'program') await killServer(dir)
    if (victim !== 'database') {
      await program.kill()
      program = startFailpointProcess(env)
      api = (await program.ready()) ?? ''
    }
    const count = claims.acknowledged.size
    await claims.claimWhile(() => claims.acknowledged.size === count && performance.now() - outageStart < 60_000)
    assert.ok(claims.acknowledged.size > count, `no claim was accepted within 60 s after the kill of ${victim}`)
    outages.push(performance.now() - outageStart)
  }

  receiver.setReliable()
  const connection = await connectEmbeddedPostgres(dir)
  assert.ok(connection !== null)
  await using db = new DisposableClient(connection)
  await db.connect()
  await expireLeases(db)
  const result = await compareDeliveries({ db, receiver, claims, env })
  const [median, longest] = [0.5, 1].map((part) => outages.sort((a, b) => a - b)[Math.ceil(part * kills) - 1] ?? 0)
  t.diagnostic(
    `${kills} kills, ${result}; accepted again after ${seconds(median)} (median), ${seconds(longest)} (longest)`,
  )
}

class DisposableClient extends Client implements AsyncDisposable {
  [Symbol.asyncDispose]() {
    return this.end()
  }
}

const seconds = (ms = 0) => `${(ms / 1_000).toFixed(1)} s`

/** Waits for a server that is starting, so that every kill has a victim. */
async function killServer(dir: string) {
  await eventually(async () => {
    const [pid] = (await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
  })
}
