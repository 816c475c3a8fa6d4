import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createTestAuthority } from '../../server/test/certificates.ts'
import { connectionUrl, openTestDatabase } from '../../server/test/databases.ts'
import { eventually } from '../../server/test/eventually.ts'
import { httpBrowser } from '../../server/test/http-browser.ts'
import { openPollingClient } from '../../server/test/polling-client.ts'
import { findFreePort } from '../../server/test/port.ts'
import { startProgram } from '../../server/test/program.ts'
import { openSessionClient } from '../../server/test/session-client.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0
const page = readFileSync('docs/operate/hardening.md', 'utf8')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('docs/operate/hardening.md', () => {
  test('the unit file is valid and protects the system', { skip: !hasSystemd }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'onair-unit-'))
    try {
      const unit = join(folder, 'onair.service')
      const [, text = ''] = /```ini\n([^`]+)```/.exec(page) ?? []
      writeFileSync(unit, text.replace('/opt/onair/node_modules/.bin/node', process.execPath))
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', unit], { encoding: 'utf8' })
      assert.equal(stderr, '')
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
      const [, exposure = '10'] = /exposure level for onair\.service: ([\d.]+)/.exec(stdout) ?? []
      assert.ok(Number(exposure) < 3, stdout)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test(
    'the limits of nginx are active, and pages, sockets and webhooks work behind it',
    { skip: !hasNginx && 'nginx is not installed', timeout: 60_000 },
    async () => {
      await using database = await openTestDatabase()
      await using proxy = await startNginx()
      await using program = startProgram(['serve', '--port', String(proxy.targetPort), '--json'], {
        MODE: 'production',
        BASE_URL: proxy.url,
        TRUST_PROXY: 'true',
        DATABASE_URL: connectionUrl(database.connection),
        SECRET_KEY: randomBytes(32).toString('base64'),
        ARGON_MEMORY_KIB: '8',
      })
      await program.ready()
      const browser = httpBrowser(proxy.url)
      const person = { channelName: '방송인', email: 'a@example.com', password: 'a long enough password' }
      await browser.get('/sign-up')
      assert.equal((await browser.post('/sign-up', person)).status, 302)
      const redirectUri = 'https://bot.example.com/callback'
      const { body } = await browser.callConsole('POST', '/apps', { name: 'bot', redirectUri })
      const webhook = `/apps/${body.content.clientId}/webhook`
      const url = 'https://bot.example.com/webhook'
      assert.equal((await browser.callConsole('PUT', webhook, { url })).status, 200)
      assert.equal((await browser.get(`/console${webhook}`)).status, 200)

      const { channelId } = (await browser.callConsole('GET', '/me')).body.content
      const polled = await openPollingClient(proxy.url, '')
      assert.deepEqual(polled.handshake.upgrades, ['websocket'])
      const viewer = await browser.callConsole('POST', `/channels/${channelId}/viewer`)
      using client = openSessionClient(viewer.body.content.url)
      assert.equal((await client.next())[0], 'STATE')

      assert.equal((await browser.post('/ingest/v1/publish', { name: 'key' })).status, 403)
      assert.equal((await browser.post('/sign-in', { email: 'a'.repeat(65 * 1024) })).status, 413)
      const hsts = (await browser.get('/sign-in')).headers.get('strict-transport-security')
      assert.equal(hsts, 'max-age=31536000')
      const signIns = await Promise.all(Array.from({ length: 20 }, () => httpBrowser(proxy.url).get('/sign-in')))
      assert.ok(signIns.some(({ status }) => status === 429))
      const calls = await Promise.all(
        Array.from({ length: 400 }, () => fetch(`${proxy.url}/open/v1/categories/search`)),
      )
      assert.ok(calls.some(({ status }) => status === 429))
      assert.ok(calls.some(({ status }) => status === 401))
    },
  )

  test('names only log events and commands that exist', () => {
    const sources = spawnSync('git', ['grep', '-hoE', "'[a-z_]+\\.[a-z_]+'", '--', 'server'], {
      encoding: 'utf8',
    }).stdout
    for (const [, event] of page.matchAll(/`([a-z]+\.[a-z]+_[a-z]+|request\.failed|connection\.refused)`/g))
      assert.ok(sources.includes(`'${event}'`), event)
  })
})

/** nginx with the configuration of run.md and, in the same server, the limits of hardening.md. */
async function startNginx() {
  const folder = mkdtempSync(join(tmpdir(), 'onair-nginx-'))
  const file = (name: string) => join(folder, name)
  const [port, targetPort] = [await findFreePort(), await findFreePort()]
  const authority = await createTestAuthority()
  const { cert, key } = await authority.issueCertificate('localhost')
  writeFileSync(file('cert.pem'), cert)
  writeFileSync(file('key.pem'), key)
  setDefaultCACertificates([...getCACertificates('default'), authority.ca])
  const [, server = ''] = /```nginx\n(map [^`]+)\}\n```/.exec(readFileSync('docs/operate/run.md', 'utf8')) ?? []
  const [, zones = '', limits = ''] = /```nginx\n(limit_conn_zone[^`]+)server \{\n([^`]+)```/.exec(page) ?? []
  const configuration = `${zones}${server}${limits}`
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('onair.example.com', 'localhost')
    .replace('/etc/ssl/onair.pem', file('cert.pem'))
    .replace('/etc/ssl/onair.key', file('key.pem'))
    .replaceAll('127.0.0.1:4747', `127.0.0.1:${targetPort}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${file(kind)};`,
  )
  const http = `http { access_log off; ${temporary.join(' ')}\n${configuration}}`
  writeFileSync(file('nginx.conf'), `daemon off; pid ${file('pid')}; events {}\n${http}\n`)
  const nginx = spawn('nginx', ['-e', file('error.log'), '-c', file('nginx.conf')], { stdio: 'inherit' })
  const ended = once(nginx, 'exit')
  const url = `https://localhost:${port}`
  await eventually(async () => (await fetch(url)).status === 502)
  return {
    url,
    targetPort,
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
