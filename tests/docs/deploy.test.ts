import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '@onair/server/config/config.ts'
import { groups } from '../../tools/dashboard/panels.ts'
import { connectionUrl, openTestDatabase } from '../support/programs/databases.ts'
import { eventually } from '../support/eventually.ts'
import { httpBrowser } from '../support/clients/http-browser.ts'
import { openPollingClient } from '../support/clients/polling-client.ts'
import { findFreePort } from '../support/programs/port.ts'
import { startProgram } from '../support/programs/program.ts'
import { missingProxy, openProxy } from '../support/programs/proxies.ts'
import { findTestRedis } from '../support/programs/redis.ts'
import { openSessionClient } from '../support/clients/session-client.ts'

const isInstalled = (command: string, option: string) => spawnSync(command, [option]).status === 0
const missing = (command: string, option: string) => !isInstalled(command, option) && `${command} is not installed`
const redis = await findTestRedis()

describe('deploy/', () => {
  test(
    'the units are valid, and onair.service protects the system',
    { skip: missing('systemd-analyze', '--version') },
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'onair-unit-'))
      try {
        const unit = join(folder, 'onair.service')
        const text = readFileSync('deploy/onair.service', 'utf8')
        writeFileSync(unit, text.replace('/opt/onair/node_modules/.bin/node', process.execPath))
        const template = join(folder, 'onair@.service')
        cpSync(unit, template)
        const backupUnits = ['service', 'timer'].map((kind) => join(folder, `onair-backup.${kind}`))
        for (const file of backupUnits) cpSync(join('deploy', basename(file)), file)
        const verify = ['verify', '--recursive-errors=no', unit, template, ...backupUnits]
        const { stderr } = spawnSync('systemd-analyze', verify, { encoding: 'utf8' })
        assert.equal(stderr, '')
        const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
        const [, exposure = '10'] = /exposure level for onair\.service: ([\d.]+)/.exec(stdout) ?? []
        assert.ok(Number(exposure) < 3, stdout)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )

  test('the settings of debian.md are accepted, with the ports of Caddyfile and of the scrape configuration', () => {
    const page = readFileSync('docs/operate/debian.md', 'utf8')
    const [, common = ''] = /cat > \/etc\/onair\.env <<EOF\n([^]*?)EOF/.exec(page) ?? []
    const secretKey = randomBytes(32).toString('base64')
    const settings = readSettings(common.replace(/\$\(openssl rand -base64 32\)/, secretKey))
    const processes = [...page.matchAll(/^printf '(.*)' > \/etc\/onair-([a-z]+)\d?\.env$/gm)]
    const roles = processes.map(([, lines = '', role]) => {
      const config = readConfig({ ...settings, ...readSettings(lines.replaceAll('\\n', '\n')) })
      assert.deepEqual([config.mode, config.roles, config.baseUrl], ['production', [role], 'https://live.example.com'])
      return { port: config.port, opsPort: config.opsPort }
    })
    assert.equal(roles.length, 5)
    const [api, gateway, , secondApi, secondGateway] = roles
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
    assert.ok(
      caddyfile.includes(`API:127.0.0.1:${api?.port}`) && caddyfile.includes(`GATEWAY:127.0.0.1:${gateway?.port}`),
    )
    const addresses = (...pair: typeof roles) => pair.map(({ port }) => `127.0.0.1:${port}`).join(' ')
    assert.ok(page.includes(`"API=${addresses(api!, secondApi!)}" "GATEWAY=${addresses(gateway!, secondGateway!)}"`))
    for (const { opsPort } of roles) assert.ok(page.includes(`'127.0.0.1:${opsPort}'`))
  })

  test(
    'Prometheus accepts its configuration of debian.md and every expression of the dashboard',
    { skip: missing('prometheus', '--version') || missing('promtool', '--version'), timeout: 60_000 },
    async () => {
      await using prometheus = await startPrometheus()
      const expressions = groups.flatMap(({ panels }) => panels.flatMap(({ series }) => series))
      for (const { expression } of expressions) {
        const { status, error } = await prometheus.query(expression.replace('$instance', '.*'))
        assert.equal(status, 'success', `${expression}: ${error}`)
      }
    },
  )

  test(
    'one process behind nginx: pages, sockets and webhooks work, and the limits are active',
    { skip: missingProxy('nginx'), timeout: 60_000 },
    async () => {
      const port = await findFreePort()
      await using proxy = await openProxy('nginx', { apis: [port], gateways: [port] })
      await using _site = await openSite(proxy, { 'api,gateway,worker': port })
      await useSite(proxy.url)
      const tooLarge = { method: 'POST', body: 'a'.repeat(65 * 1024) }
      assert.equal((await fetch(`${proxy.url}/sign-in`, tooLarge)).status, 413)
      const signIns = await Promise.all(Array.from({ length: 20 }, () => httpBrowser(proxy.url).get('/sign-in')))
      assert.ok(signIns.some(({ status }) => status === 429))
      const calls = await Promise.all(
        Array.from({ length: 400 }, () => fetch(`${proxy.url}/open/v1/categories/search`)),
      )
      assert.ok(calls.some(({ status }) => status === 429))
      assert.ok(calls.some(({ status }) => status === 401))
    },
  )

  test(
    'three roles behind Caddy: pages, sockets and webhooks work',
    { skip: missingProxy('caddy') || ('missing' in redis && redis.missing), timeout: 60_000 },
    async () => {
      const [api, gateway, worker] = [await findFreePort(), await findFreePort(), await findFreePort()]
      await using proxy = await openProxy('caddy', { apis: [api], gateways: [gateway] })
      await using _site = await openSite(proxy, { gateway, api, worker })
      await useSite(proxy.url)
    },
  )

  test('the context of the Dockerfile has every file that the console and the server import', () => {
    const context = new Set(listContext())
    const imported = [...context]
      .filter((file) => /^packages\/.*\.(?:tsx?|mjs)$/.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^'?]+)[^']*'/g)].map(([, path = '']) =>
          join(dirname(file), path),
        ),
      )
    assert.deepEqual(
      imported.filter((file) => !context.has(file)),
      [],
    )
  })

  test('neither the image nor the repository takes secrets and data that stand beside the sources', () => {
    const { secrets } = parse(readFileSync('deploy/compose.yml', 'utf8'), { merge: true }) as Compose
    const secretFiles = Object.values(secrets).map(({ file }) => join('deploy', file))
    assert.equal(secretFiles.length, 3)
    const readme = readFileSync('deploy/README.md', 'utf8')
    for (const [, file = ''] of readme.matchAll(/> (secrets\/\S+|\.env)$/gm)) secretFiles.push(join('deploy', file))
    const unknown = ['.env', '.git/config', '.onair/data/secret-key', 'backup.gz', 'id_ed25519', 'packages/cli/.env']
    for (const file of [...secretFiles, ...unknown]) assert.ok(isIgnored(file), `the image contains ${file}`)
    for (const file of [...secretFiles, '.env', 'packages/cli/.env', '.onair/data/secret-key'])
      assert.equal(spawnSync('git', ['check-ignore', '--quiet', file]).status, 0, `git adds ${file}`)
  })

  test(
    'the steps of the Dockerfile make a server that needs under 175 MB besides its base',
    { skip: process.env['PRODUCTION_INSTALL'] === undefined, timeout: 600_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'onair-image-'))
      try {
        for (const file of listContext()) cpSync(file, join(folder, file))
        const [build = ''] = readFileSync('deploy/Dockerfile', 'utf8').split('\nFROM debian')
        const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`
        const env = { ...process.env, PATH, OMIT: '--omit=optional' }
        for (const [, command = ''] of build.matchAll(/^RUN (.+)$/gm))
          execFileSync('sh', ['-ec', command], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
        // The base has 75 MB, and the image may have 250. An image is as large as its files, without their blocks of a disk.
        const size = Number(/^\d+/.exec(execFileSync('du', ['-sm', '--apparent-size', folder], { encoding: 'utf8' })))
        assert.ok(size < 175, `${size} MB`)
        await startFromImage(folder)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )

  test('compose.yml sets only settings that exist, and starts every role; every log has a bound', () => {
    const { services, secrets } = parse(readFileSync('deploy/compose.yml', 'utf8'), { merge: true }) as Compose
    const settings = readFileSync('docs/operate/settings.md', 'utf8')
    const servers = Object.values(services).filter(({ image }) => image === 'onair')
    for (const { environment = {}, secrets: used = [] } of servers) {
      for (const name of Object.keys(environment)) assert.ok(settings.includes(`\`${name}\``), name)
      for (const name of used) assert.ok(name in secrets, name)
    }
    const roles = servers.map(({ environment }) => environment?.['ONAIR_ROLES'])
    assert.deepEqual(roles, ['api', 'gateway', 'worker', undefined])
    assert.ok(servers.every(({ build }) => build !== undefined))
    for (const [name, { logging }] of Object.entries(services)) assert.ok(logging?.options['max-size'], name)
  })
})

