import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '@onair/server/config/config.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { createSandbox } from '@onair/sandbox/sandbox.ts'
import { openProgram } from '@onair/server/program.ts'
import { connectionUrl, openTestDatabase } from '../../../../tests/support/programs/databases.ts'
import { openKakao } from '../../../../tests/support/programs/recorded-providers.ts'
import { findFreePort } from '../../../../tests/support/programs/port.ts'
import { runCommandHere } from '../../../../tests/support/programs/program.ts'
import { findTestRedis } from '../../../../tests/support/programs/redis.ts'
import { openS3Server } from '../../../../tests/support/programs/s3-server.ts'
import { openSmtpServer } from '../../../../tests/support/programs/smtp-server.ts'
import {
  checkDatabaseFacts,
  checkDiskSpace,
  checkProxy,
  checkPublicResponse,
  checkRedisFacts,
  type CheckResult,
} from './check-rules.ts'

const redis = await findTestRedis()

const newKey = () => randomBytes(32).toString('base64')

const mailEnv = (url: string) => ({ ONAIR_MAIL_URL: url, ONAIR_MAIL_FROM: 'no-reply@onair.example' })

/** Runs `onair check` and returns its results by `name status`. */
async function runCheck(env: Record<string, string>) {
  const { code, stdout, stderr } = await runCommandHere(['check', '--json'], env)
  assert.equal(stderr, '')
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CheckResult)
  const textOf = (name: string, status: string) =>
    results.find((result) => result.name === name && result.status === status)?.text
  return { code, results, textOf }
}

