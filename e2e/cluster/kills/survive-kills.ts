import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { openTestDatabase, connectionUrl } from '../../../server/test/databases.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { failpoints, type Failpoint } from '../../../server/test/failpoints.ts'
import { runProgram } from '../../../server/test/program.ts'
import { seededRandom } from '../../../server/test/seeded-random.ts'
import { clientConfig } from '../../../server/infra/db/pool.ts'
import { startFailpointProcess, type FailpointProcess } from './failpoint-process.ts'
import { openUnreliableReceiver } from './unreliable-receiver.ts'

/** `isCluster`: one process per role instead of one process with all roles. */
export type KillSettings = { isCluster: boolean; env: Record<string, string> }

/**
 * Claims rewards while processes are killed at each failpoint. At the end compares the acknowledged claims, the stored
 * claims and the requests at the receiver.
 */
export async function surviveKills(t: TestContext, { isCluster, env }: KillSettings) {
  const kills = Number(process.env['KILLS'] ?? 25)
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
    DATABASE_URL: connectionUrl(connection),
    SECRET_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_RETRY_SEC: '1,1,1',
    ARGON_MEMORY_KIB: '8',
    PORT: '0',
    ...env,
  }
  const running = new Map<string, FailpointProcess>()
  opening.defer(async () => {
    for (const process of running.values()) await process.kill()
  })
  const start = async (roles: string, failpoint: Failpoint | '' = '', occurrence = 1) => {
    const process = startFailpointProcess({ ...shared, ROLES: roles }, failpoint, occurrence)
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
  await waitUntilNothingPending(db)
  const { rows: exhausted } = await db.query("select id from webhook_delivery where state = 'EXHAUSTED'")
  const resendArgs = ['deliveries', 'resend', claims.clientId, '--since', '2020-01-01T00:00:00Z', '--json']
  const { code, stdout, stderr } = await runProgram(resendArgs, shared)
  assert.deepEqual([code, stderr], [0, ''])
  const resendCount = stdout.split('\n').filter((line) => line !== '').length
  await waitUntilNothingPending(db)

  const { rows: storedClaims } = await db.query<{ id: string }>('select id from claim')
  const acceptedClaimIds = new Set(receiver.posts.filter((post) => post.accepted).map(({ claimId }) => claimId))
  const byMessage = Map.groupBy(receiver.posts, ({ id }) => id)
  t.diagnostic(
    `${killCount} kills, ${claims.acknowledged.size} claims acknowledged of ${storedClaims.length}, ${receiver.posts.length} POSTs of ${byMessage.size} messages; ${exhausted.length} exhausted and sent again`,
  )
  assert.equal(resendCount, exhausted.length)
  const storedClaimIds = new Set(storedClaims.map(({ id }) => id))
  assert.deepEqual(
    [...claims.acknowledged].filter((id) => !storedClaimIds.has(id)),
    [],
    'acknowledged, not stored',
  )
  assert.deepEqual(
    [...storedClaimIds].filter((id) => !acceptedClaimIds.has(id)),
    [],
    'stored, not delivered',
  )
  for (const [id, posts] of byMessage) {
    const retries = posts.map(({ retry }) => retry)
    assert.equal(new Set(retries).size, retries.length, `${id} was sent twice as ${retries.join()}`)
    assert.ok(
      retries.every((retry) => ['', '1', '2', '3'].includes(retry)),
      `${id} was sent as ${retries.join()}`,
    )
  }
}

/** Expires the leases of killed processes, so that the test need not wait 10 s. */
async function expireLeases(db: Client) {
  await db
    .query("update webhook_delivery set lease_expires_at_db = now() - interval '1 s' where lease is not null")
    .catch((error: { code?: string }) => {
      if (error.code !== '42P01') throw error
    })
}

async function waitUntilIdle(db: Client) {
  await waitUntilNone(
    db,
    'lease is not null or (next_attempt_at is not null and next_attempt_at <= extract(epoch from now()) * 1000)',
  )
}

async function waitUntilNothingPending(db: Client) {
  await waitUntilNone(db, "state = 'WAITING'")
}

async function waitUntilNone(db: Client, condition: string) {
  await eventually(
    async () => (await db.query(`select from webhook_delivery where ${condition} limit 1`)).rowCount === 0,
    { within: 120_000 },
  )
}

/** Claims rewards, each as a person who has not claimed it yet, and stores the acknowledged claims. */
async function createClaimer(api: () => string, webhookUrl: string) {
  const sandbox = async (path: string, body: object): Promise<any> => {
    const response = await fetch(`${api()}/sandbox/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    })
    const { code, content } = (await response.json()) as { code: number; content: unknown }
    if (code !== 200) throw new Error(`${path} returned ${code}`)
    return content
  }
  const app = { name: 'game', redirectUri: 'http://127.0.0.1:9/', organizationId: 'company', webhookUrl }
  const { clientId } = await sandbox('/apps', app)
  const people: string[] = []
  for (let count = 0; count < 20; count++) people.push((await sandbox('/people', { channelName: '시청자' })).channelId)
  const acknowledged = new Set<string>()
  const pairs: { rewardId: string; byChannelId: string }[] = []
  const addPairs = async () => {
    const rewards = Array.from({ length: 100 }, (_, at) => `보상 ${at}`)
    const { rewardIds } = await sandbox('/drops/campaigns', { clientId, categoryId: 'talk', rewards })
    for (const rewardId of rewardIds) for (const byChannelId of people) pairs.push({ rewardId, byChannelId })
  }
  const claimOne = async () => {
    if (pairs.length < 10) await addPairs()
    const pair = pairs.pop()
    if (pair) acknowledged.add((await sandbox('/acts/claim', pair)).claimId)
  }
  return {
    clientId: String(clientId),
    acknowledged,
    /** Calls that fail because a process was killed are ignored: their claims are not acknowledged. */
    async claimWhile(condition: () => boolean) {
      const claimRepeatedly = async () => {
        while (condition()) await claimOne().catch(() => {})
      }
      await Promise.all([claimRepeatedly(), claimRepeatedly(), claimRepeatedly()])
    },
  }
}
