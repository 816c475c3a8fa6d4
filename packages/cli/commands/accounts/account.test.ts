import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { createPerson } from '@onair/server/features/accounts/sign-up/create-person.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'
import { redisBus } from '@onair/server/infra/bus/redis-bus.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { connectionUrl, openTestDatabase } from '../../../../tests/support/programs/databases.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { findTestRedis } from '../../../../tests/support/programs/redis.ts'
import { connect, openSessionClient } from '../../../../tests/support/clients/session-client.ts'
import { openSandboxApp } from '../../../../tests/support/apps/sandbox-app.ts'
import { newKeys } from '../../../../tests/support/apps/test-app.ts'
import { openData } from '../data/open-data.ts'

describe('onair account', () => {
  test('list, show, set-password, sign-out, suspend, resume and delete work while the server runs', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    const { baseUrl, demo } = await program.ready()
    const sandbox = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${baseUrl}/sandbox/v1${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return ((await response.json()) as { content: any }).content
    }
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommandHere([...args, ...dir])
      return {
        code,
        stderr,
        lines: stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
      }
    }
    const [, , , , viewer] = demo.people
    const { channelId = '', email = '' } = viewer ?? {}
    const { accessToken } = await sandbox('/grants', { clientId: demo.clientId, channelId })
    const isSignedIn = async () => (await browser.callConsole('GET', '/me')).status === 200
    const isTokenAccepted = async () =>
      (await fetch(`${baseUrl}/open/v1/users/me`, { headers: { authorization: `Bearer ${accessToken}` } })).ok
    const browser = httpBrowser(baseUrl)
    await browser.signIn(email, 'onair-demo')

    const listed = await run('account', 'list', '--search', email, '--json')
    assert.deepEqual(
      listed.lines[0].data.map((person: any) => [person.channelId, person.email, person.suspension]),
      [[channelId, email, null]],
    )
    const shown = await run('account', 'show', email, '--json')
    assert.deepEqual([shown.lines[0].owns.connectedApps, shown.lines[0].sessions.length], [1, 1])

    const generated = await run('account', 'set-password', channelId, '--generate', '--json')
    assert.equal(await isSignedIn(), false)
    const { password } = generated.lines[0]
    await browser.signIn(email, password)
    assert.deepEqual((await run('account', 'sign-out', email, '--json')).lines, [{ channelId, endedSessions: 1 }])
    assert.equal(await isSignedIn(), false)

    const url = await (
      await fetch(`${baseUrl}/open/v1/sessions/auth`, { headers: { authorization: `Bearer ${accessToken}` } })
    ).json()
    using socket = openSessionClient((url as { content: { url: string } }).content.url)
    await socket.next()
    assert.equal(await isTokenAccepted(), true)
    const suspended = await run(
      'account',
      'suspend',
      email,
      '--reason',
      'spam',
      '--shown-reason',
      'Advertising',
      '--json',
    )
    assert.deepEqual(suspended.lines, [
      { channelIds: [channelId], reason: 'spam', shownReason: 'Advertising', blocksDevices: false, suspended: 1 },
    ])
    await socket.readUntilClose()
    // Sooner than the cached caller expires.
    await eventually(async () => !(await isTokenAccepted()), { within: 2_000 })
    const again = await run('account', 'suspend', email)
    assert.deepEqual([again.code, again.stderr], [1, `onair: the account ${channelId} is suspended\n`])
    assert.deepEqual(
      (await run('account', 'list', '--state', 'SUSPENDED', '--json')).lines[0].data.map((person: any) => person.email),
      [email],
    )
    await run('account', 'resume', email)
    await browser.signIn(email, password)
    await eventually(isTokenAccepted, { within: 6_000 })

    assert.equal((await run('account', 'delete', email, '--reason', 'spam')).code, 2)
    assert.deepEqual((await run('account', 'delete', email, '--reason', 'spam', '--yes', '--json')).lines, [
      { channelId, reason: 'spam' },
    ])
    assert.equal(await isSignedIn(), false)
    const missing = await run('account', 'show', email)
    assert.deepEqual([missing.code, missing.stderr], [1, `onair: There is no account "${email}".\n`])

    const audit = await run('audit', '--account', channelId, '--json')
    const byOperator = audit.lines.filter(({ actor }) => actor.kind === 'operator')
    const reads = byOperator.filter(({ action }) => action === 'site.read')
    assert.deepEqual(
      reads.map(({ detail }) => detail.path),
      ['people/{channelId}', 'audit'],
    )
    const changes = byOperator.filter(({ action }) => action !== 'site.read')
    assert.deepEqual(
      changes.map(({ action }) => action),
      ['account.password_changed', 'web_session.ended', 'account.suspended', 'account.resumed', 'account.deleted'],
    )
    assert.equal(changes[2].detail.reason, 'spam')
    assert.ok(byOperator.every(({ actor }) => typeof actor.id === 'string'))
    const text = await runCommandHere(['audit', '--action', 'account.deleted', ...dir])
    assert.match(text.stdout, /^\S+Z {2}account\.deleted {2}by operator \S+ {2}account [0-9a-f]{32}\b.*\n$/)
  })
})

