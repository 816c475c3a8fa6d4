import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventually } from '../support/eventually.ts'
import { connectEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import {
  createTempFolder,
  rootOnly,
  openPostgres,
  findProcesses,
  query,
  startKillableProgram,
  countServers,
} from '@onair/server/infra/db/embedded/test-helpers.ts'

type Program = ReturnType<typeof startKillableProgram>

/** Checks once a millisecond, because these states last only a moment. */
const waitUntil = (condition: () => boolean) => eventually(condition, { maxPauseMs: 1 })
const killMoments: Record<string, (program: Program, dir: string) => Promise<unknown>> = {
  'before it creates the cluster': (program) => program.waitForLine(/^info Creating/),
  'while it creates the cluster': (_, dir) =>
    waitUntil(() =>
      listPartialDirectories(dir).some((half) => existsSync(join(dir, half, 'postgres', 'global', 'pg_control'))),
    ),
  'when it renames the cluster': (_, dir) => waitUntil(() => existsSync(join(dir, 'postgres', 'PG_VERSION'))),
  'while the server starts': (_, dir) => waitUntil(() => existsSync(join(dir, 'postgres', 'postmaster.pid'))),
  'when the database is open': (program) => program.waitForLine(/^open/),
  'while it writes': (program) => program.waitForLine(/^committed 50$/),
  'while it closes': async (program) => {
    await program.waitForLine(/^committed 50$/)
    program.close()
    await program.waitForLine(/^closing$/)
  },
}
const listPartialDirectories = (dir: string) =>
  existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith('incomplete-')) : []

describe('crash recovery', () => {
  for (const [moment, isReached] of Object.entries(killMoments))
    test(`loses no committed row when killed ${moment}, and starts again`, async () => {
      using folder = createTempFolder()
      await using program = startKillableProgram(folder.path)
      await isReached(program, folder.path)
      await program.kill()
      {
        await using postgres = await openPostgres(folder.path)
        assert.equal(countServers(folder.path), 1)
        assert.deepEqual(listPartialDirectories(folder.path), [])
        const { connection } = postgres
        await query(connection, 'create table if not exists committed (row bigint generated always as identity)')
        const rows = new Set((await query(connection, 'select row from committed')).map(({ row }) => Number(row)))
        assert.deepEqual(
          program.committedRows().filter((row) => !rows.has(row)),
          [],
        )
      }
      assert.deepEqual(findProcesses(folder.path), [])
    })

  test('the server of a killed process ends, and the next process waits for it', async () => {
    using folder = createTempFolder()
    await using program = startKillableProgram(folder.path)
    await program.waitForLine(/^committed/)
    await program.kill()
    await using next = startKillableProgram(folder.path)
    await next.waitForLine(/^committed/)
    assert.equal(countServers(folder.path), 1)
    await next.kill()
    assert.equal(await connectEmbeddedPostgres(folder.path), null)
    await eventually(() => countServers(folder.path) === 0)
  })

  test(
    'starts after program and server were killed together, also where process 1 does not reap',
    rootOnly,
    async (t) => {
      using folder = createTempFolder()
      const kills = Number(process.env['DATABASE_KILLS'] ?? 2)
      const namespace = ['--pid', '--fork', '--mount-proc', process.execPath]
      const script = fileURLToPath(
        new URL('../../packages/server/infra/db/embedded/no-reap-test-program.ts', import.meta.url),
      )
      const { stdout } = await promisify(execFile)('unshare', [...namespace, script, folder.path, String(kills)])
      t.diagnostic(stdout.trim())
      assert.match(stdout, new RegExp(`^${kills} kills, ${kills} zombies, \\d+ rows committed, 0 lost$`, 'm'))
    },
  )

  test('a second process is refused the data directory; the error names the first process', async () => {
    using folder = createTempFolder()
    await using _ = await openPostgres(folder.path)
    const refused = `The data directory ${folder.path} is in use by process ${process.pid}. Stop it, or choose another with --data-dir.`
    await using second = startKillableProgram(folder.path)
    assert.equal(await second.waitForLine(/^(open|refused)/), `refused ${refused}`)
    await assert.rejects(openPostgres(folder.path), { message: refused })
  })

  test('exactly one of five concurrent processes gets the data directory, whether new or abandoned', async () => {
    using folder = createTempFolder()
    for (let round = 0; round < 2; round++) {
      await using finish = new AsyncDisposableStack()
      const processes = Array.from({ length: 5 }, () => finish.use(startKillableProgram(folder.path)))
      const outcomes = await Promise.all(processes.map((each) => each.waitForLine(/^(open|refused)/)))
      const refusals = outcomes.filter((line) => line !== 'open')
      assert.equal(refusals.length, 4)
      for (const refusal of refusals) assert.match(refusal, /is in use by process/)
      assert.equal(countServers(folder.path), 1)
    }
    await using _ = await openPostgres(folder.path)
  })
})
