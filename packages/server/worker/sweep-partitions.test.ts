import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../../tests/support/eventually.ts'
import { openTestDatabase } from '../../../tests/support/programs/databases.ts'
import { memoryLog } from '../../../tests/support/apps/memory-log.ts'
import { openTestApp, type TestApp } from '../../../tests/support/apps/test-app.ts'
import {
  createPartition,
  deletePartition,
  isPartitionEmpty,
  listPartitions as listStored,
  type PartitionedTable,
} from '../shared/partition-store.ts'
import { sweepPartitions } from './sweep-partitions.ts'

const dayMs = 86_400_000

/** `insert` adds a row of `days` before now. */
type Table = PartitionedTable & {
  keepDays: number
  insert: (testApp: TestApp, days: number) => Promise<void>
}

const tables: Table[] = [
  {
    table: 'chat_message',
    key: 'message_time',
    keyType: 'bigint',
    days: 1,
    keepDays: 30,
    async insert(testApp, days) {
      const { clock, db } = testApp.deps
      const { channelId } = await testApp.act('createPerson', { channelName: `사람 ${days}` })
      await sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time)
        values (gen_random_uuid(), ${channelId}, ${channelId}, '', ${clock.now() - days * dayMs})`.execute(db.read)
    },
  },
  {
    table: 'inspector_record',
    key: 'written_at_db',
    keyType: 'timestamptz',
    days: 1,
    keepDays: 1,
    async insert({ deps }, days) {
      await sql`insert into inspector_record (kind, name, at, detail, written_at_db)
        values ('request', ${`${days}`}, 0, '{}', now() - make_interval(days => ${days}))`.execute(deps.db.read)
    },
  },
  {
    table: 'webhook_delivery',
    key: 'ended_at',
    keyType: 'bigint',
    days: 1,
    keepDays: 30,
    async insert({ deps: { clock, db } }, days) {
      await sql`insert into app (client_id, name, redirect_uri, created_at) values ('app', 'app', '', 0)
        on conflict do nothing`.execute(db.read)
      await sql`insert into webhook_delivery (id, client_id, endpoint_id, event_type, event_data, state, created_at, ended_at)
        values (gen_random_uuid(), 'app', 'app', '', '{}', 'DELIVERED', 0, ${clock.now() - days * dayMs})`.execute(
        db.read,
      )
    },
  },
  {
    table: 'webhook_attempt',
    key: 'delivery_ended_at',
    keyType: 'bigint',
    days: 1,
    keepDays: 30,
    async insert({ deps: { clock, db } }, days) {
      await sql`insert into webhook_attempt (delivery_id, delivery_ended_at, retry_no, began_at, url, request_headers)
        values (gen_random_uuid(), ${clock.now() - days * dayMs}, 0, 0, '', '{}')`.execute(db.read)
    },
  },
  {
    table: 'session',
    key: 'disconnected_at',
    keyType: 'bigint',
    days: 7,
    keepDays: 91,
    async insert({ deps: { clock, db } }, days) {
      await sql`insert into app (client_id, name, redirect_uri, created_at) values ('app', 'app', '', 0)
        on conflict do nothing`.execute(db.read)
      await sql`
        insert into session (key, client_id, ticket_hash, issued_at, ticket_expires_at, connected_at, disconnected_at)
        values (gen_random_uuid(), 'app', '', 0, 0, 0, ${clock.now() - days * dayMs})`.execute(db.read)
    },
  },
  {
    table: 'session_subscription',
    key: 'session_ended_at',
    keyType: 'bigint',
    days: 7,
    keepDays: 91,
    async insert(testApp, days) {
      const { client, channelId } = await testApp.createFixture()
      const { clock, db } = testApp.deps
      await sql`
        insert into session_subscription (session_key, session_ended_at, event_type, channel_id, grant_id, scope)
        select gen_random_uuid(), ${clock.now() - days * dayMs}, 'CHAT', ${channelId}, grant_id, scope
        from user_grant_scope join user_grant on user_grant.id = grant_id
        where client_id = ${client.clientId} limit 1`.execute(db.read)
    },
  },
]

/** Rows by partition: the number of days from `start`, or `default`. */
async function listRows({ deps: { db } }: TestApp, { table: name }: Table, start: number) {
  const { rows } = await sql<{ partition: string; count: number }>`
    select tableoid::regclass::text as partition, count(*) from ${sql.table(name)} group by 1 order by 1`.execute(
    db.read,
  )
  return rows.map(({ partition, count }) => {
    const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(partition) ?? []
    return `${year === undefined ? 'default' : (Date.UTC(Number(year), Number(month) - 1, Number(day)) - start) / dayMs}: ${count}`
  })
}

async function listPartitions({ deps: { db } }: TestApp, { table: name }: Table): Promise<string[]> {
  const { rows } = await sql<{ partition: string }>`
    select inhrelid::regclass::text as partition from pg_inherits where inhparent = ${name}::regclass order by 1`.execute(
    db.read,
  )
  return rows.map(({ partition }) => partition.replace(`${name}_`, ''))
}

/** The first day of the current partition. */
const startOfCurrent = async (testApp: TestApp, { keyType, days }: Table) => {
  const now =
    keyType === 'timestamptz'
      ? (await sql<{ now: number }>`select extract(epoch from now()) * 1000 as now`.execute(testApp.deps.db.read))
          .rows[0]!.now
      : testApp.clock.now()
  return now - (now % (days * dayMs))
}

describe('sweepPartitions', () => {
  for (const table of tables) {
    test(`${table.table}: an insert without a partition succeeds, and its row is moved to the partition of its time`, async () => {
      await using testApp = await openTestApp({ openDatabase: openTestDatabase })
      await table.insert(testApp, 0)
      const start = await startOfCurrent(testApp, table)
      assert.deepEqual(await listRows(testApp, table, start), ['default: 1'])
      await sweepPartitions(testApp.deps)
      await table.insert(testApp, 0)
      await table.insert(testApp, -table.days)
      assert.deepEqual(await listRows(testApp, table, start), ['0: 2', `${table.days}: 1`])
    })

    test(`${table.table}: deletes partitions and rows that are older than the setting`, async () => {
      await using testApp = await openTestApp({ openDatabase: openTestDatabase })
      const { days, keepDays } = table
      const start = await startOfCurrent(testApp, table)
      for (const ago of [keepDays + days, keepDays])
        await testApp.deps.db.transaction((tx) => createPartition(tx, table, start - ago * dayMs))
      for (const ago of [keepDays + 2 * days, keepDays + days, keepDays]) await table.insert(testApp, ago)
      assert.deepEqual((await listRows(testApp, table, start)).toSorted(), [
        `${-keepDays}: 1`,
        `${-keepDays - days}: 1`,
        'default: 1',
      ])
      await sweepPartitions(testApp.deps)
      assert.deepEqual(await listRows(testApp, table, start), [`${-keepDays}: 1`])
      assert.equal((await listPartitions(testApp, table)).length, 4)
    })
  }

  test('statements that begin while a partition is being created wait, and see the rows that it gets', async () => {
    await using testApp = await openTestApp({ openDatabase: openTestDatabase })
    const { db } = testApp.deps
    const [table] = tables as [Table]
    const start = await startOfCurrent(testApp, table)
    await table.insert(testApp, 0)
    const statements = [
      () => listRows(testApp, table, start),
      async () => Number((await sql`update chat_message set content = 'changed'`.execute(db.read)).numAffectedRows),
      () => table.insert(testApp, 0),
    ]
    const begun: Promise<unknown>[] = []
    await db.transaction(async (tx) => {
      await createPartition(tx, table, start)
      for (const begin of statements) {
        const result = begin()
        result.catch(() => {})
        begun.push(result)
        await eventually(async () => {
          const { rows } = await sql`select from pg_locks join pg_database on pg_database.oid = database
            where not granted and datname = current_database()`.execute(db.read)
          return rows.length === begun.length
        })
      }
    })
    const [seen, updated] = await Promise.all(begun)
    assert.deepEqual([(seen as string[]).length, updated], [1, 1])
    assert.deepEqual(await listRows(testApp, table, start), ['0: 2'])
  })

  test('of two workers that sweep at once one creates the partitions', async () => {
    const log = memoryLog()
    await using testApp = await openTestApp({ log, openDatabase: openTestDatabase })
    await Promise.all([sweepPartitions(testApp.deps), sweepPartitions(testApp.deps)])
    await sweepPartitions(testApp.deps)
    assert.deepEqual(
      log.lines.filter(({ text }) => text === 'partition.change_failed'),
      [],
    )
    for (const table of tables) assert.equal((await listPartitions(testApp, table)).length, 3)
  })

  test('a list of partitions may name one that another process has deleted since', async () => {
    await using testApp = await openTestApp({ openDatabase: openTestDatabase })
    const { db } = testApp.deps
    const [table] = tables as [Table]
    const gone = { name: `${table.table}_19900101`, day: Date.UTC(1990, 0) }
    assert.equal(await isPartitionEmpty(db.read, gone), true)
    assert.equal(await db.transaction((tx) => deletePartition(tx, table, gone, { isExpired: true })), false)
  })

  test('a partition that got a row since it was found empty is kept', async () => {
    await using testApp = await openTestApp({ openDatabase: openTestDatabase })
    const { clock, db } = testApp.deps
    const [table] = tables as [Table]
    const now = clock.now()
    const day = now - (now % dayMs) - 3 * dayMs
    await db.transaction((tx) => createPartition(tx, table, day))
    const partition = (await listStored(db.read, table)).find((one) => one.day === day)!
    const remove = () => db.transaction((tx) => deletePartition(tx, table, partition, { isExpired: false }))
    // The insert begins first: the deletion waits for it, and sees its row.
    const isInserted = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const { channelId } = await testApp.act('createPerson', { channelName: '사람' })
    const inserting = db.transaction(async (tx) => {
      await sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time)
        values (gen_random_uuid(), ${channelId}, ${channelId}, '', ${day})`.execute(tx)
      isInserted.resolve()
      await mayCommit.promise
    })
    await isInserted.promise
    const removing = remove()
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where not granted and datname = current_database()`.execute(db.read)
      return rows.length > 0
    })
    mayCommit.resolve()
    await inserting
    assert.equal(await removing, false)
    await sql`delete from chat_message where message_time = ${day}`.execute(db.read)
    assert.equal(await remove(), true)
  })
})
