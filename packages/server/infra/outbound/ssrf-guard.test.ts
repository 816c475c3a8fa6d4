import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { internalHosts, internalNames } from '../../../../tests/support/inputs/internal-hosts.ts'
import { portOf } from '../../../../tests/support/programs/port.ts'
import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { outboundHttp, type OutboundFailure, type OutboundResponse } from './outbound-http.ts'
import { isPublicAddress, resolveHost } from './ssrf-guard.ts'

const exchange = { method: 'POST', deadlineMs: 5000 } as const

/** Counts connections to a port of the loopback addresses. */
let canary: { port: number; hits: number }
const servers = [createServer(), createServer()] as const
before(async () => {
  canary = { port: 0, hits: 0 }
  for (const [at, server] of servers.entries()) {
    server.on('connection', (socket) => {
      canary.hits++
      socket.destroy()
    })
    await once(server.listen(canary.port, at === 0 ? '127.0.0.1' : '::1'), 'listening')
    canary.port = portOf(server)
  }
})
after(() => {
  for (const server of servers) server.close()
})

const guarded = outboundHttp({
  clock: fakeClock(),
  allowAnyPort: true,
  resolve: async (host) => internalNames[host] ?? ['127.0.0.1', '::1'],
})

const refusedUrls = [
  'http://receiver.example/',
  'https://receiver.example:8443/',
  'https://receiver.example:80/',
  'https://user@receiver.example/',
  'https://user:password@receiver.example/',
  'https://receiver.example:443@127.0.0.1/',
  'ftp://receiver.example/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'data:text/plain,hello',
  'ws://receiver.example/',
  '//receiver.example/',
  'https:receiver.example/',
  'https:/receiver.example/',
  'https:///receiver.example/',
  'receiver.example',
  'https://',
  'https://[::1',
  '',
]

const publicAddresses = [
  '1.1.1.1',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
  '2001:200::1',
]

describe('send', () => {
  test('reaches the test server when loopback is allowed', async () => {
    const before = canary.hits
    const http = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true })
    await http.send({ url: `http://127.0.0.1:${canary.port}`, ...exchange })
    await http.send({ url: `http://[::1]:${canary.port}`, ...exchange })
    assert.equal(canary.hits, before + 2)
  })

  test(`reaches none of ${internalHosts.length} spellings of an internal address`, async () => {
    const before = canary.hits
    for (const host of internalHosts) {
      const result = await guarded.send({ url: `https://${host}:${canary.port}/`, ...exchange })
      assertBlocked(result, host)
    }
    assert.equal(canary.hits, before)
  })

  for (const [host, addresses] of Object.entries(internalNames))
    test(`refuses a host name that resolves to ${addresses.join(' and ') || 'no address'}`, async () => {
      const before = canary.hits
      assertBlocked(await guarded.send({ url: `https://${host}:${canary.port}/`, ...exchange }))
      assert.equal(canary.hits, before)
    })

  test('refuses a host name that resolves to loopback even when loopback URLs are allowed', async () => {
    const http = outboundHttp({
      clock: fakeClock(),
      allowLoopbackHttp: true,
      allowAnyPort: true,
      resolve: async () => ['127.0.0.1'],
    })
    for (const scheme of ['http', 'https'])
      assertBlocked(await http.send({ url: `${scheme}://loop.example:${canary.port}/`, ...exchange }), scheme)
  })

  for (const url of refusedUrls)
    test(`refuses the URL "${url}" without resolving its host`, async () => {
      let lookups = 0
      const http = outboundHttp({
        clock: fakeClock(),
        resolve: async () => {
          lookups++
          return ['127.0.0.1']
        },
      })
      assertBlocked(await http.send({ url, ...exchange }))
      assert.equal(lookups, 0)
    })
})

describe('isPublicAddress', () => {
  test('accepts addresses of the public internet', () => {
    for (const address of publicAddresses) assert.equal(isPublicAddress(address), true, address)
  })

  test('refuses text that is not in the canonical notation', () => {
    for (const text of ['127.1', '0x7f.1', '1.1', '2606:4700::1111%eth0', ''])
      assert.equal(isPublicAddress(text), false, text)
  })
})

describe('resolveHost', () => {
  test('resolves localhost without a name server', async () => {
    assert.deepEqual(await resolveHost('localhost', new AbortController().signal), ['127.0.0.1', '::1'])
  })
})

function assertBlocked(result: OutboundResponse | OutboundFailure, message = '') {
  assert('failed' in result && result.step === 'address', `${message} ${JSON.stringify(result)}`)
}
