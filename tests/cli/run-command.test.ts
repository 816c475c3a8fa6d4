import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandGroups } from '@onair/cli/all-commands.ts'
import { createDataDirectory } from '../support/programs/data-directory.ts'
import { runCommandHere, runProgram, startProgram } from '../support/programs/program.ts'
import { connectEmbeddedPostgres } from '@onair/server/infra/db/embedded/embedded-postgres.ts'
import { createTempFolder, findProcesses, query, countServers } from '@onair/server/infra/db/embedded/test-helpers.ts'

const serveArgs = (dir: string, ...more: string[]) => ['serve', '--port', '0', '--data-dir', dir, '--json', ...more]

async function call(method: string, url: string, json?: object): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  })
  const { code, message, content } = await read(response)
  if (code !== 200) throw new Error(`${method} ${url} answered ${code} ${message}`)
  return content
}

async function read(response: Response): Promise<any> {
  return response.json()
}

/** Whether the API accepts these credentials. */
async function areCredentialsAccepted(
  { clientId, clientSecret }: Record<string, string>,
  baseUrl: string,
): Promise<boolean> {
  const headers = { 'client-id': clientId ?? '', 'client-secret': clientSecret ?? '' }
  return (await fetch(`${baseUrl}/open/v1/sessions/auth/client`, { headers })).status === 200
}

