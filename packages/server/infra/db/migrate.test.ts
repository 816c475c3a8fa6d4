import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { openDatabaseProxy, openTestDatabase } from '../../../../tests/support/programs/databases.ts'
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

  test('refuses a database that holds tables of another program, names them, and leaves no table', async () => {
    await using database = await openTestDatabase({ schema: false })
    await using client = await connect(database.connection)
    await client.query(`create schema game; create table game.items (); create table migration (id int, name text)`)
    await client.query(`insert into migration values (1, '0001-accounts.sql')`)
    await client.query('create table players (); create table matches ()')
    const names = await listTables(client)
    await assert.rejects(migrate(database.connection), {
      name: 'DatabaseOpenError',
      message:
        /^The database "onair_test_\w+" holds tables of another program: items, matches, migration and 1 more\. Create a database for Onair, or run onair migrate --beside-other-tables once/,
    })
    await assert.rejects(migrate(database.connection, { besideOtherTables: true }), {
      name: 'DatabaseOpenError',
      message: /Onair needs the name migration: create a database for Onair\.$/,
    })
    assert.deepEqual(await listTables(client), names)
  })

  test('once confirmed, migrates beside the tables of another program, and later starts need no confirmation', async () => {
    await using database = await openTestDatabase({ schema: false })
    await using client = await connect(database.connection)
    await client.query('create table players (name text)')
    assert.deepEqual(await migrate(database.connection, { besideOtherTables: true }), migrations)
    assert.deepEqual(await migrate(database.connection), [])
    assert.ok((await listTables(client)).includes('players'))
  })

  test('says which name both programs need', async () => {
    await using database = await openTestDatabase({ schema: false })
    await using client = await connect(database.connection)
    await client.query('create table account ()')
    await assert.rejects(migrate(database.connection, { besideOtherTables: true }), {
      name: 'DatabaseOpenError',
      message: 'Onair needs a database of its own: here, relation "account" already exists.',
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

async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by name`,
  )
  return rows.map(({ name }) => name)
}

async function connect(connection: ConnectionConfig) {
  const client = new Client(clientConfig(connection))
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
