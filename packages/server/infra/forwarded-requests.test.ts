import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { memoryLog } from '../../../tests/support/apps/memory-log.ts'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'
import { sendRequest } from '../../../tests/support/clients/send-request.ts'

const paths = [
  '/',
  '/sign-in',
  '/console/v1/me',
  '/open/v1/users/me',
  '/sandbox/v1/apps',
  '/socket.io/?EIO=3&transport=polling&sid=none',
]
const fromElsewhere: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
  { 'x-forwarded-for': '203.0.113.7, 127.0.0.1' },
  { 'x-forwarded-for': '192.168.0.7:1234' },
  { 'x-forwarded-for': 'unknown' },
  { 'x-real-ip': '2001:db8::1' },
  { 'cf-connecting-ip': '203.0.113.7' },
  { forwarded: 'proto=https;for="[2001:db8::1]:4711"' },
  { forwarded: 'for=127.0.0.1, For=203.0.113.7' },
  { forwarded: 'for=127.0.0.1;host=sandbox.example.com' },
  { 'x-forwarded-host': 'sandbox.example.com' },
]
const fromHere: Record<string, string>[] = [
  {},
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost:4747', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-for': '::ffff:127.0.0.1, ::1' },
  { forwarded: 'for="[::1]:4711";host=localhost' },
]
const websocket = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'a',
}

describe('a request that a proxy or a tunnel forwards', () => {
  test('is refused by a private sandbox with what to set, unless it comes from the same machine', async () => {
    const log = memoryLog()
    await using testApp = await openTestApp({ log })
    const send = (path: string, headers: Record<string, string>) =>
      sendRequest(testApp.url + path, { method: 'GET', headers })
    for (const path of paths) {
      for (const headers of fromElsewhere) {
        const { status, text } = await send(path, headers)
        assert.equal(status, 421, `${path} ${JSON.stringify(headers)}`)
        assert.equal(JSON.parse(text).reason.code, 'SANDBOX_IS_PRIVATE')
        assert.match(text, /ONAIR_SANDBOX_PUBLIC=true, ONAIR_TRUST_PROXY=true and ONAIR_BASE_URL/)
      }
      for (const headers of fromHere) assert.notEqual((await send(path, headers)).status, 421, JSON.stringify(headers))
    }
    const upgrade = request(`${testApp.url}/socket.io/?EIO=3&transport=websocket`, {
      headers: { ...websocket, 'x-forwarded-for': '203.0.113.7' },
    }).end()
    const [response] = (await once(upgrade, 'response')) as [IncomingMessage]
    assert.equal(response.statusCode, 421)
    response.destroy()
    assert.equal(log.lines.filter(({ text }) => text === 'request.forwarded_to_private_sandbox').length, 1)
  })

  test('is served by a public sandbox and by a site', async () => {
    for (const settings of [{ sandboxPublic: true }, { mode: 'production' }] as const) {
      await using testApp = await openTestApp({ settings })
      for (const headers of fromElsewhere)
        assert.equal((await testApp.call('GET', '/open/v1/users/me', { headers })).status, 401)
    }
  })
})
