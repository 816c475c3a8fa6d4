import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { describe, test } from 'node:test'
import { readConfig } from '@onair/server/config/config.ts'
import { observedMetrics } from '@onair/server/infra/observability/metrics.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { createSandbox } from '@onair/sandbox/sandbox.ts'
import { openProgram } from '@onair/server/program.ts'
import { openDatabaseProxy, openTestDatabase } from '../../../tests/support/programs/databases.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { connect } from '../../../tests/support/clients/session-client.ts'
import { apiClient } from '../../../tests/support/apps/test-app.ts'

/** A sandbox with a port for operations, behind a database that the test can block. */
async function openSandbox() {
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await openTestDatabase())
  const proxy = opening.use(await openDatabaseProxy(database.connection))
  const env = {
    ONAIR_PORT: '0',
    ONAIR_OPS_PORT: '0',
    ONAIR_ARGON_MEMORY_KIB: '8',
    ONAIR_SECRET_KEY: randomBytes(32).toString('base64'),
    ONAIR_DATABASE_URL: proxy.url,
  }
  const program = opening.use(
    await openProgram({ config: readConfig(env), log: silentLog, openExtension: createSandbox() }),
  )
  const url = `http://127.0.0.1:${program.opsPort}`
  const get = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(url + path, options)
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  const opened = opening.move()
  const call = apiClient(program.deps.addresses.baseUrl)
  return { call, get, program, proxy, url, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

type Sandbox = Awaited<ReturnType<typeof openSandbox>>

/** The value of a metric with exactly these labels; null if there is none. */
function valueOf(text: string, name: string, labels = ''): number | null {
  const line = text.split('\n').find((each) => each.startsWith(`${name}${labels} `))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

/** Sends a chat message to a connected session, and lets a call be refused. */
async function useSandbox({ call }: Sandbox) {
  const create = async (path: string, json: object) => (await call('POST', `/sandbox/v1${path}`, { json })).body.content
  const { channelId } = await create('/people', { channelName: '방송인' })
  const client = await create('/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
  const { accessToken: token } = await create('/grants', { clientId: client.clientId, channelId })
  const session = await connect((await call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
  const subscribed = await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`, {
    token,
  })
  assert.equal(subscribed.status, 200)
  assert.equal((await call('POST', '/open/v1/chats/send', { token, json: { message: 'hello' } })).status, 200)
  assert.equal((await call('POST', '/open/v1/chats/send', { token: 'made up', json: {} })).status, 401)
  return session
}

describe('ONAIR_OPS_PORT', () => {
  test('/metrics counts requests, sessions, events and refusals, and has every metric of the dashboard and the alerts', async () => {
    await using sandbox = await openSandbox()
    const session = await useSandbox(sandbox)
    const events = await session.drain()
    assert.ok(events.some(([event]) => event === 'CHAT'))

    const { status, type, text } = await sandbox.get('/metrics')
    assert.deepEqual([status, type], [200, 'text/plain; version=0.0.4; charset=utf-8'])
    const requests = 'onair_http_request_duration_seconds_count'
    assert.equal(valueOf(text, requests, '{operation="chat.sendMessage",status_class="2xx"}'), 1)
    assert.equal(valueOf(text, requests, '{operation="chat.sendMessage",status_class="4xx"}'), 1)
    assert.equal(valueOf(text, 'onair_chat_messages_total'), 1)
    assert.equal(valueOf(text, 'onair_events_sent_total', '{event="CHAT"}'), 1)
    assert.equal(valueOf(text, 'onair_gateway_sessions'), 1)
    assert.equal(valueOf(text, 'onair_database_up'), 1)
    assert.equal(valueOf(text, 'onair_last_backup_timestamp_seconds'), 0)
    assert.equal(valueOf(text, 'onair_webhook_deliveries_waiting'), 0)
    assert.equal(valueOf(text, 'onair_database_connections_max'), sandbox.program.deps.config.databasePool)
    assert.match(text, /^onair_http_requests_refused_total\{code="\w+"\} 1$/m)
    for (const queue of ['chat_messages', 'tickets', 'disconnects', 'webhook_attempts', 'inspector_records'])
      assert.notEqual(valueOf(text, 'onair_queue_rows', `{queue="${queue}"}`), null, queue)

    const known = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) => [
        name,
        ...(kind === 'histogram' ? [`${name}_count`, `${name}_bucket`, `${name}_sum`] : []),
      ]),
    )
    for (const name of Object.keys(observedMetrics)) assert.ok(known.has(name), name)
    for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yml'])
      assert.deepEqual(
        [...readFileSync(file, 'utf8').matchAll(/\b(?:onair|nodejs|process)_\w+/g)]
          .map(([name]) => name)
          .filter((name) => !known.has(name)),
        [],
        file,
      )
    await session.disconnect()
    await eventually(async () => valueOf((await sandbox.get('/metrics')).text, 'onair_gateway_sessions') === 0, {
      within: 5_000,
    })
  })

  test('/metrics counts sign-ups, failed sign-ins, moderation and live channels, and pages by method and path', async () => {
    await using sandbox = await openSandbox()
    const { baseUrl } = sandbox.program.deps.addresses
    const create = async (path: string, json: object) =>
      (await sandbox.call('POST', `/sandbox/v1${path}`, { json })).body.content
    const { channelId } = await create('/people', { channelName: '방송인' })
    const client = await create('/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
    const { accessToken: token } = await create('/grants', { clientId: client.clientId, channelId })
    await create('/actions/go-live', { channelId })
    const browser = httpBrowser(baseUrl)
    await browser.get('/sign-up')
    const account = { email: 'new@example.com', password: 'long enough' }
    assert.equal((await browser.post('/sign-up', { ...account, channelName: '새 사람' })).status, 302)
    const visitor = httpBrowser(baseUrl)
    await visitor.get('/sign-in')
    assert.equal((await visitor.post('/sign-in', { ...account, password: 'a guess' })).status, 400)
    await visitor.get('/console/assets/unknown.js')
    await visitor.get(`/${'x'.repeat(20)}`)
    const target = await create('/people', { channelName: '시청자' })
    const json = { targetChannelId: target.channelId }
    assert.equal((await sandbox.call('POST', '/open/v1/restrict-channels', { token, json })).status, 200)

    const { text } = await sandbox.get('/metrics')
    const action = (name: string) => valueOf(text, 'onair_actions_total', `{action="${name}"}`)
    assert.deepEqual(['account.created', 'account.sign_in_failed', 'restriction.created'].map(action), [1, 1, 1])
    assert.equal(valueOf(text, 'onair_live_channels'), 1)
    const served = (operation: string, statusClass: string) =>
      valueOf(
        text,
        'onair_http_request_duration_seconds_count',
        `{operation="${operation}",status_class="${statusClass}"}`,
      )
    assert.deepEqual([served('POST /sign-up', '3xx'), served('POST /sign-in', '4xx')], [1, 1])
    assert.deepEqual([served('GET /sign-in', '2xx'), served('files', '4xx'), served('other', '4xx')], [1, 1, 1])
  })

  test('/metrics counts refused connections by reason', async () => {
    await using sandbox = await openSandbox()
    const { hostname, port } = new URL(sandbox.program.deps.addresses.baseUrl)
    const handshake = async (host: string, query: string) => {
      const socket = connectSocket(Number(port), hostname)
      const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
      socket.write(
        `GET /socket.io/?EIO=3&${query} HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      )
      socket.on('data', () => {})
      await once(socket, 'close')
    }
    await handshake('evil.example', 'transport=websocket')
    await handshake('localhost', 'transport=telepathy')
    await handshake('localhost', 'transport=websocket&sid=unknown')
    await handshake('localhost', 'transport=websocket&auth=unknown')
    const { text } = await sandbox.get('/metrics')
    const refused = (reason: string) => valueOf(text, 'onair_connections_refused_total', `{reason="${reason}"}`)
    assert.deepEqual(['unknown_host', 'bad_handshake', 'bad_ticket', 'stopping'].map(refused), [1, 2, 1, null])
  })

  test('promtool accepts the metrics and the alert rules', async (t) => {
    if (spawnSync('promtool', ['--version']).error !== undefined) return t.skip('promtool is not installed')
    const rules = spawnSync('promtool', ['check', 'rules', 'deploy/prometheus-alerts.yml'], { encoding: 'utf8' })
    assert.equal(rules.status, 0, rules.stdout + rules.stderr)
    await using sandbox = await openSandbox()
    const { text } = await sandbox.get('/metrics')
    // prom-client names a few metrics of Node with units that promtool does not know.
    const own = text.split('\n').filter((line) => /^(?:# \w+ )?onair_/.test(line))
    const metrics = spawnSync('promtool', ['check', 'metrics'], { input: `${own.join('\n')}\n`, encoding: 'utf8' })
    assert.deepEqual([metrics.status, metrics.stdout + metrics.stderr], [0, ''])
  })

  test('/readyz is 503 while the database does not answer and during the shutdown, and /livez stays 200', async () => {
    await using sandbox = await openSandbox()
    assert.deepEqual(await sandbox.get('/readyz'), { status: 200, type: 'text/plain; charset=utf-8', text: 'ok\n' })
    sandbox.proxy.disconnect()
    await eventually(
      async () => (await sandbox.get('/readyz')).text.includes('api: no database: calls and pages return 503\n'),
      { within: 10_000 },
    )
    assert.equal((await sandbox.get('/livez')).status, 200)
    assert.equal((await sandbox.get('/metrics')).status, 200)
    sandbox.proxy.restore()
    await eventually(async () => (await sandbox.get('/readyz')).status === 200, { within: 10_000 })
  })

  test('refuses other methods, paths, and names that a page of another site could resolve to this machine', async () => {
    await using sandbox = await openSandbox()
    assert.equal((await sandbox.get('/metrics', { method: 'POST' })).status, 405)
    assert.equal((await sandbox.get('/open/v1/users/me')).status, 404)
    const statusFor = (host: string) =>
      new Promise((resolve) => {
        request(`${sandbox.url}/metrics`, { headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).end()
      })
    assert.deepEqual(
      await Promise.all(['evil.example', 'gateway-1:9464', '10.0.0.1', 'localhost'].map(statusFor)),
      [421, 200, 200, 200],
    )
    for (const path of ['/livez', '/readyz', '/metrics'])
      assert.equal((await sandbox.call('GET', path)).status, 404, path)
  })
})
