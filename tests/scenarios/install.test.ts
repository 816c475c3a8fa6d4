import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { eventually } from '../support/eventually.ts'

// About the installation before a start: no server runs.

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Replaces the build with Vite. */
const consoleBuild = `import { existsSync, writeFileSync } from 'node:fs'
export const isConsoleBuilt = () => existsSync('built')
export const buildConsole = () => writeFileSync('built', '')
`
const scripts = { prestart: 'exec node install.mjs >&2', start: 'echo started', prepare: 'exec node prepare.mjs' }
/** `npm ci` runs it last. */
const prepare = `import { existsSync, writeFileSync } from 'node:fs'
writeFileSync('held', '')
while (existsSync('hold')) await new Promise((resolve) => setTimeout(resolve, 50))
`

/** A checkout with one local package. While the file `hold` exists, `npm ci` does not end. */
function createCheckout(dir: string) {
  const manifest = { name: 'checkout', dependencies: { local: 'file:local' }, scripts }
  const write = (name: string, content: string | object) =>
    writeFileSync(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content))
  for (const name of ['local', 'packages/console']) mkdirSync(join(dir, name), { recursive: true })
  write('package.json', manifest)
  write('local/package.json', { name: 'local', version: '1.0.0' })
  write('prepare.mjs', prepare)
  write('packages/console/build.mjs', consoleBuild)
  for (const name of ['install.mjs', '.npmrc']) cpSync(join(checkout, name), join(dir, name))
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--silent'], { cwd: dir })
  const start = () => {
    const child = spawn('npm', ['start', '--silent'], { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (output[name] += String(chunk)))
    return { pid: child.pid ?? 0, output, ended: once(child, 'close') }
  }
  return {
    start,
    write,
    isInstalled: () => existsSync(join(dir, 'node_modules/local/package.json')),
    hold: () => write('hold', ''),
    release: () => ['hold', 'held'].forEach((name) => rmSync(join(dir, name), { force: true })),
    waitUntilHeld: ({ output, ended }: ReturnType<typeof start>) =>
      Promise.race([
        eventually(() => existsSync(join(dir, 'held')) || Promise.reject(new Error(output.stderr))),
        ended.then((end) => assert.fail(`ended with ${end.join(' ')}: ${output.stderr}`)),
      ]),
  }
}

describe('link-node.mjs', () => {
  test('adds the link to the Node of the packages that npm 10 leaves out, and keeps one that is there', () => {
    using folder = createTempFolder()
    const bin = join(folder.path, `node_modules/node-${process.platform}-${process.arch}/bin`)
    const link = join(folder.path, 'node_modules/.bin/node')
    mkdirSync(bin, { recursive: true })
    symlinkSync(process.execPath, join(bin, 'node'))
    const run = () => execFileSync(process.execPath, [join(checkout, 'link-node.mjs')], { cwd: folder.path })
    run()
    assert.equal(execFileSync(link, ['--version'], { encoding: 'utf8' }).trim(), process.version)
    rmSync(link)
    symlinkSync('/bin/true', link)
    run()
    assert.equal(readlinkSync(link), '/bin/true')
  })
})

describe('a start without pages, as after an install without scripts', () => {
  test('says so, and how to build them', async () => {
    using folder = createTempFolder()
    cpSync(join(checkout, 'packages'), join(folder.path, 'packages'), { recursive: true, filter: isSource })
    linkPackages(folder.path)
    const args = ['packages/cli/main.ts', 'serve', '--ephemeral', '--port', '0', '--json']
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, args, { cwd: folder.path, env: { PATH } })
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) })
    child.kill('SIGTERM')
    await once(child, 'close')
    assert.match(stderr, /^The pages are not built, and only the API answers: run npm run build, and start again\.$/m)
  })
})

const isSource = (file: string) => !/\/(dist|node_modules)$/.test(file)

/** The installed packages of this checkout, with the workspaces of another. */
function linkPackages(dir: string) {
  const [from, to] = [checkout, dir].map((path) => join(path, 'node_modules')) as [string, string]
  mkdirSync(join(to, '@onair'), { recursive: true })
  for (const name of readdirSync(from).filter((each) => each !== '@onair'))
    symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@onair')))
    symlinkSync(
      join(dir, 'packages', readlinkSync(join(from, '@onair', name)).split('packages/')[1] ?? ''),
      join(to, '@onair', name),
    )
}

describe('npm start in a new checkout', () => {
  test('installs, and prints nothing to standard output but what the program prints', async () => {
    using folder = createTempFolder()
    const { start, isInstalled } = createCheckout(folder.path)
    const { output, ended } = start()
    assert.deepEqual([...(await ended), output.stdout, isInstalled()], [0, null, 'started\n', true])
    assert.match(output.stderr, /^Installing the packages/m)
    assert.match(output.stderr, /^added 1 package/m)
  })

  test('prints the error of npm', async () => {
    using folder = createTempFolder()
    const { start, write } = createCheckout(folder.path)
    write('package.json', { name: 'checkout', dependencies: { other: '1.0.0' }, scripts })
    const { output, ended } = start()
    assert.deepEqual([...(await ended), output.stdout], [1, null, ''])
    assert.match(output.stderr, /^npm error .*Missing: other@1\.0\.0 from lock file/m)
  })

  test('waits for another start that installs', async () => {
    using folder = createTempFolder()
    const { start, isInstalled, hold, release, waitUntilHeld } = createCheckout(folder.path)
    hold()
    const first = start()
    await waitUntilHeld(first)
    const second = start()
    await eventually(() => second.output.stderr.includes('Another start is installing'))
    release()
    await Promise.all([first.ended, second.ended])
    assert.deepEqual([first.output.stdout, second.output.stdout, isInstalled()], ['started\n', 'started\n', true])
    assert.doesNotMatch(second.output.stderr, /Installing the packages/)
  })

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const)
    test(`installs again after ${signal} during an installation`, async () => {
      using folder = createTempFolder()
      const { start, isInstalled, hold, release, waitUntilHeld } = createCheckout(folder.path)
      hold()
      const first = start()
      await waitUntilHeld(first)
      // As Ctrl+C in a terminal: to the process group.
      process.kill(-first.pid, signal)
      await first.ended
      assert.equal(first.output.stdout, '')
      release()
      const next = start()
      await next.ended
      assert.deepEqual([next.output.stdout, isInstalled()], ['started\n', true])
    })
})
