import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { findBinaries } from '@onair/server/infra/db/embedded/binaries.ts'
import { connectEmbeddedPostgres, openEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import {
  isRoot,
  createTempFolder,
  mountDisk,
  openPostgres,
  query,
  countServers,
  readTextIfExists,
  rootOnly,
} from '@onair/server/infra/db/embedded/test-helpers.ts'

// Shared by the tests that only read.
const folder = createTempFolder()
after(() => folder[Symbol.dispose]())

describe('openEmbeddedPostgres', () => {
  test('keeps the data between starts, and leaves no server running in between', async () => {
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

  test('enables fsync for durable data and disables it for temporary data', async () => {
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

  test('uses UTF-8, code point order and UTC', async () => {
    await using postgres = await openPostgres(folder.path)
    const sql =
      "select current_setting('server_encoding') as encoding, current_setting('timezone') as zone, 'Z' < 'a' and 'z' < '가' as ordered, upper('é') as upper"
    assert.deepEqual(await query(postgres.connection, sql), [
      { encoding: 'UTF8', zone: 'UTC', ordered: true, upper: 'É' },
    ])
  })

  test('listens only on a private socket and requires the password', async () => {
    await using postgres = await openPostgres(folder.path)
    assert.ok(postgres.connection.host.startsWith(folder.path))
    assert.deepEqual(await query(postgres.connection, 'show listen_addresses'), [{ listen_addresses: '' }])
    await assert.rejects(
      query({ ...postgres.connection, password: 'guess' }, 'select 1'),
      /password authentication failed/,
    )
    assert.equal(statSync(join(folder.path, 'postgres-password')).mode & 0o777, 0o600)
  })

  test('listens on loopback and requires the password when the path is too long for a socket', async () => {
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

  test('connectEmbeddedPostgres connects only while another process has the database open', async () => {
    using folder = createTempFolder()
    assert.equal(await connectEmbeddedPostgres(folder.path), null)
    {
      await using postgres = await openPostgres(folder.path)
      assert.deepEqual(await connectEmbeddedPostgres(folder.path), postgres.connection)
    }
    assert.equal(await connectEmbeddedPostgres(folder.path), null)
  })

  test('supports a space, a quote and a comma in the path', async () => {
    using folder = createTempFolder()
    await using postgres = await openPostgres(join(folder.path, 'on "air", she\'s'))
    assert.deepEqual(await query(postgres.connection, 'select 1 as one'), [{ one: 1 }])
  })

  test('starts when the process id in the lock file was reused by another program', async () => {
    await (await openPostgres(folder.path))[Symbol.asyncDispose]()
    const data = join(folder.path, 'postgres')
    // PostgreSQL itself recognizes its parent and processes of other users, so this one has the same user.
    const unrelated = spawn('sleep', ['600'], isRoot ? { uid: 65534, gid: 65534 } : {})
    using _ = { [Symbol.dispose]: () => unrelated.kill() }
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
      writeFileSync(join(data, name), `${unrelated.pid}\n${data}\n1700000000\n5432\n${data}\n\n 1 1\nready\n`)
    await using postgres = await openPostgres(folder.path)
    assert.deepEqual(await query(postgres.connection, 'select 1 as one'), [{ one: 1 }])
  })

  test('removes a partial cluster', async () => {
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

  test('refuses a cluster of another major version', async () => {
    using folder = createTempFolder()
    mkdirSync(join(folder.path, 'postgres'))
    writeFileSync(join(folder.path, 'postgres', 'PG_VERSION'), '17\n')
    await assert.rejects(
      openPostgres(folder.path),
      /^DatabaseOpenError: The database in .* was created by PostgreSQL 17, .* includes PostgreSQL 18\.$/,
    )
  })

  test('refuses a data directory that is a file', async () => {
    using folder = createTempFolder()
    const file = join(folder.path, 'file')
    writeFileSync(file, '')
    await assert.rejects(openPostgres(file), { message: `The data directory ${file} is not a directory.` })
    await assert.rejects(openPostgres(join(file, 'below')), /is not a directory\.$/)
  })

  test(
    'refuses a data directory that cannot be created',
    { skip: existsSync('/proc/self') ? false : 'there is no /proc' },
    async () => {
      await assert.rejects(
        openPostgres('/proc/nothing/here'),
        /^DatabaseOpenError: Cannot create the data directory \/proc\/nothing\/here: /,
      )
    },
  )

  test('reports a damaged database in one sentence', async () => {
    using folder = createTempFolder()
    await (await openPostgres(folder.path))[Symbol.asyncDispose]()
    const wal = join(folder.path, 'postgres', 'pg_wal')
    const segment = readdirSync(wal).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? ''
    writeFileSync(join(wal, segment), Buffer.alloc(16 << 20))
    const damaged = /^The database in \S+ is damaged \([^\n]+\)\. Restore a backup; \S+postgres\.log has the details\.$/
    await assert.rejects(openPostgres(folder.path), { name: 'DatabaseOpenError', message: damaged })

    const file = join(folder.path, 'postgres', 'global', 'pg_control')
    chmodSync(file, 0o600)
    writeFileSync(file, '')
    await assert.rejects(openPostgres(folder.path), { name: 'DatabaseOpenError', message: damaged })
  })

  test('refuses a folder `postgres` that is not a database, and does not change its password', async () => {
    using folder = createTempFolder()
    const data = join(folder.path, 'postgres')
    mkdirSync(data)
    writeFileSync(join(data, 'note.txt'), 'mine')
    writeFileSync(join(folder.path, 'postgres-password'), 'old')
    await assert.rejects(openPostgres(folder.path), {
      message: `The folder ${data} is not a PostgreSQL database. Move it away, or choose another data directory with --data-dir.`,
    })
    assert.equal(readTextIfExists(join(folder.path, 'postgres-password')), 'old')
  })

  test('reports a disk that is too small for a database, and one that is full', rootOnly, async () => {
    await using small = await mountDisk(40)
    await assert.rejects(
      openPostgres(small.path),
      /has \d+ MB of free space, but a new database needs 100 MB\. Free some/,
    )

    await using disk = await mountDisk(120)
    await (await openPostgres(disk.path))[Symbol.asyncDispose]()
    disk.fill()
    const full = new RegExp(
      `^There is no space left on the disk of ${disk.path}\\S*\\. Free some space and start again, `,
    )
    await assert.rejects(openPostgres(disk.path), { name: 'DatabaseOpenError', message: full })
    disk.free()
    await (await openPostgres(disk.path))[Symbol.asyncDispose]()
  })

  test('suggests ONAIR_DATABASE_URL on a platform without binaries', async () => {
    await assert.rejects(findBinaries(null, 'win32-x64'), /no embedded PostgreSQL .*win32-x64.*ONAIR_DATABASE_URL/)
  })
})
