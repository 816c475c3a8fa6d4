import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findBinaries } from './binaries.ts'
import { connectEmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import { isRoot, createTempFolder, openPostgres, query, countServers } from './test-helpers.ts'

// One cluster for the tests that only open and look.
const folder = createTempFolder()
after(() => folder[Symbol.dispose]())

test('what was written is there when the folder is opened again, and nothing runs in between', async () => {
  using folder = createTempFolder()
  {
    await using postgres = await openPostgres(folder.path)
    await query(postgres.connection, "create table note as select 'Ünïcode 방송' as text")
    assert.equal(countServers(folder.path), 1)
  }
  assert.equal(countServers(folder.path), 0)
  await using postgres = await openPostgres(folder.path)
  assert.deepEqual(await query(postgres.connection, 'select text from note'), [{ text: 'Ünïcode 방송' }])
})

test('data that matters waits for the disk, data to be thrown away does not', async () => {
  const settings =
    "select string_agg(setting, ' ' order by name) as set from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')"
  for (const [durable, expected] of [
    [true, 'on on on'],
    [false, 'off off off'],
  ] as const) {
    await using postgres = await openEmbeddedPostgres({
      dir: folder.path,
      durable,
      print: () => {},
      maxConnections: 211,
    })
    assert.deepEqual(await query(postgres.connection, settings), [{ set: expected }])
    assert.deepEqual(await query(postgres.connection, 'show max_connections'), [{ max_connections: '211' }])
  }
})

test('text is UTF-8, ordered by code point, and time is UTC', async () => {
  await using postgres = await openPostgres(folder.path)
  const sql =
    "select current_setting('server_encoding') as encoding, current_setting('timezone') as zone, 'Z' < 'a' and 'z' < '가' as ordered, upper('é') as upper"
  assert.deepEqual(await query(postgres.connection, sql), [
    { encoding: 'UTF8', zone: 'UTC', ordered: true, upper: 'É' },
  ])
})

test('the server listens on a private socket alone and asks for the password', async () => {
  await using postgres = await openPostgres(folder.path)
  assert.ok(postgres.connection.host.startsWith(folder.path))
  assert.deepEqual(await query(postgres.connection, 'show listen_addresses'), [{ listen_addresses: '' }])
  await assert.rejects(
    query({ ...postgres.connection, password: 'guess' }, 'select 1'),
    /password authentication failed/,
  )
  assert.equal(statSync(join(folder.path, 'postgres-password')).mode & 0o777, 0o600)
})

test('where the path is too long for a socket, the server listens on loopback and asks for the password', async () => {
  using folder = createTempFolder()
  const dir = join(folder.path, 'a-long-name-'.repeat(9))
  await using postgres = await openPostgres(dir)
  assert.equal(postgres.connection.host, '127.0.0.1')
  assert.deepEqual(await query(postgres.connection, 'select 1 as one'), [{ one: 1 }])
  assert.deepEqual(await connectEmbeddedPostgres(dir), postgres.connection)
  await assert.rejects(
    query({ ...postgres.connection, password: 'guess' }, 'select 1'),
    /password authentication failed/,
  )
})

test('another command reaches the database while a program has it, and only then', async () => {
  using folder = createTempFolder()
  assert.equal(await connectEmbeddedPostgres(folder.path), null)
  {
    await using postgres = await openPostgres(folder.path)
    assert.deepEqual(await connectEmbeddedPostgres(folder.path), postgres.connection)
  }
  assert.equal(await connectEmbeddedPostgres(folder.path), null)
})

test('a folder with a space, a quote and a comma in its name is as good as any', async () => {
  using folder = createTempFolder()
  await using postgres = await openPostgres(join(folder.path, 'on "air", she\'s'))
  assert.deepEqual(await query(postgres.connection, 'select 1 as one'), [{ one: 1 }])
})

test('a process id that was given to another program since does not keep the server from starting', async () => {
  await (await openPostgres(folder.path))[Symbol.asyncDispose]()
  const data = join(folder.path, 'postgres')
  // PostgreSQL itself sees through the id of its parent and of another user's process, so a stranger of its own user.
  const stranger = spawn('sleep', ['600'], isRoot ? { uid: 65534, gid: 65534 } : {})
  using _ = { [Symbol.dispose]: () => stranger.kill() }
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
    writeFileSync(join(data, name), `${stranger.pid}\n${data}\n1700000000\n5432\n${data}\n\n 1 1\nready\n`)
  await using postgres = await openPostgres(folder.path)
  assert.deepEqual(await query(postgres.connection, 'select 1 as one'), [{ one: 1 }])
})

test('a cluster half made is cleared away', async () => {
  using folder = createTempFolder()
  mkdirSync(join(folder.path, 'incomplete-abc', 'postgres'), { recursive: true })
  writeFileSync(join(folder.path, 'incomplete-abc', 'postgres', 'PG_VERSION'), '18\n')
  await using postgres = await openPostgres(folder.path)
  assert.deepEqual(await query(postgres.connection, 'select 1 as one'), [{ one: 1 }])
  assert.deepEqual(
    readdirSync(folder.path).filter((name) => name.startsWith('incomplete-')),
    [],
  )
})

test('a cluster of another major version is refused by name', async () => {
  using folder = createTempFolder()
  mkdirSync(join(folder.path, 'postgres'))
  writeFileSync(join(folder.path, 'postgres', 'PG_VERSION'), '17\n')
  await assert.rejects(
    openPostgres(folder.path),
    /^CannotOpenDatabase: The database in .* was made by PostgreSQL 17, .* brings 18$/,
  )
})

test('a data folder that is a file is refused in one line', async () => {
  using folder = createTempFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  await assert.rejects(openPostgres(file), { message: `The data folder ${file} is not a folder` })
  await assert.rejects(openPostgres(join(file, 'below')), /is not a folder$/)
})

test(
  'a data folder where none can be made is refused in one line',
  { skip: existsSync('/proc/self') ? false : 'there is no /proc' },
  async () => {
    await assert.rejects(
      openPostgres('/proc/nothing/here'),
      /^CannotOpenDatabase: The data folder \/proc\/nothing\/here cannot be/,
    )
  },
)

test('a server that cannot start says why', async () => {
  using folder = createTempFolder()
  await (await openPostgres(folder.path))[Symbol.asyncDispose]()
  const file = join(folder.path, 'postgres', 'global', 'pg_control')
  chmodSync(file, 0o600)
  writeFileSync(file, '')
  await assert.rejects(openPostgres(folder.path), /PostgreSQL did not start: .*pg_control/s)
})

test('a platform without binaries is told to bring a database', async () => {
  await assert.rejects(findBinaries(null, 'win32-x64'), /no PostgreSQL to embed .*win32-x64.*DATABASE_URL/)
})
