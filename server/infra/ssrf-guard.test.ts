import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { internalHosts, internalNames } from '../test/internal-hosts.ts'
import { portOf } from '../test/port.ts'
import { fakeClock } from './clock.ts'
import { outboundHttp } from './outbound-http.ts'
import { isPublicAddress } from './public-address.ts'

const exchange = { method: 'POST', deadlineMs: 5000 } as const

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

test('the canary hears when somebody does reach the inside', async () => {
  const before = canary.hits
  const out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true })
  await out.send({ url: `http://127.0.0.1:${canary.port}`, ...exchange })
  await out.send({ url: `http://[::1]:${canary.port}`, ...exchange })
  assert.equal(canary.hits, before + 2)
})

test(`none of ${internalHosts.length} spellings of an inside address is reached`, async () => {
  const before = canary.hits
  for (const host of internalHosts) {
    const result = await guarded.send({ url: `https://${host}:${canary.port}/`, ...exchange })
    assert('failed' in result && result.step === 'address', `${host}: ${JSON.stringify(result)}`)
  }
  assert.equal(canary.hits, before)
})

for (const [host, addresses] of Object.entries(internalNames))
  test(`a name that leads to ${addresses.join(' and ') || 'nowhere'} is refused`, async () => {
    const before = canary.hits
    const result = await guarded.send({ url: `https://${host}:${canary.port}/`, ...exchange })
    assert('failed' in result && result.step === 'address', JSON.stringify(result))
    assert.equal(canary.hits, before)
  })

test('a name that leads to loopback is refused in development too', async () => {
  const out = outboundHttp({
    clock: fakeClock(),
    allowLoopbackHttp: true,
    allowAnyPort: true,
    resolve: async () => ['127.0.0.1'],
  })
  for (const scheme of ['http', 'https']) {
    const result = await out.send({ url: `${scheme}://loop.example:${canary.port}/`, ...exchange })
    assert('failed' in result && result.step === 'address', JSON.stringify(result))
  }
})

for (const url of [
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
  'receiver.example',
  'https://',
  'https://[::1',
  '',
])
  test(`the URL "${url}" is refused before its name is looked up`, async () => {
    let asked = 0
    const out = outboundHttp({
      clock: fakeClock(),
      resolve: async () => {
        asked++
        return ['127.0.0.1']
      },
    })
    const result = await out.send({ url, ...exchange })
    assert('failed' in result && result.step === 'address', JSON.stringify(result))
    assert.equal(asked, 0)
  })

test('addresses of the public internet pass', () => {
  const addresses = [
    '1.1.1.1',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '223.255.255.255',
  ]
  const addresses6 = ['2606:4700::1111', '2a00:1450:4001::200e', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1', '2001:200::1']
  for (const address of [...addresses, ...addresses6]) assert.equal(isPublicAddress(address), true, address)
})
