import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { readConfig } from '@onair/server/config/config.ts'
import { createPerson } from '@onair/server/features/accounts/sign-up/create-person.ts'
import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import { getSiteOverview } from '@onair/server/features/operators/get-site-overview.ts'
import { memoryBus } from '@onair/server/infra/bus/memory-bus.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { openDb } from '@onair/server/infra/db/db.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { openProgram } from '@onair/server/program.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'
import { connectionUrl, openTestDatabase } from '../../../../tests/support/programs/databases.ts'
import { runCommandHere } from '../../../../tests/support/programs/program.ts'

const newKey = () => randomBytes(32).toString('base64')

/** A server of production on a database of its own, with the settings that a command needs to use the same database. */
async function openServer(secretKey = newKey(), schema = true) {
  const database = await openTestDatabase({ schema })
  const env = {
    ONAIR_PORT: '0',
    ONAIR_RTMP_PORT: 'off',
    ONAIR_ARGON_MEMORY_KIB: '8',
    ONAIR_MODE: 'production',
    ONAIR_SECRET_KEY: secretKey,
    ONAIR_DATABASE_URL: connectionUrl(database.connection),
  }
  const open = () => openProgram({ config: readConfig(env), log: silentLog })
  return { env, open, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

/** Statements of an operator on a database. */
async function openOperatorConnection(url: string) {
  await using opening = new AsyncDisposableStack()
  const bus = opening.use(memoryBus({ log: silentLog }))
  const { read } = opening.use(openDb(url, { bus, clock: systemClock(), log: silentLog, poolSize: 1 }))
  const opened = opening.move()
  return {
    run: (statement: string) => sql.raw(statement).execute(read),
    count: async (table: string) =>
      Number(
        (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(read)).rows[0]?.count,
      ),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The lines that are printed every two seconds are left out. */
const withoutProgress = (text: string) => text.replace(/^(Backing up|Restoring) \w+ \(\d+ of \d+ tables\) …\n/gm, '')

describe('onair backup and restore', () => {
  test('a backup of a running server is of one moment, and a second server opens it with the same key', async () => {
    using folder = createTempFolder()
    const file = join(folder.path, 'backup')
    await using source = await openServer()
    await using program = await source.open()
    // A name that the text format of COPY escapes.
    const person = { channelName: '방송\\인', email: 'a@example.com', password: 'a long enough password' }
    const { channelId } = await createPerson(person, program.deps)
    const streamKey = await getStreamKey(channelId, program.deps)

    // Each transaction adds an account and its channel. A backup that is not of one moment would have one without the other.
    let added = 0
    const loading = new AbortController()
    const load = async (worker: number) => {
      while (!loading.signal.aborted && added < 500) {
        const email = `${worker}-${(added += 1)}@example.com`
        await createPerson({ ...person, channelName: `p${worker}x${added}`, email }, program.deps)
      }
    }
    const loads = [load(1), load(2)]
    const written = await runCommandHere(['backup', file, '--json'], source.env)
    loading.abort()
    await Promise.all(loads)
    assert.deepEqual([written.code, withoutProgress(written.stderr)], [0, ''])
    assert.equal(statSync(file).mode & 0o777, 0o600)

    await using target = await openServer(source.env.ONAIR_SECRET_KEY, false)
    const restored = await runCommandHere(['restore', file], target.env)
    assert.deepEqual([restored.code, withoutProgress(restored.stderr)], [0, ''])
    const { rows } = JSON.parse(written.stdout)
    assert.match(restored.stdout, new RegExp(`^Restored ${rows} rows of \\d+ tables as of .* match the backup\\.`))

    await using second = await target.open()
    await using operator = await openOperatorConnection(target.env.ONAIR_DATABASE_URL)
    assert.equal(await getStreamKey(channelId, second.deps), streamKey)
    const after = { ...person, channelName: 'after', email: 'after@example.com' }
    await createPerson(after, second.deps)
    const accounts = await operator.count('account')
    assert.ok(accounts >= 2 && accounts <= added + 2, `${accounts} of ${added}`)

    const [, writtenDate] = / as of (\S+)\. /.exec(restored.stdout) ?? []
    const copied = await runCommandHere(['backup', '--copied', '--json'], source.env)
    assert.deepEqual([copied.code, copied.stdout.trim()], [0, '{"copied":true}'])
    const { lastBackupDate, lastBackupCopyDate } = await getSiteOverview(program.deps, null)
    assert.ok(lastBackupCopyDate !== null && lastBackupCopyDate >= String(lastBackupDate))
    assert.equal(lastBackupDate, writtenDate?.replace(/\.\d+/, ''))

    const again = await runCommandHere(['restore', file], target.env)
    assert.match(`${again.code} ${again.stderr}`, /^1 onair: The target has data already\. .*\n$/)
    assert.equal(await operator.count('account'), accounts)
    const overwrite = await runCommandHere(['backup', file], source.env)
    assert.match(`${overwrite.code} ${overwrite.stderr}`, /^1 onair: .* exists already\. .*\n$/)
  })

  test('a damaged file, another key and another schema are refused with one sentence, and nothing is restored', async () => {
    using folder = createTempFolder()
    const file = join(folder.path, 'backup')
    await using source = await openServer()
    await (await source.open())[Symbol.asyncDispose]()
    assert.equal((await runCommandHere(['backup', file], source.env)).code, 0)
    await using target = await openServer(source.env.ONAIR_SECRET_KEY)
    const refusalOf = async (content: Buffer, env = target.env) => {
      const changed = join(folder.path, 'changed')
      writeFileSync(changed, content)
      const { code, stdout, stderr } = await runCommandHere(['restore', changed], env)
      assert.deepEqual([code, stdout], [1, ''])
      assert.equal(stderr.trim().split('\n').length, 1)
      return stderr
    }

    const good = readFileSync(file)
    const content = gunzipSync(good)
    const flipped = Buffer.from(content)
    flipped[content.lastIndexOf('Minecraft')] = 0x58
    const damaged = /^onair: The backup .* is damaged or incomplete\.\n$/
    assert.match(await refusalOf(good.subarray(0, good.length - 100)), damaged)
    assert.match(await refusalOf(gzipSync(flipped)), damaged)
    assert.match(await refusalOf(gzipSync(content.subarray(0, -65))), damaged)
    assert.match(await refusalOf(gzipSync(Buffer.concat([content, content]))), damaged)
    assert.match(await refusalOf(Buffer.from('text')), /^onair: .* is not a backup of Onair\.\n$/)

    const otherKey = { ...target.env, ONAIR_SECRET_KEY: newKey() }
    assert.match(await refusalOf(good, otherKey), /^onair: The secrets in this database were sealed with another key/)

    await using other = await openServer(source.env.ONAIR_SECRET_KEY)
    await using operator = await openOperatorConnection(other.env.ONAIR_DATABASE_URL)
    await operator.run('alter table account add column extra text')
    assert.match(
      await refusalOf(good, other.env),
      /^onair: The backup .* has the schema of Onair .*, then upgrade\.\n$/,
    )
    assert.equal(await operator.count('installation'), 0)
    const restored = await runCommandHere(['restore', file], target.env)
    assert.equal(restored.code, 0, restored.stderr)
  })

  test('the embedded database is restored into an empty data directory that has the key', async () => {
    using source = await createDataDirectory()
    using folder = createTempFolder()
    const [file, target] = [join(folder.path, 'backup'), join(folder.path, 'target')]
    const written = await runCommandHere(['backup', file, '--data-dir', source.path, '--json'])
    assert.deepEqual([written.code, withoutProgress(written.stderr)], [0, ''])

    const refused = await runCommandHere(['restore', file, '--data-dir', target])
    assert.match(`${refused.code} ${refused.stderr}`, /^1 onair: The key of the backup is missing: copy .*\n$/)
    assert.equal(existsSync(target), false)
    mkdirSync(target)
    copyFileSync(join(source.path, 'secret-key'), join(target, 'secret-key'))
    const restored = await runCommandHere(['restore', file, '--data-dir', target, '--json'])
    assert.equal(restored.code, 0, restored.stderr)
    const { createdAt: _, ...result } = JSON.parse(restored.stdout)
    const { tables, rows } = JSON.parse(written.stdout)
    assert.deepEqual(result, { mode: 'sandbox', tables, rows })
  })
})

describe('onair upgrade --check', () => {
  test('prints the migrations that would run, what they lock and whether the running version can serve beside', async () => {
    await using server = await openServer()
    await (await server.open())[Symbol.asyncDispose]()
    const current = await runCommandHere(['upgrade', '--check'], server.env)
    assert.deepEqual([current.code, withoutProgress(current.stderr)], [0, ''])
    assert.match(current.stdout, /No migration would run\.\n$/)

    await using operator = await openOperatorConnection(server.env.ONAIR_DATABASE_URL)
    await operator.run('drop table audit_log')
    await operator.run("delete from migration where name = '0018-audit.sql'")
    const { code, stdout } = await runCommandHere(['upgrade', '--check', '--json'], server.env)
    const { migrations, canServeBeside } = JSON.parse(stdout)
    assert.deepEqual([code, canServeBeside], [0, true])
    assert.deepEqual(
      migrations.map(({ name }: { name: string }) => name),
      ['0018-audit.sql'],
    )
    using folder = createTempFolder()
    const pending = await runCommandHere(['backup', join(folder.path, 'backup')], server.env)
    assert.match(
      `${pending.code} ${pending.stderr}`,
      /^1 onair: The schema of the database is not that of this version/,
    )
    const usage = await runCommandHere(['upgrade'], server.env)
    assert.equal(usage.code, 2)
  })
})
