import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { serveInOrder } from './pipelining.ts'
import { portOf } from '../../../tests/support/programs/port.ts'
import { openSessionClient } from '../../../tests/support/clients/session-client.ts'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'

/** A server whose responses wait until the test sends them. */
async function openServer() {
  const served: { url: string; body: () => Promise<string>; respond: () => void }[] = []
  let exceeded = 0
  const listener: RequestListener = (request, response) => {
    const { url = '' } = request
    served.push({
      url,
      body: async () => (await request.setEncoding('utf8').toArray()).join(''),
      respond: () => response.end(url),
    })
    server.emit('change')
  }
  const server = createServer(serveInOrder(listener, () => (exceeded += 1)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect(portOf(server), '127.0.0.1')
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    received += bytes.toString()
    server.emit('change')
  })
  socket.on('close', () => server.emit('change'))
  return {
    socket,
    served,
    exceeded: () => exceeded,
    bodies: () => [...received.matchAll(/\r\n\r\n(\/\d*)/g)].map(([, body]) => body),
    async waitFor(condition: () => boolean) {
      const signal = AbortSignal.timeout(10_000)
      while (!condition()) await once(server, 'change', { signal })
    },
    async [Symbol.asyncDispose]() {
      socket.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

const get = (path: number) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const post = (path: number, bytes: number) =>
  `POST /${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`

describe('pipelined requests', () => {
  test('are served one at a time, in order', async () => {
    await using server = await openServer()
    server.socket.write([1, 2, 3].map(get).join(''))
    for (const count of [1, 2, 3]) {
      await server.waitFor(() => server.served.length === count)
      assert.equal(server.served.length, count)
      server.served[count - 1]?.respond()
      await server.waitFor(() => server.bodies().length === count)
    }
    assert.deepEqual(server.bodies(), ['/1', '/2', '/3'])
    server.socket.write(get(4))
    await server.waitFor(() => server.served.length === 4)
  })

  test('wait, up to 16, and are read with their bodies when it is their turn', async () => {
    await using server = await openServer()
    server.socket.write(get(0) + Array.from({ length: 15 }, (_, n) => get(n + 1)).join('') + post(16, 30_000))
    for (let n = 0; n < 16; n += 1) {
      await server.waitFor(() => server.served.length === n + 1)
      server.served[n]?.respond()
    }
    await server.waitFor(() => server.served.length === 17)
    assert.equal((await server.served[16]!.body()).length, 30_000)
    assert.equal(server.exceeded(), 0)
  })

  for (const [what, requests] of Object.entries({
    'more than 16 waiting requests': Array.from({ length: 20_000 }, (_, n) => get(n)).join(''),
    'more than 64 KiB of waiting requests': get(0) + Array.from({ length: 4 }, (_, n) => post(n, 40_000)).join(''),
  }))
    test(`close a connection with ${what}, and none of them is served`, async () => {
      await using server = await openServer()
      server.socket.write(requests)
      await server.waitFor(() => server.socket.closed)
      assert.equal(server.exceeded(), 1)
      assert.equal(server.served.length, 1)
    })

  test('a flood on four connections closes them, and no session of others', { timeout: 30_000 }, async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const { content } = (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body
    const session = openSessionClient(content.url)
    assert.equal((await session.next())[1].type, 'connected')

    const { hostname, port } = new URL(testApp.url)
    const request = `GET /open/v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(60)}\r\n\r\n`
    const attackers = Array.from({ length: 4 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(request.repeat(20_000))
      return new Promise((resolve) => socket.resume().once('close', resolve))
    })
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
    await Promise.all(attackers)
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
    testApp.clock.advance(3_000)
    await session.disconnect()
  })
})
