import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { openDatabase, urlOf } from '../../../server/testing/databases.ts'
import { killPoints, type KillPoint } from '../../../server/testing/kill-points.ts'
import { runProgram } from '../../../server/testing/program.ts'
import { seeded } from '../../../server/testing/seeded.ts'
import { connectionParts } from '../../../server/world/db/db.ts'
import { startToKill, type Killable } from './platform.ts'
import { openUnreliableReceiver } from './receiver.ts'

/** The processes of the platform: one with every role, or one for each role. */
export type Processes = { spread: boolean; env: Record<string, string> }

/**
 * Claims rewards while processes are killed at every point of a notification's life, and compares at the end what was
 * acknowledged, what is written down, and what the receiver got.
 */
export async function surviveKills(t: TestContext, { spread, env }: Processes) {
  const kills = Number(process.env['KILLS'] ?? 25)
  const seed = Number(process.env['KILL_SEED'] ?? randomBytes(4).readUInt32BE())
  t.diagnostic(`KILLS=${kills} KILL_SEED=${seed}`)
  const dice = seeded(seed)
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openDatabase({ schema: false }))
  const db = new Client(connectionParts(connection))
  await db.connect()
  opening.defer(() => db.end())
  const receiver = opening.use(await openUnreliableReceiver(dice))
  const shared = {
    DATABASE_URL: urlOf(connection),
    SECRET_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_RESEND_SEC: '1,1,1',
    ARGON_MEMORY_KIB: '8',
    PORT: '0',
    ...env,
  }
  const running = new Map<string, Killable>()
  opening.defer(async () => {
    for (const process of running.values()) await process.kill()
  })
  const start = async (roles: string, point: KillPoint | '' = '', nth = 1) => {
    const process = startToKill({ ...shared, ROLES: roles }, point, nth)
    running.set(roles, process)
    const baseUrl = await process.ready()
    if (baseUrl !== null && roles.includes('api')) api = baseUrl
    return process
  }
  const all = 'api,gateway,worker'
  let api = ''
  let killed = 0

  // The first processes are killed while they bring the schema to today's.
  const first = Math.ceil(kills / 10)
  for (; killed < first; killed++) {
    const process = await start(spread ? 'worker' : all, 'during the migration', 4 + dice.below(60))
    await process.ended
  }
  for (const roles of spread ? ['gateway', 'worker', 'api'] : [all]) await start(roles)
  const claims = await openClaims(() => api, receiver.url)

  for (; killed < kills; killed++) {
    const point = killPoints[(killed - first) % killPoints.length] as KillPoint
    const victim = !spread ? all : point.includes('commit of a claim') ? 'api' : 'worker'
    await running.get(victim)?.kill()
    for (const [roles, process] of running) if (roles !== victim && !process.isAlive()) await start(roles)
    await leasesLapse(db)
    const nth = point === 'during the recovery' ? 1 : 1 + dice.below(4)
    const process = await start(victim, point, nth)
    const countdown = () => {
      let left = nth
      return () => void (--left === 0 && process.kill())
    }
    if (point === 'after the headers') receiver.watch.headers = countdown()
    if (point === 'after the body') receiver.watch.body = countdown()
    if (point === 'while idle') await untilIdle(db).then(() => process.kill())
    const late = AbortSignal.timeout(60_000)
    await claims.makeWhile(() => process.isAlive() && !late.aborted)
    assert.ok(!process.isAlive(), `never came to ${nth} times ${point}`)
    receiver.watch.headers = receiver.watch.body = () => {}
  }

  receiver.becomeReliable()
  await leasesLapse(db)
  for (const [roles, process] of running) if (!process.isAlive()) await start(roles)
  await untilNothingWaits(db)
  const { rows: givenUp } = await db.query("select id from webhook_delivery where state = 'GIVEN_UP'")
  const again = ['deliveries', 'resend', claims.clientId, '--since', '2020-01-01T00:00:00Z', '--json']
  const { code, out, said } = await runProgram(again, shared)
  assert.deepEqual([code, said], [0, ''])
  const repeats = out.split('\n').filter((line) => line !== '').length
  await untilNothingWaits(db)

  const { rows: kept } = await db.query<{ id: string }>('select id from claim')
  const taken = new Set(receiver.posts.filter((post) => post.taken).map(({ claimId }) => claimId))
  const byMessage = Map.groupBy(receiver.posts, ({ id }) => id)
  t.diagnostic(
    `${killed} kills, ${claims.acknowledged.size} claims acknowledged of ${kept.length}, ${receiver.posts.length} POSTs of ${byMessage.size} messages; ${givenUp.length} given up after four, found in the log and sent again`,
  )
  assert.equal(repeats, givenUp.length)
  const keptIds = new Set(kept.map(({ id }) => id))
  assert.deepEqual(
    [...claims.acknowledged].filter((id) => !keptIds.has(id)),
    [],
    'acknowledged and not kept',
  )
  assert.deepEqual(
    [...keptIds].filter((id) => !taken.has(id)),
    [],
    'kept and not notified',
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

/** What was held by a killed process is held no more; the ten seconds of its lease are not waited for. */
async function leasesLapse(db: Client) {
  await db
    .query("update webhook_delivery set lease_until_real = now() - interval '1 s' where lease is not null")
    .catch((error: { code?: string }) => {
      if (error.code !== '42P01') throw error
    })
}

async function untilIdle(db: Client) {
  await untilNone(
    db,
    'lease is not null or (next_attempt_at is not null and next_attempt_at <= extract(epoch from now()) * 1000)',
  )
}

async function untilNothingWaits(db: Client) {
  await untilNone(db, "state = 'WAITING'")
}

async function untilNone(db: Client, which: string) {
  for (;;) {
    const { rows } = await db.query(`select exists (select from webhook_delivery where ${which}) as some`)
    if (!rows[0].some) return
  }
}

/** Claims rewards of an application, each by someone who has not claimed it yet, and remembers what was acknowledged. */
async function openClaims(api: () => string, webhookUrl: string) {
  const ask = async (path: string, body: object): Promise<any> => {
    const answer = await fetch(`${api()}/sandbox/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    })
    const { code, content } = (await answer.json()) as { code: number; content: unknown }
    if (code !== 200) throw new Error(`${path} was answered ${code}`)
    return content
  }
  const app = { name: 'game', redirectUri: 'http://127.0.0.1:9/', organizationId: 'company', webhookUrl }
  const { clientId } = await ask('/apps', app)
  const people: string[] = []
  for (let count = 0; count < 20; count++) people.push((await ask('/people', { channelName: '시청자' })).channelId)
  const acknowledged = new Set<string>()
  const pairs: { rewardId: string; byChannelId: string }[] = []
  const morePairs = async () => {
    const rewards = Array.from({ length: 100 }, (_, at) => `보상 ${at}`)
    const { rewardIds } = await ask('/drops/campaigns', { clientId, categoryId: 'talk', rewards })
    for (const rewardId of rewardIds) for (const byChannelId of people) pairs.push({ rewardId, byChannelId })
  }
  const makeOne = async () => {
    if (pairs.length < 10) await morePairs()
    const pair = pairs.pop()
    if (pair) acknowledged.add((await ask('/acts/claim', pair)).claimId)
  }
  return {
    clientId: String(clientId),
    acknowledged,
    /** What fails because the platform was killed is not acknowledged, and nobody counts on it. */
    async makeWhile(isSo: () => boolean) {
      const makeSome = async () => {
        while (isSo()) await makeOne().catch(() => {})
      }
      await Promise.all([makeSome(), makeSome(), makeSome()])
    },
  }
}
