import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readConfig } from '@onair/server/config/config.ts'
import { hideAllMessages } from '@onair/server/features/chat/hidden-store.ts'
import { countListedSessions, findListedSessions } from '@onair/server/features/sessions/session-list-store.ts'
import { lockSession } from '@onair/server/features/sessions/session-store.ts'
import { findRecentMessages } from '@onair/server/features/watch/recent-chat-store.ts'
import {
  findAttempts,
  findDeliveries,
  findLastDeliveryByClaim,
  listLastAttempts,
  loadDelivery,
} from '@onair/server/features/webhooks/delivery-log-store.ts'
import { insertDeliveries } from '@onair/server/features/webhooks/delivery-store.ts'
import { countMissed, findDeliveriesSince, insertResends } from '@onair/server/features/webhooks/resend-store.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { openProgram } from '@onair/server/program.ts'
import type { Tx } from '@onair/server/infra/db/db.ts'
import {
  createPartition,
  dayMs,
  deleteDefaultRows,
  deletePartition,
  listPartitions,
  type PartitionedTable,
} from '@onair/server/shared/partition-store.ts'
import { report } from './shared/report.ts'
import { median } from './shared/statistics.ts'

/*
 * Measures statements about tables of history with the rows of 30 days (sessions: of 90) in one partition, and then in
 * partitions as workers create them. Their rows are of 100 applications and channels.
 *   node bench/partitions.ts [rows] [rounds]
 */
const [count = 100_000, rounds = 40] = process.argv.slice(2).map(Number)
const owners = 100

const config = { ...readConfig({ ONAIR_PORT: '0', ONAIR_EPHEMERAL: 'true' }), logLevel: 'silent' as const }
await using program = await openProgram({ config, log: silentLog })
const { db } = program.deps
const now = Math.floor(Date.now() / dayMs) * dayMs + dayMs - 1
const deliveries: PartitionedTable = { table: 'webhook_delivery', key: 'ended_at', keyType: 'bigint', days: 1 }
const tables: (PartitionedTable & { spans: number })[] = [
  { table: 'chat_message', key: 'message_time', keyType: 'bigint', days: 1, spans: 30 },
  { ...deliveries, spans: 30 },
  { table: 'webhook_attempt', key: 'delivery_ended_at', keyType: 'bigint', days: 1, spans: 30 },
  { table: 'session', key: 'disconnected_at', keyType: 'bigint', days: 7, spans: 14 },
]
await insertRows()

const [clientId, channelId, senderChannelId] = ['app 1', 'channel 1', 'channel 2']
const { rows: keys } = await sql<{ delivery: string; claim: string; session: string }>`
  select (select id from webhook_delivery where client_id = ${clientId} limit 1) as delivery,
    (select claim_id from webhook_delivery where client_id = ${clientId} limit 1) as claim,
    (select key from session where client_id = ${clientId} and disconnected_at is null limit 1) as session`.execute(
  db.read,
)
const [{ delivery, claim, session }] = keys as [(typeof keys)[number]]
const hidden = { channelId, senderChannelId, moderatorChannelId: channelId, now }
const undo = new Error('rolled back')
const missed = { since: now - 30 * dayMs, limit: 1_000 }
const sessions = { clientId, ownerChannelId: null }

const statements: Record<string, () => Promise<unknown>> = {
  'notification: insert': () =>
    rolledBack((tx) =>
      insertDeliveries(
        tx,
        { clientId, eventType: 'drop_reward_claim', traceId: null, data: claimOf(channelId), now },
        null,
      ),
    ),
  'notifications: first page of 20': () =>
    findDeliveries(db.read, { clientId }, { sort: 'newest', after: null, size: 20 }),
  'notifications: the last attempts': () => listLastAttempts(db.read, { clientId, limit: 20 }),
  'notification and its attempts, by id': async () => {
    await loadDelivery(db.read, delivery)
    await findAttempts(db.read, delivery)
  },
  'notification of a claim': () => findLastDeliveryByClaim(db.read, clientId, [claim]),
  'notifications: what failed in 30 days': () =>
    findDeliveriesSince(db.read, clientId, { ...missed, endpointIds: [clientId], after: 0, isMissed: true }),
  'notifications: count of what failed': () => countMissed(db.read, clientId, { ...missed, endpointId: null }),
  'notification: resend': () =>
    rolledBack((tx) => insertResends(tx, [{ id: randomUUID(), originalId: delivery }], now)),
  'chat: recent messages of a day': () => findRecentMessages(db.read, channelId, { since: now - dayMs, count: 50 }),
  'chat: hide all messages of a viewer': () => rolledBack((tx) => hideAllMessages(tx, hidden)),
  'sessions: first page of 20': () => findListedSessions(db.read, sessions, { now, page: 0, size: 20 }),
  'sessions: count': () => countListedSessions(db.read, sessions, now),
  'session: lock to subscribe': () => rolledBack((tx) => lockSession(tx, session)),
}

