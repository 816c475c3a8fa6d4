import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { portOf } from '../testing/port.ts'
import { heldClock } from './clock.ts'
import { outgoing } from './outgoing.ts'
import { isPublicAddress } from './public-address.ts'

const exchange = { method: 'POST', deadlineMs: 5000 } as const

/** Hosts that stand for this machine, its network or its cloud, in every spelling a stranger might try. */
const insideHosts = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001 0x7F.1
  127.0.0.1. 127.1. 0 0.0.0.0 0x0 0.1.2.3 00000177.0.0.01 %31%32%37.0.0.1 127%2e0%2e0%2e1 ①②⑦.⓪.⓪.① １２７.０.０.１
  127。0。0。1 127．0．0．1 𝟏𝟐𝟕.0.0.1 [::1] [::] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [::FFFF:0:1] [::ffff:0:127.0.0.1] [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1]
  [2002:7f00:1::] [2001::7f00:1] [fe80::1] [fec0::1] [fc00::1] [fd12:3456::1] [ff02::1] [100::1] [2001:db8::1]
  [3fff::1] [5f00::1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [fd00:ec2::254] localhost LOCALHOST localhost.
  deep.localhost ⓛocalhost local%68ost 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 100.100.100.200
  169.254.169.254 2852039166 0xA9FEA9FE 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 192.0.0.1 192.0.2.1
  192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255 168.63.129.16
`
  .trim()
  .split(/\s+/)
/** Names that lead inside, whether alone or beside an address that would pass. */
const insideNames: Record<string, string[]> = {
  'loop.example': ['127.0.0.1'],
  'loop6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mixed6.example': ['93.184.215.14', '::1'],
  'zone.example': ['fe80::1%lo'],
  'nothing.example': [],
  'odd.example': ['not an address'],
}

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

const guarded = outgoing({
  clock: heldClock(),
  allowAnyPort: true,
  resolve: async (host) => insideNames[host] ?? ['127.0.0.1', '::1'],
})

test('the canary hears when somebody does reach the inside', async () => {
  const before = canary.hits
  const out = outgoing({ clock: heldClock(), allowLoopbackHttp: true })
  await out.send({ url: `http://127.0.0.1:${canary.port}`, ...exchange })
  await out.send({ url: `http://[::1]:${canary.port}`, ...exchange })
  assert.equal(canary.hits, before + 2)
})

test(`none of ${insideHosts.length} spellings of an inside address is reached`, async () => {
  const before = canary.hits
  for (const host of insideHosts) {
    const result = await guarded.send({ url: `https://${host}:${canary.port}/`, ...exchange })
    assert('failed' in result && result.failed === 'refused address', `${host}: ${JSON.stringify(result)}`)
  }
  assert.equal(canary.hits, before)
})

for (const [host, addresses] of Object.entries(insideNames))
  test(`a name that leads to ${addresses.join(' and ') || 'nowhere'} is refused`, async () => {
    const before = canary.hits
    const result = await guarded.send({ url: `https://${host}:${canary.port}/`, ...exchange })
    assert('failed' in result && result.failed === 'refused address', JSON.stringify(result))
    assert.equal(canary.hits, before)
  })

test('a name that leads to loopback is refused in development too', async () => {
  const out = outgoing({
    clock: heldClock(),
    allowLoopbackHttp: true,
    allowAnyPort: true,
    resolve: async () => ['127.0.0.1'],
  })
  for (const scheme of ['http', 'https']) {
    const result = await out.send({ url: `${scheme}://loop.example:${canary.port}/`, ...exchange })
    assert('failed' in result && result.failed === 'refused address', JSON.stringify(result))
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
    const out = outgoing({
      clock: heldClock(),
      resolve: async () => {
        asked++
        return ['127.0.0.1']
      },
    })
    const result = await out.send({ url, ...exchange })
    assert('failed' in result && result.failed === 'refused address', JSON.stringify(result))
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