describe('onair check', () => {
  test('signs in at the mail server, and names ONAIR_MAIL_URL when that fails', async () => {
    await using server = await openSmtpServer({ login: { user: 'site', password: 'right password' } })
    const env = { ...mailEnv(server.url), ONAIR_MODE: 'production' }
    assert.equal((await runCheck(env)).textOf('mail', 'ok'), '127.0.0.1 takes mails from no-reply@onair.example.')

    const wrong = await runCheck({ ...env, ONAIR_MAIL_URL: server.url.replace('right', 'wrong') })
    assert.equal(wrong.code, 1)
    assert.match(wrong.textOf('mail', 'error') ?? '', /^ONAIR_MAIL_URL: 127\.0\.0\.1:\d+ refuses .*535/)
    assert.ok(!JSON.stringify(wrong.results).includes('wrong%20password'))
    const away = await runCheck({ ...env, ONAIR_MAIL_URL: `smtp://127.0.0.1:${await findFreePort()}` })
    assert.match(away.textOf('mail', 'error') ?? '', /ECONNREFUSED/)
    assert.match((await runCheck({ ...env, ONAIR_MODE: 'sandbox' })).textOf('mail', 'warning') ?? '', /sends no mails/)
    const { textOf } = await runCheck({ ONAIR_MAIL_URL: 'smtp://mail.example' })
    assert.equal(textOf('settings', 'error'), 'Set both ONAIR_MAIL_URL and ONAIR_MAIL_FROM, or neither.')
  })

  test('writes, reads and deletes an object of the S3 service, and names a wrong secret', async () => {
    await using server = await openS3Server()
    const env = { ONAIR_RECORDINGS_S3_URL: server.url, ONAIR_RECORDINGS_DIR: '/recordings' }
    assert.match((await runCheck(env)).textOf('recordings', 'ok') ?? '', /^127\.0\.0\.1:\d+\/bucket\/some%20prefix /)
    assert.deepEqual([server.seen, server.objects.size], [['PUT 200', 'GET 206', 'DELETE 204'], 0])
    const wrong = await runCheck({ ...env, ONAIR_RECORDINGS_S3_URL: server.url.replace('secret', 'wrong') })
    assert.equal(wrong.code, 1)
    assert.match(wrong.textOf('recordings', 'error') ?? '', /^ONAIR_RECORDINGS_S3_URL: .* 403 SignatureDoesNotMatch$/)
    assert.ok(!JSON.stringify(wrong.results).includes('wrong'))
    const away = server.url.replace(/:\d+\//, `:${await findFreePort()}/`)
    const { textOf } = await runCheck({ ...env, ONAIR_RECORDINGS_S3_URL: away })
    assert.match(textOf('recordings', 'error') ?? '', /ECONNREFUSED/)
  })

  test('asks each sign-in provider, and names the one that does not answer', async () => {
    await using kakao = await openKakao()
    const { issuer, clientId, clientSecret } = kakao.settings
    const company = { id: 'company', name: 'Company', issuer, clientId, clientSecret }
    const away = { ...company, id: 'away', name: 'Away', issuer: `http://127.0.0.1:${await findFreePort()}` }
    const { code, results } = await runCheck({ ONAIR_SIGN_IN_PROVIDERS: JSON.stringify([company, away]) })
    const seen = results
      .filter(({ name }) => name === 'sign-in')
      .map(({ status, text }) => [status, text.split(' ')[1]])
    assert.deepEqual(
      [code, seen],
      [
        1,
        [
          ['ok', 'Company'],
          ['error', 'Away'],
        ],
      ],
    )
  })

  test('reports the mode and key of the data, database, Redis, clock and public URL, and exits with 1', async () => {
    await using database = await openTestDatabase()
    const rtmpPort = await findFreePort()
    const env = {
      ONAIR_PORT: '0',
      ONAIR_RTMP_PORT: `${rtmpPort}`,
      ONAIR_ARGON_MEMORY_KIB: '8',
      ONAIR_SECRET_KEY: newKey(),
      ONAIR_DATABASE_URL: connectionUrl(database.connection),
    }
    await using program = await openProgram({ config: readConfig(env), log: silentLog, openExtension: createSandbox() })
    const redisUrl = 'url' in redis ? { ONAIR_REDIS_URL: redis.url } : {}

    const good = await runCheck({ ...env, ...redisUrl, ONAIR_BASE_URL: program.deps.addresses.baseUrl })
    assert.match(good.textOf('database', 'ok') ?? '', /^PostgreSQL 1\d\.\d+, at most \d+ connections/)
    assert.equal(good.textOf('clock', 'ok'), 'The clocks of this machine and the database agree.')
    assert.match(good.textOf('public URL', 'ok') ?? '', /^http:\/\/127\.0\.0\.1:\d+ answers 302\.$/)
    assert.match(good.textOf('rtmp', 'ok') ?? '', /takes encoders, as this server does/)
    const rtmp = async (port: string) =>
      (await runCheck({ ...env, ONAIR_RTMP_PORT: port })).results.find(({ name }) => name === 'rtmp')
    assert.match((await rtmp(new URL(program.deps.addresses.baseUrl).port))?.text ?? '', /is in use by another program/)
    assert.match((await rtmp('off'))?.text ?? '', /^ONAIR_RTMP_PORT=off/)
    assert.match((await rtmp(`${await findFreePort()}`))?.text ?? '', /is free for encoders/)
    if ('url' in redis) assert.match(good.textOf('redis', 'warning') ?? '', /has no maxmemory: set a limit/)
    assert.deepEqual(
      good.results.filter(({ name }) => name === 'mode' || name === 'key'),
      [],
    )

    const closed = `http://127.0.0.1:${await findFreePort()}`
    const bad = await runCheck({ ...env, ONAIR_MODE: 'production', ONAIR_SECRET_KEY: newKey(), ONAIR_BASE_URL: closed })
    assert.equal(bad.code, 1)
    assert.match(bad.textOf('mode', 'error') ?? '', /^This data is of a sandbox/)
    assert.match(bad.textOf('key', 'error') ?? '', /^The secrets in this database were sealed with another key/)
    assert.match(bad.textOf('public URL', 'warning') ?? '', /^Nothing listens at /)
  })

  test('reports every invalid setting and creates nothing', async () => {
    using folder = createTempFolder()
    const env = {
      ONAIR_DATA_DIR: join(folder.path, 'data'),
      ONAIR_MODE: 'production',
      ONAIR_HOST: '0.0.0.0',
      ONAIR_AUTH_URL: 'http://a.example',
    }
    const { code, results } = await runCheck(env)
    assert.equal(code, 1)
    assert.deepEqual(
      results.map(({ name, status }) => `${name} ${status}`),
      ['settings error', 'settings error'],
    )
    const fresh = await runCheck({ ONAIR_DATA_DIR: env.ONAIR_DATA_DIR })
    assert.match(fresh.textOf('database', 'ok') ?? '', /^The first start creates a database in /)
    assert.notEqual(
      fresh.results.find(({ name }) => name === 'disk'),
      undefined,
    )
    assert.equal(existsSync(env.ONAIR_DATA_DIR), false)
  })
})

const settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', server_encoding: 'UTF8' }
const facts = { version: 180_001, settings, maxConnections: 100, clockAheadMs: 3, installation: null }
const statuses = (results: CheckResult[]) => results.map(({ status }) => status).join()

const checkFacts = (changed: object) => statuses(checkDatabaseFacts({ ...facts, ...changed }, { databasePool: 10 }))
const clockText = (clockAheadMs: number) =>
  checkDatabaseFacts({ ...facts, clockAheadMs }, { databasePool: 10 }).at(-1)?.text ?? ''
const checkLimit = (maxMemory: number, policy = 'noeviction') =>
  checkRedisFacts({ version: '8.0.0', maxMemory, policy }).status

describe('rules of onair check', () => {
  test('PostgreSQL: version, settings, connections and clock', () => {
    assert.equal(checkFacts({}), 'ok,ok')
    assert.equal(checkFacts({ version: 140_009 }), 'error,ok')
    assert.equal(checkFacts({ settings: { ...settings, fsync: 'off' } }), 'ok,error,ok')
    assert.equal(checkFacts({ settings: { ...settings, full_page_writes: 'off' } }), 'ok,error,ok')
    assert.equal(checkFacts({ settings: { ...settings, synchronous_commit: 'off' } }), 'ok,warning,ok')
    assert.equal(checkFacts({ settings: { ...settings, server_encoding: 'SQL_ASCII' } }), 'ok,error,ok')
    assert.equal(checkFacts({ maxConnections: 12 }), 'ok,error,ok')
    assert.equal(checkFacts({ clockAheadMs: -5_000 }), 'ok,warning')
    assert.equal(checkFacts({ clockAheadMs: 90_000 }), 'ok,error')
    assert.match(clockText(-5_000), /is 5000 ms behind this machine/)
    assert.match(clockText(5_000), /is 5000 ms ahead of this machine/)
  })

  test('Redis: maxmemory and its policy', () => {
    assert.deepEqual(
      [
        checkLimit(0),
        checkLimit(1_048_576),
        checkLimit(268_435_456),
        checkLimit(268_435_456, 'allkeys-lru'),
        checkLimit(268_435_456, 'volatile-ttl'),
      ],
      ['warning', 'warning', 'ok', 'warning', 'ok'],
    )
  })

  test('disk, proxy and clock of the public URL', () => {
    const sizes = [100, 1_000, 10_000].map((mb) => checkDiskSpace(mb * 1_048_576, '/data').status)
    assert.deepEqual(sizes, ['error', 'warning', 'ok'])
    const production = { ONAIR_MODE: 'production', ONAIR_BASE_URL: 'https://onair.example' }
    assert.equal(statuses(checkProxy(readConfig(production))), 'warning')
    for (const env of [
      { ...production, ONAIR_TRUST_PROXY: 'true' },
      { ...production, ONAIR_TLS_CERT: 'a', ONAIR_TLS_KEY: 'b' },
      {},
    ])
      assert.deepEqual(checkProxy(readConfig(env)), [])
    const response = { status: 502, httpDate: 'Sun, 22 Nov 2026 00:00:00 GMT', now: Date.UTC(2026, 10, 22) }
    assert.equal(statuses(checkPublicResponse('https://a', response)), 'ok')
    const [, behind] = checkPublicResponse('https://a', { ...response, now: response.now + 60_000 })
    assert.deepEqual(
      [behind?.status, behind?.text],
      ['warning', 'The clock of https://a is 60 s behind this machine: run NTP.'],
    )
  })
})
