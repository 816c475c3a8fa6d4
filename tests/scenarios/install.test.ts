import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

/** A checkout with one local package. While the file `hold` exists, `npm ci` does not end. */
function createCheckout(dir: string) {
  const files = {
    'package.json': { name: 'checkout', dependencies: { local: 'file:local' }, scripts: { prepare: 'sh prepare.sh' } },
    'local/package.json': { name: 'local', version: '1.0.0' },
  }
  for (const name of ['local', 'packages/console']) mkdirSync(join(dir, name), { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), JSON.stringify(content))
  writeFileSync(join(dir, 'prepare.sh'), 'echo $$ > held\nwhile [ -e hold ]; do sleep 0.1; done\n')
  writeFileSync(join(dir, 'packages/console/build.mjs'), consoleBuild)
  cpSync(join(checkout, 'install.mjs'), join(dir, 'install.mjs'))
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--silent'], { cwd: dir })
  const install = () => {
    const child = spawn(process.execPath, ['install.mjs'], {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    const ended = once(child, 'close').then(([code]) => ({ code: Number(code), errors }))
    return { child, ended, errors: () => errors }
  }
  const isHeld = () => existsSync(join(dir, 'held'))
  return {
    install,
    isInstalled: () => existsSync(join(dir, 'node_modules/local/package.json')),
    hold: () => writeFileSync(join(dir, 'hold'), ''),
    release: () => execFileSync('rm', ['-f', 'hold', 'held'], { cwd: dir }),
    waitUntilHeld: () => eventually(isHeld),
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

describe('install.mjs', () => {
  test('of two starts at once, the second waits for the installation of the first', async () => {
    using folder = createTempFolder()
    const { install, isInstalled, hold, release, waitUntilHeld } = createCheckout(folder.path)
    hold()
    const first = install()
    await waitUntilHeld()
    const second = install()
    await eventually(() => second.errors() === 'Another start is installing; waiting …\n')
    release()
    assert.equal((await first.ended).code, 0)
    assert.deepEqual([(await second.ended).code, isInstalled()], [0, true])
  })

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const)
    test(`a start after ${signal} during an installation installs the packages`, async () => {
      using folder = createTempFolder()
      const { install, isInstalled, hold, release, waitUntilHeld } = createCheckout(folder.path)
      hold()
      const first = install()
      await waitUntilHeld()
      // As Ctrl+C in a terminal: to the process group.
      process.kill(-(first.child.pid ?? 0), signal)
      const next = install()
      if (signal === 'SIGKILL') release()
      else {
        const { code, errors } = await first.ended
        assert.match(errors, /The installation was interrupted\. The next start begins it again\.$/m)
        assert.equal(code, signal === 'SIGINT' ? 130 : 143)
        release()
      }
      assert.deepEqual([(await next.ended).code, isInstalled()], [0, true])
    })
})
