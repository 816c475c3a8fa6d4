import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { findProcesses } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { eventually } from '../support/eventually.ts'
import { createProject, env, findOldNode, skip, tarballs } from './project.ts'

const canRunPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0
const folder = createProject()
const { install, run } = folder

describe('packages of npm run release', { skip }, () => {
  before(() => install(...Object.values(tarballs())))
  after(() => folder[Symbol.dispose]())

  test('the .bin of the user has onair and no node', () => {
    const bin = join(folder.path, 'node_modules/.bin')
    assert.deepEqual([existsSync(join(bin, 'onair')), existsSync(join(bin, 'node'))], [true, false])
  })

  test('the declarations of a package import its dependencies only', () => {
    for (const name of ['@onair/sdk', '@onair/testing']) {
      const root = join(folder.path, 'node_modules', name)
      const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      const declarations = globSync('packages/**/*.d.ts', { cwd: root })
      const imported = declarations.flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'((?:@[^/']+\/)?[^./'][^/']*)/g)].map(
          ([, specifier]) => specifier!,
        ),
      )
      assert.ok(declarations.length > 0, name)
      assert.ok(!imported.includes('typebox'), 'a project would infer the types of values from it')
      const missing = imported.filter(
        (specifier) => !specifier.startsWith('node:') && !(specifier in { ...dependencies, ...peerDependencies }),
      )
      assert.deepEqual([...new Set(missing)], [], name)
    }
  })

  test('the commands of the README work, and all files are served', async () => {
    await using onair = await startWithNpx([], env)
    const { baseUrl, demo } = onair.ready
    const commands = [...readFileSync('packages/cli/README.md', 'utf8').matchAll(/<!-- run -->\s+```sh\n(.*?)```/gs)]
    const script = commands.map(([, text]) => text).join('\necho\n')
    const output = execFileSync('bash', ['-euc', script], {
      cwd: folder.path,
      env: { ...env, ONAIR_URL: baseUrl },
      encoding: 'utf8',
    })
    for (const expected of ['POST /sandbox/v1/actions/chat', '"channelName":"하늘방송"', '"message":"INVALID_TOKEN"'])
      assert.ok(output.includes(expected), output)
    assert.equal(demo.people.length, 6)
    assert.match(await fetchText(`${baseUrl}/sign-in`), /<html/)
    const page = await fetchText(`${baseUrl}/console/apps`)
    assert.match(await fetchText(baseUrl + /\/console\/assets\/[^"]+\.js/.exec(page)![0]), /./)
    assert.equal(readFileSync(join(folder.path, '.onair/.gitignore'), 'utf8'), '*\n')
  })

  test('npx onair mcp answers on standard output and exits with standard input', async () => {
    const mcp = spawn('npx', ['onair', 'mcp'], { cwd: folder.path, env, stdio: ['pipe', 'pipe', 'inherit'] })
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    mcp.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    const lines = createInterface({ input: mcp.stdout })
    const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(30_000) })
    assert.equal(JSON.parse(String(line)).result.serverInfo.name, 'onair')
    mcp.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'resources/list' })}\n`)
    const [pages] = await once(lines, 'line', { signal: AbortSignal.timeout(30_000) })
    assert.ok(String(pages).includes('onair://docs/api/reference.md'))
    mcp.stdin.end()
    assert.deepEqual(await once(mcp, 'close', { signal: AbortSignal.timeout(30_000) }), [0, null])
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`${signal} to npx leaves no process behind`, async () => {
      const onair = await startWithNpx(['--ephemeral'], env)
      assert.ok(findProcesses(folder.path).some(({ pid }) => pid === onair.ready.pid))
      // A terminal sends SIGINT to the process group.
      process.kill(signal === 'SIGINT' ? -onair.npx.pid! : onair.npx.pid!, signal)
      await eventually(() => findProcesses(folder.path).length === 0)
    })

  test('on an older Node, npm gets Node 24 once, and signals and exit codes pass through', async (t) => {
    const oldNode = findOldNode(24)
    if (oldNode === null) return t.skip('there is no Node before 24.7')
    const oldEnv = { ...env, PATH: [dirname(oldNode), env['PATH']].join(delimiter) }
    const shim = join(folder.path, 'node_modules/onair/packages/cli/onair.mjs')
    rmSync(join(folder.path, 'node_modules/.cache/onair'), { recursive: true, force: true })
    const [first, second] = [
      await runShim(oldNode, shim, oldEnv, '--prot'),
      await runShim(oldNode, shim, oldEnv, '--prot'),
    ]
    assert.match(first.stderr, /^onair: requires Node 24\.7; this is Node .*\nonair: serve has no option --prot\..*\n$/)
    assert.match(second.stderr, /^onair: serve has no option --prot\..*\n$/)
    assert.deepEqual([first.code, second.code], [2, 2])
    const onair = await startWithNpx(['--ephemeral'], oldEnv)
    onair.npx.kill('SIGTERM')
    await eventually(() => findProcesses(folder.path).length === 0)
  })

  for (const [runner, args, importLine] of [
    ['vitest', ['run', 'bot.test.js'], "import { expect, test } from 'vitest'"],
    ['jest', ['--testMatch', '**/bot.test.js'], "import { expect, test } from '@jest/globals'"],
  ] as const)
    test(`${runner} tests a bot in two worlds at once, and leaves no process behind`, async () => {
      await install(runner, 'socket.io-client@2.0.3')
      cpSync('examples/greeting-bot/bot.js', join(folder.path, 'bot.js'))
      writeFileSync(join(folder.path, 'bot.test.js'), `${importLine}\n${botTest}`)
      execFileSync('npx', [runner, ...args], {
        cwd: folder.path,
        env: { ...env, NODE_OPTIONS: '--experimental-vm-modules' },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await eventually(() => findProcesses(folder.path).length === 0)
    })

  test('pytest tests a bot in two worlds at once, and leaves no process behind', { skip: !canRunPytest }, async () => {
    cpSync('packages/testing/python/onair_testing', join(folder.path, 'onair_testing'), { recursive: true })
    writeFileSync(join(folder.path, 'test_bot.py'), pythonBotTest)
    await run('python3', [
      '-m',
      'pytest',
      '-q',
      '-p',
      'onair_testing.pytest_plugin',
      '-p',
      'no:cacheprovider',
      'test_bot.py',
    ])
    await eventually(() => findProcesses(folder.path).length === 0)
  })

  for (const compiler of ['7.0', '5.9'])
    test(`a program with @onair/sdk compiles with TypeScript ${compiler}`, async () => {
      await install(`typescript@~${compiler}`, '@types/node@24')
      writeFileSync(join(folder.path, 'consumer.ts'), consumer)
      writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(consumerProject))
      const diagnostics = await run('npx', ['tsc', '-p', '.', '--extendedDiagnostics'])
      // The declarations of Node take a half. With inferred schemas it was 3,600,000.
      assert.ok(Number(/^Instantiations: +(\d+)$/m.exec(diagnostics)?.[1]) < 100_000, diagnostics)
    })
})

const consumerProject = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable'],
    types: ['node'],
    exactOptionalPropertyTypes: true,
  },
  files: ['consumer.ts'],
}

const consumer = `import { ApiError, chat, createClient, listen, user, verifyWebhook, type ChatEvent, type Notification } from '@onair/sdk'
import { createDeduplicator } from '@onair/sdk/deduplicate'
import { openWorld } from '@onair/testing'

