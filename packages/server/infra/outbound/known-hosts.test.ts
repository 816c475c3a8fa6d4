import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findFreePort } from '../../../../tests/support/programs/port.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { isMappedToLoopback } from './known-hosts.ts'

type Sent = { path?: string; method?: string; headers?: Record<string, string> }

function send({ url }: TestApp, host: string, { path = '/', method = 'GET', headers }: Sent = {}) {
  const { port } = new URL(url)
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...headers, host } }, (response) => {
      let body = ''
      response.on('data', (text) => (body += String(text)))
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
    sent.setTimeout(5_000, () => sent.destroy(new Error(`No response to ${host} ${path}`)))
    sent.on('error', reject).end()
  })
}

const surfaces = [
  '/',
  '/sign-in',
  '/account-interlock',
  '/console/apps',
  '/console/v1/visitor',
  '/watch',
  '/assets/favicon.svg',
  '/open/v1/users/me',
  '/auth/v1/token',
  '/ingest/v1/publish',
  '/socket.io/?EIO=3&transport=polling&sid=none',
  '/nothing',
]
const websocket = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'a',
}

describe('Host header', () => {
  // Gap 210.
  test('every surface answers 421 for a host name that another site resolves to this machine', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    const { port } = new URL(testApp.url)
    const evil = [
      'evil.example',
      `evil.example:${port}`,
      `localhost.evil.example:${port}`,
      '127.0.0.1.evil.example',
      '8.8.8.8',
      'a@127.0.0.1',
    ]
    const reason = { code: 'UNKNOWN_HOST', params: {} }
    for (const path of surfaces) {
      for (const host of evil.slice(0, 2)) {
        const { status, body } = await send(testApp, host, { path, headers: { origin: `http://${host}` } })
        assert.deepEqual([path, host, status], [path, host, 421])
        assert.deepEqual(JSON.parse(body), { code: 421, message: 'MISDIRECTED_REQUEST', reason })
      }
      assert.notEqual((await send(testApp, `127.0.0.1:${port}`, { path })).status, 421, path)
    }
    for (const host of evil) assert.equal((await send(testApp, host)).status, 421, host)
    const upgrade = await send(testApp, 'evil.example', {
      path: '/socket.io/?EIO=3&transport=websocket',
      headers: websocket,
    })
    assert.deepEqual(JSON.parse(upgrade.body), { code: 421, message: 'MISDIRECTED_REQUEST' })
  })

  test('two Host headers are refused with 400, also those of a websocket', async () => {
    await using testApp = await openTestApp()
    const { hostname, port } = new URL(testApp.url)
    const statusFor = async (path: string, headers: string[]) => {
      const socket = connect(Number(port), hostname)
      socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`)
      let text = ''
      for await (const chunk of socket) text += String(chunk)
      return Number(text.split(' ')[1])
    }
    const host = `Host: 127.0.0.1:${port}`
    for (const second of [host, 'host: evil.example', 'HOST: www.example.com']) {
      for (const path of ['/', '/open/v1/users/me']) assert.equal(await statusFor(path, [host, second]), 400, path)
      const upgrade = Object.entries({ ...websocket, connection: 'Upgrade' }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      assert.equal(await statusFor('/socket.io/?EIO=3&transport=websocket', [host, second, ...upgrade]), 400)
    }
    assert.equal(await statusFor('/', [host]), 200)
  })

  test('X-Forwarded-Host and an absolute target do not replace it', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    const forwarded = { 'x-forwarded-host': new URL(testApp.url).host }
    assert.equal((await send(testApp, 'evil.example', { headers: forwarded })).status, 421)
    assert.equal((await send(testApp, 'localhost', { path: 'http://evil.example/' })).status, 421)
    assert.equal((await send(testApp, 'localhost', { headers: { 'x-forwarded-host': 'evil.example' } })).status, 200)
  })

  test('a sandbox answers at every name and address of loopback', async () => {
    await using testApp = await openTestApp()
    const { port } = new URL(testApp.url)
    for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'onair.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
      assert.equal((await send(testApp, `${host}:${port}`)).status, 200, host)
  })

  test('it answers at the hosts of its public URLs and of ONAIR_ALLOWED_HOSTS', async () => {
    const settings = {
      baseUrl: 'https://api.example.com',
      authUrl: 'https://auth.example.com',
      socketUrl: 'https://sockets.example.com',
      mediaUrl: 'https://media.example.com',
      allowedHosts: ['onair.internal'],
    }
    for (const mode of ['sandbox', 'production'] as const) {
      const port = await findFreePort()
      await using testApp = await openTestApp({ settings: { ...settings, mode, port } })
      const url = `http://127.0.0.1:${port}`
      const statusOf = async (host: string, path: string) => (await send({ ...testApp, url }, host, { path })).status
      assert.equal(await statusOf('auth.example.com', '/sign-in'), 200)
      assert.equal(await statusOf('api.example.com', '/open/v1/users/me'), 401)
      assert.notEqual(await statusOf('onair.internal', '/assets/favicon.svg'), 421)
      assert.notEqual(await statusOf('sockets.example.com', '/socket.io/?EIO=3&transport=polling&sid=none'), 421)
      assert.equal(await statusOf('sockets.example.com', '/sign-in'), 421)
      assert.equal(await statusOf('example.com', '/sign-in'), 421)
      // In production with ONAIR_BASE_URL, loopback is not a known host, except for media servers.
      assert.equal(await statusOf('localhost', '/assets/favicon.svg'), mode === 'sandbox' ? 200 : 421)
      assert.notEqual(await statusOf('10.0.0.7:4747', '/ingest/v1/publish'), 421)
      assert.equal(await statusOf('evil.example', '/ingest/v1/publish'), 421)
    }
  })
})

describe('isMappedToLoopback', () => {
  test('a name that the hosts file maps to 127.0.0.1 is of this machine, but not the public name of the machine', () => {
    const folder = mkdtempSync(join(tmpdir(), 'onair-hosts-'))
    try {
      const file = join(folder, 'hosts')
      writeFileSync(
        file,
        `127.0.0.1 localhost openapi.example.com ${hostname()}.example.com\n127.0.1.1 debian.example.com\n10.0.0.1 lan.example.com\n`,
      )
      assert.equal(isMappedToLoopback('openapi.example.com', file), true)
      for (const name of [
        `${hostname().toLowerCase()}.example.com`,
        'debian.example.com',
        'lan.example.com',
        'other.example.com',
      ])
        assert.equal(isMappedToLoopback(name, file), false, name)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