describe('commands with Redis', () => {
  test('account suspend reaches the servers through Redis, before they compare anything with the database', async (t) => {
    const redis = await findTestRedis()
    if ('missing' in redis) return t.skip(redis.missing)
    const bus = await redisBus({ ...redis, log: silentLog })
    const database = await openTestDatabase()
    const secretKey = randomBytes(32)
    await using testApp = await openSandboxApp({
      busAround: () => bus,
      openDatabase: async () => database,
      keys: newKeys(secretKey),
    })
    const { channelId, token } = await testApp.createFixture()
    using session = await connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
    const me = async () => (await testApp.call('GET', '/open/v1/users/me', { token })).status
    assert.equal(await me(), 200)

    const { code, stderr } = await runCommandHere(['account', 'suspend', channelId], {
      ONAIR_DATABASE_URL: connectionUrl(database.connection),
      ONAIR_REDIS_URL: redis.url,
      ONAIR_REDIS_PREFIX: redis.prefix,
      ONAIR_SECRET_KEY: secretKey.toString('base64'),
    })
    assert.deepEqual([code, stderr], [0, ''])
    // The clock of the servers has not advanced, so neither a reconcile nor the age of a cached caller is the cause.
    await session.readUntilClose()
    await eventually(async () => (await me()) === 401)
  })
})

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')

describe('onair account set-password', () => {
  test(
    'does not show the password that is typed on a terminal',
    { skip: !hasScript && 'script of util-linux is not installed' },
    async () => {
      await using database = await openTestDatabase()
      const secretKey = randomBytes(32).toString('base64')
      const env = {
        ONAIR_DATABASE_URL: connectionUrl(database.connection),
        ONAIR_SECRET_KEY: secretKey,
        ONAIR_ARGON_MEMORY_KIB: '8',
        PATH: process.env['PATH'] ?? '',
      }
      await using deps = await openData({ 'data-dir': undefined }, env)
      const person = { channelName: '방송인', email: 'a@example.com', password: 'a long enough password' }
      const { channelId } = await createPerson(person, deps)
      const terminal = openTerminal(`'${process.execPath}' packages/cli/main.ts account set-password ${channelId}`, env)
      const password = 'correct horse battery'
      for (const prompt of ['Enter the new password', 'Enter it again']) {
        await eventually(() => terminal.shown().includes(prompt))
        terminal.type(`${password}\r`)
      }
      assert.equal(await terminal.exitCode, 0, terminal.shown())
      assert.match(terminal.shown(), /is set, and its sessions ended/)
      assert.doesNotMatch(terminal.shown(), /correct|horse/)
    },
  )
})

/** Runs a command in a pseudo terminal. `script` passes on what it reads, and prints what the terminal shows. */
function openTerminal(command: string, env: Record<string, string>) {
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  child.stdout.on('data', (text) => (shown += String(text)))
  return {
    type: (text: string) => void child.stdin.write(text),
    shown: () => shown,
    exitCode: once(child, 'close').then(([code]): unknown => code),
  }
}