const api = createClient({ baseUrl: 'http://127.0.0.1:4747', credentials: { accessToken: 'x' } })
const me = await api(user.getMe)
const name: string = me.channelName
const { messageId } = await api(chat.sendMessage, { body: { message: name } })
const id: string = messageId
// @ts-expect-error A message is not a number.
await api(chat.sendMessage, { body: { message: 1 } })
// @ts-expect-error The content has no followers.
me.followers
const isNew: boolean = createDeduplicator()(id)
const event: Pick<ChatEvent, 'content' | 'userRoleCode'> = { content: id, userRoleCode: 'streamer' }
// @ts-expect-error There is no such role.
event.userRoleCode = 'guest'
await api(chat.updateSettings, { body: { chatSlowModeSec: 3 } })
// @ts-expect-error The specification has no such time.
await api(chat.updateSettings, { body: { chatSlowModeSec: 4 } })
const verdict = await verifyWebhook({ headers: {}, body: '', secret: 'x' })
if (verdict.verdict === 'new') { const notification: Notification = verdict.notification; console.log(notification) }
console.log(isNew, ApiError, listen)
await using world = await openWorld()
const { donationId } = await world.viewer.donate(world.streamer, { payAmount: 1_000 })
// @ts-expect-error A donation has an amount.
await world.viewer.donate(world.streamer, {})
const donation: string = donationId
console.log(donation, (await world.why({ eventType: 'DONATION', channel: world.streamer }, world.app)).reason)
`

const botTest = `import { openWorld } from '@onair/testing'
import { startBot } from './bot.js'

const greets = async () => {
  await using world = await openWorld()
  const { baseUrl, streamer, viewer } = world
  using bot = await startBot({ baseUrl, token: (await streamer.grant()).accessToken })
  await viewer.chat(streamer, '!hello')
  const [, reply] = await world.messages(streamer, { count: 2, withinMs: 20_000 })
  expect(reply.content).toBe(\`Hello, \${viewer.channelName}!\`)
}
test.concurrent('greets in the first world', greets, 60_000)
test.concurrent('greets in the second world', greets, 60_000)
`

const pythonBotTest = `from concurrent.futures import ThreadPoolExecutor

from onair_testing import open_world


def reply(world, session):
    message = session.next("CHAT")
    if message["content"] == "!hello":
        token = world.streamer.grant()["accessToken"]
        answer = {"message": f"Hello, {message['profile']['nickname']}!"}
        world.call("POST", "/open/v1/chats/send", answer, token=token)


def greets(world):
    with world.streamer.listen("CHAT") as session:
        world.viewer.chat(world.streamer, "!hello")
        reply(world, session)
        [_, answer] = world.messages(world.streamer, count=2)
        assert answer["content"] == f"Hello, {world.viewer.channel_name}!"


def test_greets_in_two_worlds_at_once(world):
    with open_world() as other, ThreadPoolExecutor(2) as threads:
        list(threads.map(greets, [world, other]))
`

type Ready = { baseUrl: string; pid: number; demo: { people: object[] } }

async function startWithNpx(options: string[], env: NodeJS.ProcessEnv) {
  const npx = spawn('npx', ['onair', '--json', '--port', '0', ...options], {
    cwd: folder.path,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const [line] = await once(createInterface({ input: npx.stdout }), 'line', { signal: AbortSignal.timeout(90_000) })
  const ready = JSON.parse(String(line)) as Ready
  return {
    npx,
    ready,
    async [Symbol.asyncDispose]() {
      npx.kill('SIGTERM')
      await eventually(() => findProcesses(folder.path).length === 0)
    },
  }
}

async function runShim(node: string, shim: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(node, [shim, ...args], { env, cwd: folder.path, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += String(text)))
  const [code] = await once(child, 'close')
  return { code: Number(code), stderr }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  return response.text()
}
