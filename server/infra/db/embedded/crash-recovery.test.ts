import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectEmbeddedPostgres } from './embedded-postgres.ts'
import {
  createTempFolder,
  openPostgres,
  findProcesses,
  query,
  startKillableProgram,
  countServers,
  waitUntil,
} from './test-helpers.ts'

type Program = ReturnType<typeof startKillableProgram>

const killMoments: Record<string, (program: Program, dir: string) => Promise<unknown>> = {
  'as it begins to make the cluster': (program) => program.waitForLine(/^say Making/),
  'while the cluster is half made': (_, dir) =>
    waitUntil(() =>
      listPartialDirectories(dir).some((half) => existsSync(join(dir, half, 'postgres', 'global', 'pg_control'))),
    ),
  'as the cluster comes to its place': (_, dir) => waitUntil(() => existsSync(join(dir, 'postgres', 'PG_VERSION'))),
  'while the server starts': (_, dir) => waitUntil(() => existsSync(join(dir, 'postgres', 'postmaster.pid'))),
  'as it opens': (program) => program.waitForLine(/^open/),
  'while it writes': (program) => program.waitForLine(/^kept 50$/),
  'while it closes': async (program) => {
    await program.waitForLine(/^kept 50$/)
    program.close()
    await program.waitForLine(/^closing$/)
  },
}
const listPartialDirectories = (dir: string) =>
  existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith('incomplete-')) : []

for (const [moment, isReached] of Object.entries(killMoments))
  test(`a program killed ${moment} loses nothing that was acknowledged, and leaves nothing in the way`, async () => {
    using folder = createTempFolder()
    await using program = startKillableProgram(folder.path)
    await isReached(program, folder.path)
    await program.kill()
    {
      await using postgres = await openPostgres(folder.path)
      assert.equal(countServers(folder.path), 1)
      assert.deepEqual(listPartialDirectories(folder.path), [])
      const { connection } = postgres
      await query(connection, 'create table if not exists kept (row bigint generated always as identity)')
      const rows = new Set((await query(connection, 'select row from kept')).map(({ row }) => Number(row)))
      assert.deepEqual(
        program.acknowledgedRows().filter((row) => !rows.has(row)),
        [],
      )
    }
    assert.deepEqual(findProcesses(folder.path), [])
  })

test('a server left behind by a killed program is stopped for a new one', async () => {
  using folder = createTempFolder()
  await using program = startKillableProgram(folder.path)
  await program.waitForLine(/^kept/)
  await program.kill()
  assert.equal(countServers(folder.path), 1)
  assert.equal(await connectEmbeddedPostgres(folder.path), null)
  await using next = startKillableProgram(folder.path)
  assert.match(await next.waitForLine(/^say Stopping/), /process id \d+/)
  await next.waitForLine(/^kept/)
  assert.equal(countServers(folder.path), 1)
  const connection = await connectEmbeddedPostgres(folder.path)
  assert.ok(connection && (await query(connection, 'select row from kept')).length > 0)
  next.close()
  await next.ended
  assert.equal(countServers(folder.path), 0)
})

test('a second program is refused the folder in one line, naming the first', async () => {
  using folder = createTempFolder()
  await using _ = await openPostgres(folder.path)
  const refused = `The data folder ${folder.path} is in use by the program with process id ${process.pid}; stop that, or name another folder`
  await using second = startKillableProgram(folder.path)
  assert.equal(await second.waitForLine(/^(open|refused)/), `refused ${refused}`)
  await assert.rejects(openPostgres(folder.path), { message: refused })
})

test('of programs that start at once exactly one gets the folder, new or left behind', async () => {
  using folder = createTempFolder()
  for (let round = 0; round < 3; round++) {
    await using finish = new AsyncDisposableStack()
    const racers = Array.from({ length: 5 }, () => finish.use(startKillableProgram(folder.path)))
    const outcomes = await Promise.all(racers.map((racer) => racer.waitForLine(/^(open|refused)/)))
    const refusals = outcomes.filter((line) => line !== 'open')
    assert.equal(refusals.length, 4)
    for (const refusal of refusals) assert.match(refusal, /is in use by the program with process id/)
    assert.equal(countServers(folder.path), 1)
  }
  await using _ = await openPostgres(folder.path)
})
