import assert from 'node:assert/strict'
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { openEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import {
  countServers,
  createTempFolder,
  mountDisk,
  query,
  rootOnly,
} from '@onair/server/infra/db/embedded/test-helpers.ts'

const kills = Number(process.env['DATABASE_KILLS'] ?? 3)

type Options = { durable?: boolean; maxUnstableStarts?: number }

/** Opens a database and collects what is logged. `failure` resolves when it cannot be started again. */
async function openSupervised(dir: string, { durable = false, ...options }: Options = {}) {
  const { promise: failure, resolve: onFailure } = Promise.withResolvers<Error>()
  const events: string[] = []
  const record = (_fields: object, text: string) => void events.push(text)
  const log = { warn: record, error: record }
  const postgres = await openEmbeddedPostgres({ dir, durable, print: () => {}, log, onFailure, ...options })
  return { ...postgres, events, failure }
}

function killServer(dir: string) {
  process.kill(Number.parseInt(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
}

describe('supervision of the embedded server', () => {
  test('a server that is killed is started again at the same address, every time', async () => {
    using folder = createTempFolder()
    for (const dir of [folder.path, join(folder.path, 'a-long-name-'.repeat(9))]) {
      await using postgres = await openSupervised(dir)
      for (let kill = 1; kill <= kills; kill++) {
        killServer(dir)
        await eventually(() => postgres.events.length === 2 * kill)
        assert.deepEqual(await query(postgres.connection, 'select 1 as one'), [{ one: 1 }])
      }
      assert.equal(countServers(dir), 1)
      assert.deepEqual(
        postgres.events,
        Array.from({ length: kills }, () => ['postgres.ended', 'postgres.restarted']).flat(),
      )
    }
  })

  test('reports a server that cannot be started again, with the cause and the log file', async () => {
    using folder = createTempFolder()
    await using postgres = await openSupervised(folder.path)
    const control = join(folder.path, 'postgres', 'global', 'pg_control')
    renameSync(control, `${control}.moved`)
    killServer(folder.path)
    assert.match(
      (await postgres.failure).message,
      /^The database in \S+ is damaged \(.*pg_control.*postgres\.log has the details\.$/,
    )
    assert.deepEqual(postgres.events, ['postgres.ended'])
  })

  test('reports a server that starts but ends soon each time, with the cause and the log file', async () => {
    using folder = createTempFolder()
    await using postgres = await openSupervised(folder.path, { maxUnstableStarts: 2 })
    for (let restarts = 0; restarts <= 2; restarts++) {
      await eventually(() => postgres.events.filter((event) => event === 'postgres.restarted').length === restarts)
      killServer(folder.path)
    }
    assert.match(
      (await postgres.failure).message,
      /^PostgreSQL was started 2 times in a row and ended within 10 s each time \(SIGKILL\)\. See \S+postgres\.log\.$/,
    )
    assert.equal(countServers(folder.path), 0)
  })

  test('waits for space on a full disk with one log line, and starts again when there is some', rootOnly, async () => {
    await using disk = await mountDisk(140)
    await using postgres = await openSupervised(disk.path, { durable: true })
    await query(postgres.connection, 'create table filler as select 1 as n')
    disk.fill()
    const insert = 'insert into filler select generate_series(1, 100000)'
    // The write-ahead log reaches the end of its segments, which ends the server.
    await assert.rejects(async () => {
      for (;;) await query(postgres.connection, insert)
    })
    killServerIfRunning(disk.path)
    await eventually(() => postgres.events.includes('postgres.disk_full'))
    disk.free()
    await eventually(() => postgres.events.includes('postgres.restarted'), { within: 10_000 })
    await query(postgres.connection, insert)
    assert.deepEqual(postgres.events, ['postgres.disk_full', 'postgres.restarted'])
  })

  test('disposing during a restart leaves no server', async () => {
    using folder = createTempFolder()
    const postgres = await openSupervised(folder.path)
    killServer(folder.path)
    await eventually(() => postgres.events.length === 1)
    await postgres[Symbol.asyncDispose]()
    // A child that the killed server had just forked has the command line of a server, until it notices.
    await eventually(() => countServers(folder.path) === 0)
  })
})

function killServerIfRunning(dir: string) {
  if (countServers(dir) > 0) killServer(dir)
}
