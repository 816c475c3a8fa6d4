import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { clientConfig } from '@onair/server/infra/db/pool.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { connectionUrl, openTestDatabase } from '../support/programs/databases.ts'
import { runCommandHere, runProgram, startProgram, type ExitResult } from '../support/programs/program.ts'

/** Variables of conda, a shell, a test runner and the project of a developer. */
const otherProject = {
  HOST: 'x86_64-conda-linux-gnu',
  PORT: 'auto',
  MODE: 'test',
  LOG_LEVEL: 'debug',
  BASE_URL: '/',
  ROLES: 'admin',
  DATABASE_URL: 'postgres://game@127.0.0.1:1/mygame',
  REDIS_URL: 'redis://127.0.0.1:1',
  SECRET_KEY: 'not-so-secret',
  CLIENT_SECRET: 'of another service',
  PGHOST: '127.0.0.1',
  PGPORT: '1',
  PGUSER: 'game',
  PGPASSWORD: 'game',
  PGDATABASE: 'mygame',
  PGSSLMODE: 'require',
  PGOPTIONS: '-c search_path=mygame -c default_transaction_read_only=on',
  PGCLIENTENCODING: 'LATIN1',
  PGDATA: '/nowhere',
  NODE_PG_FORCE_NATIVE: '1',
  NODE_USE_ENV_PROXY: '1',
  HTTP_PROXY: 'http://127.0.0.1:1',
  NO_PROXY: 'example.com',
}

describe('in the shell of another project', () => {
  test('the server starts, and commands find it', async () => {
    using folder = createTempFolder()
    const args = ['serve', '--port', '0', '--json', '--data-dir', folder.path]
    await using program = startProgram(args, otherProject)
    const { baseUrl } = await program.ready()
    const address = { ...otherProject, ONAIR_URL: baseUrl }
    const shown = await runProgram(['env'], address)
    assert.deepEqual([shown.code, shown.stderr], [0, ''])
    assert.ok(shown.stdout.startsWith(`export BASE='${baseUrl}'\n`))
    const created = await runProgram(
      ['app', 'create', '--name', 'bot', '--redirect-uri', 'http://127.0.0.1:9/', '--data-dir', folder.path],
      otherProject,
    )
    assert.deepEqual([created.code, created.stderr], [0, ''])
    assert.deepEqual([(await program.stop()).code, program.stderr()], [0, `${program.stderr().trimEnd()}\n`])
  })

  test('a program that certify starts gets the variables of its shell', async () => {
    using folder = createTempFolder()
    const file = join(folder.path, 'variables')
    const bot = `echo "$PGSSLMODE $HOST" > '${file}'`
    await runProgram(['certify', '--bot', bot, '--timeout', '1', '--only', 'unknown-fields'], otherProject)
    assert.equal(readFileSync(file, 'utf8'), 'require x86_64-conda-linux-gnu\n')
  })

  test('commands that call a server read its address alone', async () => {
    const invalid = { ONAIR_ROLES: 'cook', ONAIR_MODE: 'test', ONAIR_TURBO: '1' }
    const { code, stderr } = await runCommandHere(['people'], { ...invalid, ONAIR_PORT: '1' })
    assert.deepEqual([code, stderr.startsWith('onair: Cannot connect to http://127.0.0.1:1: ')], [1, true])
    const unreadable = await runCommandHere(['people'], { ONAIR_PORT: 'x' })
    assert.equal(unreadable.stderr, 'onair: ONAIR_PORT must be an integer from 0 to 65535, not "x".\n')
  })
})

function assertRefused({ code, stdout, stderr }: ExitResult) {
  assert.equal(code, 1)
  assert.match(stdout + stderr, /The database "onair_test_\w+" holds tables of another program: players\. /)
}

describe('a database of another program', () => {
  test('is named and refused by each command, with or without --ephemeral, until onair migrate confirms it', async () => {
    await using database = await openTestDatabase({ schema: false })
    const client = new Client(clientConfig(database.connection))
    await client.connect()
    await using _client = { [Symbol.asyncDispose]: () => client.end() }
    await client.query('create table players (name text)')
    const tables = async () =>
      (await client.query(`select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`))
        .rowCount
    const env = {
      ONAIR_DATABASE_URL: connectionUrl(database.connection),
      ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
    }
    const serve = ['serve', '--port', '0', '--json']
    assertRefused(await runProgram(serve, env))
    for (const args of [['check'], ['upgrade', '--check'], ['audit'], ['migrate']])
      assertRefused(await runCommandHere(args, env))
    const ephemeral = await runProgram([...serve, '--ephemeral'], env)
    assert.match(ephemeral.stderr, /^onair: ONAIR_EPHEMERAL \(--ephemeral\) deletes all data on exit, but not that of/)
    assert.equal(await tables(), 1)
    const migrated = await runCommandHere(['migrate', '--beside-other-tables'], env)
    assert.deepEqual([migrated.code, migrated.stderr], [0, ''])
    await using program = startProgram(serve, env)
    await program.ready()
    assert.ok(Number(await tables()) > 50)
  })
})
