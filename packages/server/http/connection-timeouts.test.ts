import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { readConfig } from '../config/config.ts'
import { createTempFolder } from '../infra/db/embedded/test-helpers.ts'
import { openListener } from './listener.ts'
import { createTestAuthority } from '../../../tests/support/programs/certificates.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { portOf } from '../../../tests/support/programs/port.ts'

const timeouts = { requestMs: 1_000, checkMs: 20, idleMs: 1_500, keepAliveMs: 1_000 }

function countConnections(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  server.getConnections((_error, count) => resolve(count))
  return promise
}

/** A client that never closes its side. */
function openHalf(server: Server) {
  const socket = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true })
  const received: string[] = []
  socket.on('data', (bytes) => received.push(String(bytes)))
  socket.on('error', () => {})
  return { socket, received, connected: once(socket, 'connect') }
}

describe('a connection', () => {
  test('without a first byte is closed without a response, although the client does not close its side', async () => {
    await using listener = await openListener(readConfig({ ONAIR_PORT: '0' }), timeouts)
    const clients = Array.from({ length: 5 }, () => openHalf(listener.server))
    await Promise.all(clients.map(({ connected }) => connected))
    await eventually(async () => assert.equal(await countConnections(listener.server), 0))
    assert.deepEqual(
      clients.flatMap(({ received }) => received),
      [],
    )
    for (const { socket } of clients) socket.destroy()
  })

  test('with an incomplete request gets 408 and is closed, although the client does not close its side', async () => {
    await using listener = await openListener(readConfig({ ONAIR_PORT: '0' }), timeouts)
    const { socket, received } = openHalf(listener.server)
    socket.write('GET / HTTP/1.1\r\nHost')
    await eventually(() => assert.match(received.join(''), /^HTTP\/1\.1 408 /))
    await eventually(async () => assert.equal(await countConnections(listener.server), 0))
    socket.destroy()
  })

  test('that waits for its next request is closed after the time that its response names', async () => {
    await using listener = await openListener(readConfig({ ONAIR_PORT: '0' }), timeouts)
    listener.server.removeAllListeners('request')
    listener.server.on('request', (_request, response) => response.end())
    const { socket, received } = openHalf(listener.server)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(() => assert.match(received.join(''), /^HTTP\/1\.1 200 .*^Keep-Alive: timeout=1\r$/ms))
    await eventually(async () => assert.equal(await countConnections(listener.server), 0))
    socket.destroy()
  })

  test('whose response is not read is closed after the idle timeout', async () => {
    await using listener = await openListener(readConfig({ ONAIR_PORT: '0' }), timeouts)
    listener.server.removeAllListeners('request')
    listener.server.on('request', (_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
    const { socket } = openHalf(listener.server)
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(async () => assert.equal(await countConnections(listener.server), 1))
    await eventually(async () => assert.equal(await countConnections(listener.server), 0))
    socket.destroy()
  })
})

describe('a TLS connection that its client does not close', () => {
  test('is closed when its handshake is not complete in time', async () => {
    using folder = createTempFolder()
    await using listener = await openTlsListener(folder.path)
    const silent = openHalf(listener.server)
    const partial = openHalf(listener.server)
    // The header of a handshake record of 512 bytes, and a byte of it.
    partial.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]))
    await Promise.all([silent.connected, partial.connected])
    await eventually(async () => assert.equal(await countConnections(listener.server), 2))
    await eventually(async () => assert.equal(await countConnections(listener.server), 0))
    assert.deepEqual([...silent.received, ...partial.received], [])
    for (const { socket } of [silent, partial]) socket.destroy()
  })

  test('is closed when no request, or an incomplete one, follows the handshake', async () => {
    using folder = createTempFolder()
    await using listener = await openTlsListener(folder.path)
    const silent = openHalf(listener.server)
    const incomplete = openHalf(listener.server)
    const secure = [silent, incomplete].map(({ socket }) => connectTls({ socket, rejectUnauthorized: false }))
    const received: string[] = []
    for (const [n, socket] of secure.entries()) {
      socket.on('error', () => {})
      socket.on('data', (bytes) => received.push(`${n}: ${String(bytes).split('\r\n')[0]}`))
    }
    await Promise.all(secure.map((socket) => once(socket, 'secureConnect')))
    secure[1]!.write('GET / HTTP/1.1\r\nHost')
    await eventually(async () => assert.equal(await countConnections(listener.server), 0))
    assert.deepEqual(received, ['1: HTTP/1.1 408 Request Timeout'])
    for (const { socket } of [silent, incomplete]) socket.destroy()
  })
})

async function openTlsListener(folder: string) {
  const { cert, key } = await (await createTestAuthority()).issueCertificate('localhost')
  const files = { ONAIR_TLS_CERT: join(folder, 'cert.pem'), ONAIR_TLS_KEY: join(folder, 'key.pem') }
  writeFileSync(files.ONAIR_TLS_CERT, cert)
  writeFileSync(files.ONAIR_TLS_KEY, key)
  return openListener(readConfig({ ...files, ONAIR_PORT: '0' }), timeouts)
}
