import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { openDatabaseProxy, openTestDatabase } from '../../../../tests/support/databases.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { clientConfig, type ConnectionConfig } from './pool.ts'
import { migrate } from './migrate.ts'

const migrations = readdirSync(new URL('../../migrations/', import.meta.url)).sort()

describe('migrate', () => {
  test('applies every migration once, in order', async () => {
    await using database = await openTestDatabase({ schema: false })
    assert.deepEqual(await migrate(database.connection), migrations)
    assert.deepEqual(await migrate(database.connection), [])
  })

  test('does not wait for other starts where nothing is pending', async () => {
    await using database = await openTestDatabase()
    await using client = await connect(database.connection)
    await client.query("select pg_advisory_lock(hashtext('onair.migrate'))")
    assert.deepEqual(await migrate(database.connection), [])
  })

  test('refuses a database created by a pre-release version and says what to do', async () => {
    await using database = await openTestDatabase({ schema: false })
    await createMigratedBy(database.connection, '0001-people.sql')
    await assert.rejects(migrate(database.connection), {
      name: 'DatabaseOpenError',
      message:
        'The database was created by a pre-release version of Onair and cannot be upgraded: ' +
        'start with an empty data directory (ONAIR_DATA_DIR) or an empty database (ONAIR_DATABASE_URL).',
    })
  })

  test('refuses a database migrated by a newer version', async () => {
    await using database = await openTestDatabase()
    await using client = await connect(database.connection)
    await client.query(`insert into migration (name) values ('9999-later.sql')`)
    await assert.rejects(migrate(database.connection), {
      name: 'DatabaseOpenError',
      message:
        'The database was migrated by a newer version of Onair (migration 9999-later.sql). Start that version or a newer one.',
    })
  })

  test('fails when its connection is lost; the next run succeeds', async () => {
    await using database = await openTestDatabase({ schema: false })
    await using proxy = await openDatabaseProxy(database.connection)
    await using client = await connect(database.connection)
    await client.query("select pg_advisory_lock(hashtext('onair.migrate'))")
    const migrating = assert.rejects(migrate(proxy.url), { message: /terminated/ })
    await eventually(async () => {
      const { rows } = await client.query(`select from pg_locks
        where database = (select oid from pg_database where datname = current_database()) and not granted`)
      return rows.length > 0
    })
    proxy.disconnect()
    await migrating
    await client.query("select pg_advisory_unlock(hashtext('onair.migrate'))")
    assert.deepEqual(await migrate(database.connection), migrations)
  })
})

async function createMigratedBy(connection: ConnectionConfig, migration: string) {
  await using client = await connect(connection)
  await client.query('create table migration (name text primary key, ran_at timestamptz default now())')
  await client.query('insert into migration (name) values ($1)', [migration])
}

async function connect(connection: ConnectionConfig) {
  const client = new Client(clientConfig(connection))
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
