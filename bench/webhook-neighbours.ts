import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { openPlatform } from './directory/platform.ts'

/*
 * How long a notification takes to reach a healthy receiver, from the commit that notes it: alone, and beside a receiver
 * that never answers and has 10,000 waiting. Twenty healthy applications, one notification at a time every 10 ms.
 *   node bench/webhook-neighbours.ts [notifications]
 */
const [count = 1_000] = process.argv.slice(2).map(Number)

await using platform = await openPlatform()
const { sandbox, sql, deps } = platform
const insertedAt = new Map<string, number>()
let times: number[] = []
const healthy = createServer((request, response) => {
  const at = insertedAt.get(String(request.headers['svc-event-message-id']))
  if (at !== undefined) times.push(performance.now() - at)
  request.resume().on('end', () => response.end())
})
const dead = createTcpServer((socket) => void socket.resume().on('error', () => {}))
for (const server of [healthy, dead]) await once(server.listen(0, '127.0.0.1', 1_024), 'listening')
const hookUrl = (server: typeof dead) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
const createAppAt = async (webhookUrl: string) =>
  (await sandbox('/apps', { name: 'bench', redirectUri: 'http://127.0.0.1:9/', organizationId: 'bench', webhookUrl }))[
    'clientId'
  ] ?? ''
const apps: string[] = []
for (let app = 0; app < 20; app += 1) apps.push(await createAppAt(hookUrl(healthy)))
const deadApp = await createAppAt(hookUrl(dead))

await measure()
const alone = await measure()
await insertDeliveries(deadApp, 10_000)
await deps.bus.publish('deliveries', {})
const besideDead = await measure()
for (const [name, all] of [
  ['alone', alone],
  ['beside a dead one', besideDead],
] as const)
  console.log(
    `${name.padEnd(20)} p50 ${quantileMs(all, 0.5)} ms   p99 ${quantileMs(all, 0.99)} ms   of ${all.length} notifications`,
  )
const { rows } = await sql.query(
  'select count(*)::integer as tried from webhook_attempt join webhook_delivery on id = delivery_id where client_id = $1',
  [deadApp],
)
console.log(`attempts at the dead one meanwhile: ${rows[0].tried}`)
// Its exchanges end with their deadline, which nobody waits for here.
process.exit(0)

async function insertDeliveries(clientId: string, deliveries: number): Promise<string[]> {
  const { rows } = await sql.query(
    `insert into webhook_delivery (id, client_id, event_type, event_data, created_at, next_attempt_at)
     select gen_random_uuid(), $1, 'drop_reward_claim', '{}', 0, 0 from generate_series(1, $2::integer) returning id`,
    [clientId, deliveries],
  )
  return rows.map(({ id }) => String(id))
}

async function measure(): Promise<number[]> {
  times = []
  for (let sent = 0; sent < count; sent += 1) {
    const [id = ''] = await insertDeliveries(apps[sent % apps.length] ?? '', 1)
    insertedAt.set(id, performance.now())
    await deps.bus.publish('deliveries', {})
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  while (times.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
  return times.toSorted((a, b) => a - b)
}

function quantileMs(sorted: number[], share: number): string {
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1)
}