describe('onair', () => {
  test('--help lists every command', async () => {
    const { code, stdout, stderr } = await runCommandHere(['--help'])
    assert.deepEqual([code, stderr], [0, ''])
    for (const { name } of commandGroups.flatMap(({ commands }) => commands))
      assert.match(stdout, new RegExp(`^  onair ${name}( .*)?$`, 'm'))
  })

  test('without the name of a command, serve runs with the options', async () => {
    const [invalidSetting, unknownOption] = [
      await runCommandHere([], { ONAIR_PORT: 'x' }),
      await runCommandHere(['--prot', '5']),
    ]
    assert.match(invalidSetting.stderr, /^onair: ONAIR_PORT must /)
    assert.equal(
      unknownOption.stderr,
      'onair: serve has no option --prot. Did you mean --port? See onair serve --help.\n',
    )
  })

  test('--version prints the version', async () => {
    const { code, stdout, stderr } = await runProgram(['--version'])
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
  })

  test('--help of a command prints its options; --help of a first word prints its commands', async () => {
    const [one, several] = await Promise.all([
      runCommandHere(['app', 'create', '--help']),
      runCommandHere(['deliveries', '-h']),
    ])
    assert.deepEqual([one.code, several.code], [0, 0])
    assert.match(
      one.stdout,
      /^onair app create --name <name> --redirect-uri <url> \[options\]\n\nRegister an application/,
    )
    assert.match(
      one.stdout,
      /\n {2}--wire-profile <profile> +documented: .+; observed: .+; documented, observed \(default: /,
    )
    assert.doesNotMatch(several.stdout, /onair serve/)
    for (const words of ['list <client id>', 'show <delivery id>', 'resend <client id> [<delivery id> …]'])
      assert.ok(several.stdout.includes(`onair deliveries ${words}`))
  })

  for (const [args, message] of [
    [['serve', '--prot', '5'], 'serve has no option --prot.'],
    [['serve', '--port', 'abc'], '--port must be an integer from 0 to 65535.'],
    [['serve', '--port', '65536'], '--port must be an integer from 0 to 65535.'],
    [['deliveries', 'list', 'a', '--since', 'yesterday'], '--since must be a timestamp with a time zone'],
    [['serve', '--port'], '--port requires <number>.'],
    [['serve', '--json=yes'], '--json is a flag and has no value.'],
    [['serve', '--port', '1', '--port=2'], '--port may only be given once.'],
    [['serve', 'now'], 'serve does not accept the argument "now".'],
    [['dance'], 'There is no command "dance".'],
    [['app'], 'app requires one of create, list, profile, rename, disable, enable, delete, restore, transfer.'],
    [
      ['app', 'dance'],
      'There is no command "app dance". The commands are create, list, profile, rename, disable, enable, delete, restore, transfer.',
    ],
    [['app', 'create', '--scope', 'x'], 'app create has no option --scope. Did you mean --scopes?'],
    [['app', 'create', '--scopes', 'x'], 'app create requires --name and --redirect-uri.'],
    [
      ['app', 'create', '--name', 'x', '--redirect-uri', 'x', '--wire-profile', 'x'],
      '--wire-profile must be one of documented, observed.',
    ],
    [['migrate'], 'migrate requires ONAIR_DATABASE_URL'],
  ] as const)
    test(`onair ${args.join(' ')} prints one line and exits with code 2`, async () => {
      const { code, stdout, stderr } = await runCommandHere([...args])
      assert.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2])
      assert.ok(stderr.startsWith(`onair: ${message}`), stderr)
    })

  test('invalid settings are printed one per line, with exit code 1', async () => {
    const { code, stdout, stderr } = await runProgram(['serve'], {
      ONAIR_PORT: 'x',
      ONAIR_ROLES: 'api',
      ONAIR_SECRET_KEY: 'hunter2',
    })
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^onair: ONAIR_PORT must .*\nonair: ONAIR_SECRET_KEY must .*\nonair: ONAIR_ROLES=api .*\n$/)
    assert.doesNotMatch(stderr, /hunter2/)
  })

  test('a port in use is reported in one line and nothing is created in the data directory', async () => {
    using folder = createTempFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { code, stdout, stderr } = await runCommandHere(['serve', '--port', String(port), '--data-dir', folder.path])
    other.close()
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(stderr, `onair: Port ${port} is in use. Choose another with --port.\n`)
    assert.equal(existsSync(join(folder.path, 'postgres')), false)
  })

  test('an invalid data directory and an unreachable database or Redis are reported in one line', async () => {
    using folder = createTempFolder()
    const file = join(folder.path, 'file')
    writeFileSync(file, '')
    const unreachable = {
      ONAIR_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x',
      ONAIR_REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
      ONAIR_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    }
    for (const [env, message] of [
      [{ ONAIR_DATA_DIR: file }, /^onair: The data directory .* is not a directory\.\n$/],
      [
        { ONAIR_DATABASE_URL: unreachable.ONAIR_DATABASE_URL, ONAIR_SECRET_KEY: unreachable.ONAIR_SECRET_KEY },
        /^onair: Cannot connect to the database: .*\n$/,
      ],
      [
        {
          ONAIR_REDIS_URL: unreachable.ONAIR_REDIS_URL,
          ONAIR_DATA_DIR: join(folder.path, 'data'),
          ONAIR_LOG_LEVEL: 'silent',
        },
        /\nonair: Cannot connect to Redis: .*\n$/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await runCommandHere(['serve', '--port', '0'], env)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /hunter2|\n {4}at /)
    }
  })

  test('--json prints one line when ready, and SIGTERM stops the server with exit code 0', async () => {
    using folder = createTempFolder()
    await using program = startProgram(serveArgs(folder.path))
    const ready = await program.ready()
    const { now: _, ...overview } = await call('GET', `${ready.baseUrl}/sandbox/v1`)
    const { now: __, pid, ...printed } = ready
    assert.deepEqual([printed, pid], [overview, program.pid])
    const { code, stdout } = await program.stop()
    assert.deepEqual([code, stdout.split('\n').length, countServers(folder.path)], [0, 2, 0])
  })

  test('--exit-with-stdin stops the server and deletes its data when standard input is closed', async () => {
    using folder = createTempFolder()
    const options = ['serve', '--port', '0', '--json', '--ephemeral', '--exit-with-stdin']
    await using program = startProgram(options, { TMPDIR: folder.path })
    await program.ready()
    assert.equal(readdirSync(folder.path).length, 1)
    program.closeStdin()
    assert.equal((await program.ended).code, 0)
    assert.deepEqual([findProcesses(folder.path), readdirSync(folder.path)], [[], []])
  })

  test('Git ignores the data directory', async () => {
    using folder = createTempFolder()
    const create = ['app', 'create', '--name', 'bot', '--redirect-uri', 'http://127.0.0.1:9/']
    assert.equal((await runCommandHere([...create, '--data-dir', folder.path])).code, 0)
    assert.equal(readFileSync(join(folder.path, '.gitignore'), 'utf8'), '*\n')
  })

  test('app create works with and without a running server', async () => {
    using folder = createTempFolder()
    const create = ['app', 'create', '--name', 'bot', '--redirect-uri', 'http://127.0.0.1:9/', '--json']
    const createApp = async () => {
      const { code, stdout, stderr } = await runCommandHere([...create, '--data-dir', folder.path])
      assert.deepEqual([code, stderr], [0, ''])
      return JSON.parse(stdout)
    }
    const before = await createApp()
    await using program = startProgram(serveArgs(folder.path))
    const { baseUrl } = await program.ready()
    const offlineArgs = await createApp()
    assert.equal(await areCredentialsAccepted(before, baseUrl), true)
    assert.equal(await areCredentialsAccepted(offlineArgs, baseUrl), true)
  })

  test('an ONAIR_SECRET_KEY that does not match the data is refused in one line', async () => {
    using folder = createTempFolder()
    const args = ['--name', 'bot', '--redirect-uri', 'http://127.0.0.1:9/', '--data-dir', folder.path]
    assert.equal((await runCommandHere(['app', 'create', ...args])).code, 0)
    const env = { ONAIR_MODE: 'production', ONAIR_SECRET_KEY: randomBytes(32).toString('base64') }
    const { code, stdout, stderr } = await runCommandHere(serveArgs(folder.path), env)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /(^|\n)onair: The secrets in this database were sealed with another key: .*\.\n$/)
  })

  test('a command without data is refused in one line and creates none', async () => {
    using folder = createTempFolder()
    for (const args of [
      ['app', 'create', '--name', 'bot', '--redirect-uri', 'http://a/'],
      ['deliveries', 'list', 'a'],
    ]) {
      const { code, stdout, stderr } = await runProgram(args, {}, folder.path)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(
        stderr,
        /^onair: There is no data in .*\/\.onair\. Start the server first, or set its data directory .*\n$/,
      )
    }
    assert.equal(existsSync(join(folder.path, '.onair')), false)
  })

  test('an invalid application name is refused in one line', async () => {
    using folder = await createDataDirectory()
    const args = ['app', 'create', '--name', 'O-n-a-i-r', '--redirect-uri', 'http://a/', '--data-dir', folder.path]
    const { code, stdout, stderr } = await runCommandHere(args)
    assert.deepEqual([code, stdout, stderr], [1, '', 'onair: name: contains the official name "Onair"\n'])
  })

  test('a second server on the same data directory is refused in one line and does not disturb the first', async () => {
    using folder = await createDataDirectory()
    await using first = startProgram(serveArgs(folder.path))
    const { baseUrl } = await first.ready()
    const { code, stdout, stderr } = await runProgram(serveArgs(folder.path))
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^onair: The data directory .* is in use by process \d+\. Stop it, or choose another with --data-dir\.\n$/,
    )
    await call('GET', `${baseUrl}/sandbox/v1`)
  })

  test('after SIGKILL, a restart finds all acknowledged data and runs one database server', async () => {
    using folder = await createDataDirectory()
    const first = startProgram(serveArgs(folder.path))
    const { baseUrl, demo } = await first.ready()
    const { channelId } = await call('POST', `${baseUrl}/sandbox/v1/people`, { channelName: '살아남은 사람' })
    const grant = { clientId: demo.clientId, channelId }
    const { accessToken } = await call('POST', `${baseUrl}/sandbox/v1/grants`, grant)
    await call('POST', `${baseUrl}/sandbox/v1/actions/chat`, { channelId, byChannelId: channelId, message: '남은 말' })
    await call('POST', `${baseUrl}/sandbox/v1/clock`, { advanceSeconds: 3_600 })
    await first.stop('SIGKILL')

    await using second = startProgram(serveArgs(folder.path))
    const secondRun = await second.ready()
    assert.equal(countServers(folder.path), 1)
    // The second start has another port and updates the redirect URI of the demo application.
    assert.deepEqual(secondRun.demo, { ...demo, redirectUri: `${secondRun.baseUrl}/sandbox/callback` })
    const database = await connectEmbeddedPostgres(folder.path)
    assert.ok(database)
    assert.deepEqual(await query(database, 'select content from chat_message'), [{ content: '남은 말' }])
    const me = await fetch(`${secondRun.baseUrl}/open/v1/users/me`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    assert.deepEqual((await read(me)).content, { channelId, channelName: '살아남은 사람', nickname: '살아남은 사람' })
    assert.ok(Date.parse(secondRun.now) > Date.now() + 3_500_000)
  })
})
