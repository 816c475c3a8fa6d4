import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectEmbeddedPostgres } from './embedded-postgres.ts'
import { newFolder, open, processesNaming, query, runProgram, serversOn, until } from './testing.ts'

type Program = ReturnType<typeof runProgram>

const moments: Record<string, (program: Program, dir: string) => Promise<unknown>> = {
  'as it begins to make the cluster': (program) => program.line(/^say Making/),
  'while the cluster is half made': (_, dir) =>
    until(() => halves(dir).some((half) => existsSync(join(dir, half, 'postgres', 'global', 'pg_control')))),
  'as the cluster comes to its place': (_, dir) => until(() => existsSync(join(dir, 'postgres', 'PG_VERSION'))),
  'while the server starts': (_, dir) => until(() => existsSync(join(dir, 'postgres', 'postmaster.pid'))),
  'as it opens': (program) => program.line(/^open/),
  'while it writes': (program) => program.line(/^kept 50$/),
  'while it closes': async (program) => {
    await program.line(/^kept 50$/)
    program.close()
    await program.line(/^closing$/)
  },
}
const halves = (dir: string) => (existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith('making-')) : [])

for (const [moment, isReached] of Object.entries(moments))
  test(`a program killed ${moment} loses nothing that was acknowledged, and leaves nothing in the way`, async () => {
    using folder = newFolder()
    await using program = runProgram(folder.path)
    await isReached(program, folder.path)
    await program.kill()
    {
      await using postgres = await open(folder.path)
      assert.equal(serversOn(folder.path), 1)
      assert.deepEqual(halves(folder.path), [])
      const { connection } = postgres
      await query(connection, 'create table if not exists kept (row bigint generated always as identity)')
      const rows = new Set((await query(connection, 'select row from kept')).map(({ row }) => Number(row)))
      assert.deepEqual(
        program.acknowledged().filter((row) => !rows.has(row)),
        [],
      )
    }
    assert.deepEqual(processesNaming(folder.path), [])
  })

test('a server left behind by a killed program is stopped for a new one', async () => {
  using folder = newFolder()
  await using program = runProgram(folder.path)
  await program.line(/^kept/)
  await program.kill()
  assert.equal(serversOn(folder.path), 1)
  assert.equal(await connectEmbeddedPostgres(folder.path), null)
  await using next = runProgram(folder.path)
  assert.match(await next.line(/^say Stopping/), /process id \d+/)
  await next.line(/^kept/)
  assert.equal(serversOn(folder.path), 1)
  const connection = await connectEmbeddedPostgres(folder.path)
  assert.ok(connection && (await query(connection, 'select row from kept')).length > 0)
  next.close()
  await next.ended
  assert.equal(serversOn(folder.path), 0)
})

test('a second program is refused the folder in one line, naming the first', async () => {
  using folder = newFolder()
  await using _ = await open(folder.path)
  const refused = `The data folder ${folder.path} is in use by the program with process id ${process.pid}; stop that, or name another folder`
  await using second = runProgram(folder.path)
  assert.equal(await second.line(/^(open|refused)/), `refused ${refused}`)
  await assert.rejects(open(folder.path), { message: refused })
})

test('of programs that start at once exactly one gets the folder, new or left behind', async () => {
  using folder = newFolder()
  for (let round = 0; round < 3; round++) {
    await using finish = new AsyncDisposableStack()
    const racers = Array.from({ length: 5 }, () => finish.use(runProgram(folder.path)))
    const outcomes = await Promise.all(racers.map((racer) => racer.line(/^(open|refused)/)))
    const refusals = outcomes.filter((line) => line !== 'open')
    assert.equal(refusals.length, 4)
    for (const refusal of refusals) assert.match(refusal, /is in use by the program with process id/)
    assert.equal(serversOn(folder.path), 1)
  }
  await using _ = await open(folder.path)
})
