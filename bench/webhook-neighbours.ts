import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { openPlatform } from './shared/platform.ts'
import { report } from './shared/report.ts'
import { percentile, roundTo2 } from './shared/statistics.ts'

/*
 * Measures the time from the commit of a notification to its arrival at a healthy receiver, alone and next to a receiver
 * that never responds and has 10,000 waiting deliveries. Twenty apps receive one notification every 10 ms in turn.
 *   node bench/webhook-neighbours.ts [notifications]
 */
const [count = 1_000] = process.argv.slice(2).map(Number)

await using platform = await openPlatform()
const { sandbox, sql, deps } = platform
const insertedAt = new Map<string, number>()
let delaysMs: number[] = []
const healthy = createServer((request, response) => {
  const start = insertedAt.get(String(request.headers['svc-event-message-id']))
  if (start !== undefined) delaysMs.push(performance.now() - start)
  request.resume().on('end', () => response.end())
})
const unresponsive = createTcpServer((socket) => void socket.resume().on('error', () => {}))
for (const server of [healthy, unresponsive]) await once(server.listen(0, '127.0.0.1', 1_024), 'listening')
const hookUrl = (server: typeof unresponsive) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
const registerApp = async (webhookUrl: string) =>
  (await sandbox('/apps', { name: 'bench', redirectUri: 'http://127.0.0.1:9/', organizationId: 'bench', webhookUrl }))[
    'clientId'
  ] ?? ''
const apps: string[] = []
for (let app = 0; app < 20; app += 1) apps.push(await registerApp(hookUrl(healthy)))
const unresponsiveApp = await registerApp(hookUrl(unresponsive))

await measure()
const alone = await measure()
await insertDeliveries(unresponsiveApp, 10_000)
await deps.bus.publish('deliveries', {})
const nextToUnresponsive = await measure()
const { rows } = await sql.query(
  'select count(*)::integer as attempts from webhook_attempt join webhook_delivery on id = delivery_id where client_id = $1',
  [unresponsiveApp],
)
await report({
  name: 'webhook-neighbours',
  columns: ['', 'p50', 'p99', 'notifications', 'attempts to the unresponsive receiver'],
  rows: Object.entries({ alone, 'next to an unresponsive receiver': nextToUnresponsive }).map(([name, delays]) => [
    name,
    `${percentile(delays, 0.5).toFixed(1)} ms`,
    `${percentile(delays, 0.99).toFixed(1)} ms`,
    delays.length,
    name === 'alone' ? '' : rows[0].attempts,
  ]),
  goals: [
    {
      name: 'p99 more than alone in ms',
      value: roundTo2(percentile(nextToUnresponsive, 0.99) - percentile(alone, 0.99)),
      atMost: 250,
    },
  ],
})
// The remaining attempts would run until they time out.
process.exit(0)

async function insertDeliveries(clientId: string, deliveries: number): Promise<string[]> {
  const { rows } = await sql.query(
    `insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, created_at, next_attempt_at)
     select gen_random_uuid(), $1, $1, 'drop_reward_claim', '{}', 0, 0 from generate_series(1, $2::integer) returning id`,
    [clientId, deliveries],
  )
  return rows.map(({ id }) => String(id))
}

async function measure(): Promise<number[]> {
  delaysMs = []
  for (let sent = 0; sent < count; sent += 1) {
    const [id = ''] = await insertDeliveries(apps[sent % apps.length] ?? '', 1)
    insertedAt.set(id, performance.now())
    await deps.bus.publish('deliveries', {})
    await setTimeout(10)
  }
  const deadline = AbortSignal.timeout(30_000)
  while (delaysMs.length < count) await setTimeout(10, null, { signal: deadline })
  return delaysMs
}
