import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { Pool as HttpPool, request } from 'undici'
import { openPlatform } from './shared/platform.ts'
import { besideGoal, report } from './shared/report.ts'
import { median, roundTo2 } from './shared/statistics.ts'

/*
 * Measures a burst of notifications to one local receiver: deliveries per second from the time they are due until the
 * last is recorded. Compared with bare undici POSTs of the same bytes without a database. All have 32 requests in
 * flight. They take turns in each round.
 *   node bench/webhook-burst.ts [deliveries] [rounds]
 */
const [count = 2_000, rounds = 5] = process.argv.slice(2).map(Number)
const concurrency = 32

await using platform = await openPlatform()
const { sandbox, sql, deps } = platform
const receiver = spawn(process.execPath, ['bench/webhook-burst/receiver.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
const [url] = (await once(createInterface({ input: receiver.stdout }), 'line')) as [string]
const app = { name: 'bench', redirectUri: 'http://127.0.0.1:9/', organizationId: 'bench', webhookUrl: url }
const { clientId } = await sandbox('/apps', app)

const { body, headers } = await loadSampleRequest()
const post = async () => {
  const response = await request(url, { method: 'POST', headers, body, reset: true })
  await response.body.dump()
}
const keepAlivePool = new HttpPool(new URL(url).origin, { connections: concurrency })
const postKeepAlive = async () => {
  const response = await keepAlivePool.request({ path: '/hook', method: 'POST', headers, body })
  await response.body.dump()
}

const contenders: Record<string, () => Promise<number>> = {
  'bare undici POSTs, kept connections': () => measureMs(() => runAll(postKeepAlive)),
  'bare undici POSTs, one connection each': () => measureMs(() => runAll(post)),
  Onair: runOnairBurst,
}
const perSecond = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]))
for (let round = -1; round < rounds; round += 1)
  for (const [name, sendAll] of Object.entries(contenders)) {
    const ms = await sendAll()
    if (round >= 0) perSecond.get(name)?.push((count / ms) * 1_000)
  }
await report({
  name: 'webhook-burst',
  packages: ['undici'],
  columns: [`${count} notifications`, 'per second', 'Onair to it'],
  rows: [...perSecond].map(([name, rates]) => [
    name,
    name === 'Onair' ? besideGoal(Math.round(median(rates)), { atLeast: 10_000 }) : median(rates).toFixed(0),
    ratioCell(name),
  ]),
})
await keepAlivePool.close()
receiver.kill()

/** Delivers one notification, and returns the body and headers that were sent. */
async function loadSampleRequest() {
  await insertDeliveries(1)
  await waitUntilDelivered()
  const { rows } = await sql.query(
    'select body, request_headers from webhook_delivery join webhook_attempt on delivery_id = id where client_id = $1',
    [clientId],
  )
  return { body: rows[0].body as Buffer, headers: JSON.parse(rows[0].request_headers) as Record<string, string> }
}

async function insertDeliveries(deliveries: number) {
  const data = {
    dropsClaimId: crypto.randomUUID(),
    channelId: '0'.repeat(32),
    dropsRewardId: crypto.randomUUID(),
    dropsCampaignId: crypto.randomUUID(),
    dropsCategoryId: 'League_of_Legends',
    dropsCategoryName: '리그 오브 레전드',
    dropsClaimDate: '2026-07-18T14:32:12Z',
  }
  await sql.query(
    `insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, created_at, next_attempt_at)
     select gen_random_uuid(), $1, $1, 'drop_reward_claim', $2, 0, 0 from generate_series(1, $3::integer)`,
    [clientId, JSON.stringify(data), deliveries],
  )
}

async function waitUntilDelivered() {
  const deadline = AbortSignal.timeout(60_000)
  for (;;) {
    const { rows } = await sql.query("select exists (select from webhook_delivery where state = 'WAITING') as waiting")
    if (!rows[0].waiting) return
    await setTimeout(5, null, { signal: deadline })
  }
}

async function runOnairBurst(): Promise<number> {
  await sql.query("update webhook_endpoint set status = 'DISABLED'")
  await insertDeliveries(count)
  const ms = await measureMs(async () => {
    await sql.query("update webhook_endpoint set status = 'ENABLED'")
    await deps.bus.publish('deliveries', {})
    await waitUntilDelivered()
  })
  const { rows } = await sql.query(
    "select count(*)::integer as delivered from webhook_delivery where state = 'DELIVERED'",
  )
  if (rows[0].delivered < count) throw new Error(`${rows[0].delivered} of ${count} were delivered`)
  await sql.query('delete from webhook_delivery')
  return ms
}

async function runAll(task: () => Promise<void>) {
  let left = count
  const worker = async () => {
    while (left-- > 0) await task()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

/** The median over the rounds of the ratio of Onair's rate to another. */
function ratioCell(other: string): string {
  if (other === 'Onair') return ''
  const rates = perSecond.get(other) ?? []
  const ratios = (perSecond.get('Onair') ?? []).map((rate, round) => rate / (rates[round] ?? Number.NaN))
  const ratio = roundTo2(median(ratios))
  return other.includes('kept') ? besideGoal(ratio, { atLeast: 0.3 }) : ratio.toFixed(2)
}
