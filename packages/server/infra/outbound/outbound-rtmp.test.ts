import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { createServer, type TLSSocket } from 'node:tls'
import { internalHosts, internalNames } from '../../../../tests/support/inputs/internal-hosts.ts'
import { createTestAuthority } from '../../../../tests/support/programs/certificates.ts'
import { portOf } from '../../../../tests/support/programs/port.ts'
import { startTarget } from '../../../../tests/support/programs/rtmp-targets.ts'
import { PublishError } from '../rtmp/publisher.ts'
import { outboundRtmp } from './outbound-rtmp.ts'

const { signal } = new AbortController()

describe('connecting to an RTMP server that a user chose', () => {
  test(`reaches none of ${internalHosts.length} spellings of an internal address, and no name of one`, async () => {
    await using canary = await startTarget(() => {})
    const { port } = new URL(canary.url.replace('rtmp:', 'http:'))
    const guarded = outboundRtmp({ resolve: async (host) => internalNames[host] ?? ['127.0.0.1', '::1'] })
    for (const scheme of ['rtmp', 'rtmps'])
      for (const host of [...internalHosts, ...Object.keys(internalNames)])
        await assert.rejects(
          guarded.connect(`${scheme}://${host}:${port}/app`, signal),
          (error) => error instanceof PublishError && /^(ADDRESS_NOT_ALLOWED|HOST_NOT_FOUND)$/.test(error.failure),
          host,
        )
    assert.equal(canary.count, 0)
  })

  test('resolves the host once, and connects to the address that was checked', async () => {
    await using target = await startTarget(() => {})
    const { port } = new URL(target.url.replace('rtmp:', 'http:'))
    const hosts: string[] = []
    const resolve = async (host: string) => (hosts.push(host), ['127.0.0.1'])
    const trusting = outboundRtmp({ resolve, trustedHosts: ['live.example'] })
    const socket = await trusting.connect(`rtmp://live.example:${port}/app`, signal)
    assert.deepEqual([socket.remoteAddress, hosts], ['127.0.0.1', ['live.example']])
    socket.destroy()
  })

  test('speaks TLS with a server whose certificate is of its host and of a trusted authority, and no other', async () => {
    const { ca, issueCertificate } = await createTestAuthority()
    const server = createServer({ ...(await issueCertificate('localhost')) }, (socket) => socket.on('error', () => {}))
    server.on('tlsClientError', () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      const port = portOf(server)
      const trusting = outboundRtmp({ allowLoopbackHttp: true, extraCa: ca })
      const socket = await trusting.connect(`rtmps://localhost:${port}/app`, signal)
      assert.equal((socket as TLSSocket).authorized, true)
      socket.destroy()
      const others = [
        [trusting, `rtmps://127.0.0.1:${port}/app`],
        [outboundRtmp({ allowLoopbackHttp: true }), `rtmps://localhost:${port}/app`],
      ] as const
      for (const [outbound, url] of others)
        await assert.rejects(outbound.connect(url, signal), { failure: 'CONNECTION_FAILED' }, url)
    } finally {
      server.close()
    }
  })

  test('any port may be named, but 0', () => {
    const guarded = outboundRtmp({})
    for (const url of ['rtmp://1.1.1.1/app', 'RTMPS://1.1.1.1/app', 'rtmp://1.1.1.1:80/app', 'rtmp://1.1.1.1:443/app'])
      assert.equal(guarded.refusalFor(url), null, url)
    assert.equal(guarded.refusalFor('rtmp://1.1.1.1:0/app')?.code, 'INVALID_URL')
  })
})