/**
 * Prometheus with the configuration of debian.md, which scrapes each second: an API whose database is up, and four
 * processes that do not answer.
 */
async function startPrometheus() {
  await using opening = new AsyncDisposableStack()
  const folder = opening.adopt(mkdtempSync(join(tmpdir(), 'onair-prometheus-')), (path) =>
    rmSync(path, { recursive: true }),
  )
  const metrics = createServer((_, response) => response.end('onair_database_up 1\n')).listen(0, '127.0.0.1')
  opening.defer(() => void metrics.close())
  await once(metrics, 'listening')
  const page = readFileSync('docs/operate/debian.md', 'utf8')
  const [, configuration = ''] = /prometheus\.yml <<EOF\n([^]*?)EOF/.exec(page) ?? []
  const ports: Record<string, number> = {
    9464: (metrics.address() as AddressInfo).port,
    9465: 1,
    9466: 1,
    9474: 1,
    9475: 1,
  }
  const config = join(folder, 'prometheus.yml')
  writeFileSync(
    config,
    configuration
      .replace('scrape_interval: 15s', 'scrape_interval: 1s')
      .replace(/127\.0\.0\.1:(\d+)/g, (_, port: string) => `127.0.0.1:${ports[port]}`),
  )
  cpSync('deploy/prometheus-alerts.yml', join(folder, 'prometheus-alerts.yml'))
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', config], { encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
  const port = await findFreePort()
  const options = { 'config.file': config, 'storage.tsdb.path': join(folder, 'data') }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const program = spawn('prometheus', [`--web.listen-address=127.0.0.1:${port}`, ...args], { stdio: 'ignore' })
  const ended = once(program, 'exit')
  opening.defer(async () => {
    program.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const query = async (expression: string) => {
    const response = await fetch(`${url}/api/v1/query?${String(new URLSearchParams({ query: expression }))}`)
    return (await response.json()) as { status: string; error?: string; data: { result: unknown[] } }
  }
  await eventually(async () => (await query('up')).data.result.length === 5)
  const opened = opening.move()
  return { url, query, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Whether a pattern of Docker matches a file or a folder that contains it. */
function matches(file: string, pattern: string): boolean {
  const wildcards: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }
  const source = pattern.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => wildcards[part] ?? part.replaceAll('.', '\\.'))
  return new RegExp(`^${source.join('')}(?:/|$)`).test(file)
}

/** Whether `docker build` leaves a file out. The last pattern that matches decides; an exclamation mark includes. */
function isIgnored(file: string): boolean {
  const patterns = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n')
  const last = patterns.findLast((pattern) => !pattern.startsWith('#') && matches(file, pattern.replace(/^!/, '')))
  return last !== undefined && !last.startsWith('!')
}

/** The files that `docker build` copies. */
function listContext(): string[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  return files
    .trim()
    .split('\n')
    .filter((file) => existsSync(file) && !isIgnored(file))
}

async function startFromImage(folder: string) {
  await using database = await openTestDatabase()
  const env = {
    ONAIR_PORT: String(await findFreePort()),
    ONAIR_OPS_PORT: String(await findFreePort()),
    ONAIR_RTMP_PORT: 'off',
    ONAIR_MODE: 'production',
    ONAIR_BASE_URL: 'https://onair.example.com',
    ONAIR_DATABASE_URL: connectionUrl(database.connection),
    ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const node = join(folder, 'node')
  const server = spawn(node, ['packages/cli/main.ts', 'serve'], { cwd: folder, env, stdio: 'inherit' })
  const ended = once(server, 'exit')
  const isHealthy = () => spawnSync(node, ['deploy/healthcheck.mjs'], { cwd: folder, env }).status === 0
  try {
    assert.equal(isHealthy(), false)
    // The code of a new image is not cached yet.
    await eventually(isHealthy, { within: 120_000 })
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

type Service = {
  image?: string
  build?: object
  logging?: { options: Record<string, string> }
  environment?: Record<string, string>
  secrets?: string[]
}
type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }> }

/** Signs up, registers an application with a webhook, watches a channel, and tries what the proxy must refuse. */
async function useSite(url: string) {
  const browser = httpBrowser(url)
  const person = { channelName: '방송인', email: 'a@example.com', password: 'a long enough password' }
  await browser.get('/sign-up')
  assert.equal((await browser.post('/sign-up', person)).status, 302)
  const redirectUri = 'https://bot.example.com/callback'
  const { body } = await browser.callConsole('POST', '/apps', { name: 'bot', redirectUri })
  const webhook = `/apps/${body.content.clientId}/webhook`
  assert.equal((await browser.callConsole('PUT', webhook, { url: 'https://bot.example.com/webhook' })).status, 200)
  assert.equal((await browser.get(`/console${webhook}`)).status, 200)

  const { channelId } = (await browser.callConsole('GET', '/me')).body.content
  const polled = await openPollingClient(url, '')
  assert.deepEqual(polled.handshake.upgrades, ['websocket'])
  const viewer = await browser.callConsole('POST', `/channels/${channelId}/viewer`)
  using client = openSessionClient(viewer.body.content.url)
  assert.equal((await client.next())[0], 'STATE')

  assert.equal((await browser.post('/ingest/v1/publish', { name: 'key' })).status, 403)
  assert.equal((await browser.get('/sign-in')).headers.get('strict-transport-security'), 'max-age=31536000')
}

/** Processes of the program behind a proxy, on one database. */
async function openSite({ url }: { url: string }, ports: Record<string, number>) {
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openTestDatabase())
  const env = {
    ONAIR_MODE: 'production',
    ONAIR_RTMP_PORT: 'off',
    ONAIR_BASE_URL: url,
    ONAIR_TRUST_PROXY: 'true',
    ONAIR_DATABASE_URL: connectionUrl(connection),
    ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
    ...(!('missing' in redis) && { ONAIR_REDIS_URL: redis.url, ONAIR_REDIS_PREFIX: redis.prefix }),
  }
  const programs = Object.entries(ports).map(([ONAIR_ROLES, port]) =>
    opening.use(startProgram(['serve', '--port', `${port}`, '--json'], { ...env, ONAIR_ROLES })),
  )
  for (const program of programs) await program.ready()
  return opening.move()
}

/** The lines NAME=value. */
function readSettings(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}