const before = await measureAll()
const deletedMs = await measureOnce(deleteDay)
for (const table of tables)
  for (let span = 0; span < table.spans; span++) {
    const spanMs = table.days * dayMs
    await db.transaction((tx) => createPartition(tx, table, (Math.floor(now / spanMs) - span) * spanMs))
  }
await analyze()
const after = await measureAll()
const partitionMs = await measureOnce(deleteDayPartition)

const ms = (value: number | undefined) => `${(value ?? Number.NaN).toFixed(2)} ms`
await report({
  name: 'partitions',
  columns: [`${count} rows for each table`, 'one partition', 'partitions', 'first on a connection'],
  rows: [
    ...Object.keys(statements).map((name) => [
      name,
      ms(before.get(name)?.medianMs),
      ms(after.get(name)?.medianMs),
      ms(after.get(name)?.firstMs),
    ]),
    ['retention: a day of notifications', ms(deletedMs), ms(partitionMs), ''],
  ],
})

async function insertRows() {
  await db.transaction(async (tx) => {
    await sql`insert into app (client_id, name, redirect_uri, created_at)
      select 'app ' || n, 'app', '', 0 from generate_series(1, ${owners}::int) n`.execute(tx)
    await sql`insert into channel (id, name, verified_mark, chat_channel_id, created_at)
      select 'channel ' || n, 'channel', false, 'chat ' || n, 0 from generate_series(1, ${owners}::int) n`.execute(tx)
    await sql`insert into webhook_endpoint (id, client_id, url, created_at, changed_at)
      select client_id, client_id, '', 0, 0 from app where client_id like 'app %'`.execute(tx)
    await sql`insert into gateway values (gen_random_uuid(), 'infinity')`.execute(tx)
  })
  // In parts, which end before a statement times out.
  for (let from = 1; from <= count; from += 10_000) await db.transaction((tx) => insertPart(tx, from))
  await analyze()
}

async function insertPart(tx: Tx, from: number) {
  const series = sql`generate_series(${from}::int, least(${from}::int + 9999, ${count}::int)) n`
  const time = (days: number) =>
    sql`${now}::bigint - (${count}::int - n) * ${Math.floor((days * dayMs) / count)}::bigint`
  await sql`
    with delivery as (
      insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, state, created_at, ended_at)
      select gen_random_uuid(), 'app ' || n % ${owners}::int + 1, 'app ' || n % ${owners}::int + 1, 'drop_reward_claim', json_build_object('dropsClaimId', n),
        case when n % 500 < ${owners}::int then 'EXHAUSTED' else 'DELIVERED' end, ${time(29)}, ${time(29)} from ${series}
      returning id, ended_at
    )
    insert into webhook_attempt (delivery_id, delivery_ended_at, retry_no, began_at, url, request_headers, outcome, ended_at)
    select id, ended_at, 0, ended_at, '', '{}', 'DELIVERED', ended_at from delivery`.execute(tx)
  await sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time)
    select gen_random_uuid(), 'channel ' || n % ${owners}::int + 1, 'channel ' || n / ${owners}::int % ${owners}::int + 1,
      'message', ${time(29)} from ${series}`.execute(tx)
  await sql`
    insert into session
      (key, client_id, ticket_hash, issued_at, ticket_expires_at, connected_at, disconnected_at, gateway_id)
    select gen_random_uuid(), 'app ' || n % ${owners}::int + 1, sha256(n::text::bytea), ${time(90)}, ${time(90)}, ${time(90)},
      case when n <= ${count}::int - 1000 then ${time(90)} end, gateway.id
    from gateway, ${series} where lease_expires_at_db = 'infinity'`.execute(tx)
}

async function analyze() {
  for (const { table } of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db.read)
}

/** Measures the statements in turns, so that other work of the machine affects all of them. */
async function measureAll(): Promise<Map<string, { firstMs: number; medianMs: number }>> {
  const times = new Map(Object.keys(statements).map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(statements)) times.get(name)?.push(await measureOnce(run))
  return new Map(
    [...times].map(([name, each]) => [
      name,
      // PostgreSQL plans a statement each of the first five times on a connection.
      { firstMs: each[0] ?? Number.NaN, medianMs: median(each.slice(rounds / 2)) },
    ]),
  )
}

async function measureOnce(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

async function rolledBack(run: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db
    .transaction(async (tx) => {
      await run(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
}

/** Deletes rows as retention would without partitions, and rolls the transaction back. */
async function deleteDay() {
  const limit = 1_000
  await rolledBack(async (tx) => {
    while ((await deleteDefaultRows(tx, deliveries, { before: now - 28 * dayMs, limit })) === limit);
  })
}

async function deleteDayPartition() {
  const [oldest] = await listPartitions(db.read, deliveries)
  if (oldest !== undefined) await db.transaction((tx) => deletePartition(tx, deliveries, oldest, { isExpired: true }))
}

/** The data of a notification. */
function claimOf(channelId: string) {
  return {
    dropsClaimId: randomUUID(),
    channelId,
    dropsRewardId: 'reward',
    dropsCampaignId: 'campaign',
    dropsCategoryId: 'category',
    dropsCategoryName: 'category',
    dropsClaimDate: '2026-07-18T14:32:12Z',
  }
}
