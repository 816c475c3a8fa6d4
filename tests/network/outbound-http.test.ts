import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { eventually } from '../support/eventually.ts'
import { createTestAuthority } from '../support/programs/certificates.ts'
import { portOf } from '../support/programs/port.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import {
  type OutboundResponse,
  type OutboundFailure,
  outboundHttp,
  type OutboundHttpOptions,
  type OutboundRequest,
} from '@onair/server/infra/outbound/outbound-http.ts'

const exchange = { method: 'POST', body: 'hello', deadlineMs: 5000 } satisfies Partial<OutboundRequest>

/** Starts a server on a free loopback port. Disposing closes it and its connections. */
async function startListening<S extends Server>(server: S, host = '127.0.0.1') {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await once(server.listen(0, host), 'listening')
  const port = portOf(server)
  return {
    server,
    port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
const startReceiver = (handler: RequestListener) => startListening(createServer(handler))
const urlOf = ({ port }: { port: number }) => `http://localhost:${port}`

function developmentClient(clock = fakeClock()) {
  return outboundHttp({ clock, allowLoopbackHttp: true })
}
function expectResponse(result: OutboundResponse | OutboundFailure): OutboundResponse {
  assert(!('failed' in result), JSON.stringify(result))
  return result
}
function expectFailure(result: OutboundResponse | OutboundFailure): OutboundFailure {
  assert('failed' in result, JSON.stringify(result))
  return result
}
/** Sends this many 103 responses, then a 200 if there are fewer than 20. */
const startReceiverOf103 = (hints: number) =>
  startListening(
    createTcpServer((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(hints))
        if (hints < 20) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      }),
    ),
  )

/** Serves one connection at a time, until it is closed, as a server with one thread does. */
function startReceiverWithOneThread() {
  const waiting: Socket[] = []
  let isBusy = false
  const serveNext = () => {
    const socket = waiting.shift()
    isBusy = socket !== undefined
    socket?.on('close', serveNext).on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  }
  return startListening(
    createTcpServer((socket) => {
      waiting.push(socket)
      if (!isBusy) serveNext()
    }),
  )
}

const sendAndExpectFailure = async (port: number) =>
  expectFailure(await developmentClient().send({ url: `http://127.0.0.1:${port}`, ...exchange }))

/** A client with this hosts file, for which every other name resolves to an address in the documentation range. */
function clientWithHosts(text: string, options: Partial<OutboundHttpOptions> = {}) {
  const folder = createTempFolder()
  const hostsFile = join(folder.path, 'hosts')
  writeFileSync(hostsFile, text)
  const resolved: string[] = []
  const resolve = async (host: string) => {
    resolved.push(host)
    return ['192.0.2.1']
  }
  const out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true, hostsFile, resolve, ...options })
  return { out, hostsFile, resolved, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

describe('send', () => {
  test('sends the request unchanged and returns the complete response', async () => {
    let got: unknown
    await using to = await startReceiver((request, response) => {
      const { method, url, headers } = request
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        got = { method, url, note: headers['x-note'], connection: headers.connection, body }
        response.writeHead(418, { 'x-kind': 'teapot' }).end('short and stout')
      })
    })
    const url = `http://127.0.0.1:${to.port}/hook?a=1`
    const response = expectResponse(await developmentClient().send({ url, ...exchange, headers: { 'x-note': 'n' } }))
    assert.deepEqual(got, { method: 'POST', url: '/hook?a=1', note: 'n', connection: 'keep-alive', body: 'hello' })
    assert.partialDeepStrictEqual(response, { status: 418, truncated: false, headers: { 'x-kind': 'teapot' } })
    assert.equal(response.body.toString(), 'short and stout')
  })

  test('resolves the host once and connects to a returned address', async () => {
    await using to = await startReceiver((_request, response) => response.end('here'))
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return ['127.0.0.1']
    }
    const out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true, resolve })
    expectResponse(await out.send({ url: `http://localhost:${to.port}`, ...exchange }))
    assert.deepEqual(asked, ['localhost'])
  })

  test('connects to localhost without a name server', async () => {
    await using to = await startReceiver((_request, response) => response.end('here'))
    expectResponse(await developmentClient().send({ url: `http://localhost:${to.port}`, ...exchange }))
  })

  test('does not follow redirects', async () => {
    const asked: unknown[] = []
    await using to = await startReceiver((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    const response = expectResponse(
      await developmentClient().send({ url: `http://127.0.0.1:${to.port}/hook`, ...exchange }),
    )
    assert.equal(response.status, 307)
    assert.deepEqual(asked, ['/hook'])
  })

  test('truncates an endless response at the limit and closes the connection', async () => {
    await using to = await startReceiver((_request, response) => {
      const pour = () => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', pour)
      }
      pour()
    })
    const response = expectResponse(await developmentClient().send({ url: `http://127.0.0.1:${to.port}`, ...exchange }))
    assert.equal(response.body.length, 65_536)
    assert.equal(response.truncated, true)
    await eventually(() => [...to.sockets].every((socket) => socket.closed))
  })

  test('ignores a few 1xx responses and fails when there are too many', async () => {
    await using few = await startReceiverOf103(5)
    assert.equal(
      expectResponse(await developmentClient().send({ url: `http://127.0.0.1:${few.port}`, ...exchange })).status,
      200,
    )
    await using many = await startReceiverOf103(20)
    const { step, causes } = await sendAndExpectFailure(many.port)
    assert.equal(step, 'response')
    assert.deepEqual(causes, [{ code: 'SYSTEM_ERROR', params: { message: 'too many informational responses' } }])
  })

  test('skips 100 Continue, though it did not ask for it', async () => {
    await using to = await startListening(
      createTcpServer((socket) =>
        socket.once('data', () =>
          socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
        ),
      ),
    )
    const { status, body } = expectResponse(await developmentClient().send({ url: urlOf(to), ...exchange }))
    assert.deepEqual([status, body.toString()], [200, 'ok'])
  })

  test('does not mark a body of exactly the limit as truncated', async () => {
    await using to = await startReceiver((_request, response) => response.end('x'.repeat(100)))
    const url = `http://127.0.0.1:${to.port}`
    const response = expectResponse(await developmentClient().send({ url, ...exchange, maxResponseBytes: 100 }))
    assert.equal(response.body.length, 100)
    assert.equal(response.truncated, false)
  })

  test('does not decompress the body', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    await using to = await startReceiver((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const response = expectResponse(await developmentClient().send({ url: `http://127.0.0.1:${to.port}`, ...exchange }))
    assert.deepEqual(response.body, bomb)
  })

  test('ignores proxy variables of the environment', async (t) => {
    await using proxy = await startReceiver((_request, response) => response.end('proxy'))
    await using to = await startReceiver((_request, response) => response.end('receiver'))
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
      const before = process.env[name]
      process.env[name] = `http://127.0.0.1:${proxy.port}`
      t.after(() => (before === undefined ? delete process.env[name] : (process.env[name] = before)))
    }
    const response = expectResponse(await developmentClient().send({ url: `http://127.0.0.1:${to.port}`, ...exchange }))
    assert.equal(response.body.toString(), 'receiver')
  })

  test('can be aborted before and during the request', async () => {
    await using to = await startReceiver(() => {})
    const stop = new AbortController()
    const message = { url: `http://127.0.0.1:${to.port}`, ...exchange, signal: stop.signal }
    const sending = developmentClient().send(message)
    await once(to.server, 'request')
    stop.abort()
    assert.equal(expectFailure(await sending).failed, 'aborted')
    assert.equal(expectFailure(await developmentClient().send(message)).failed, 'aborted')
  })

  test('reports the failed step when the receiver resets, sends invalid HTTP or is not there', async () => {
    await using hangsUp = await startListening(
      createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    )
    assert.equal((await sendAndExpectFailure(hangsUp.port)).step, 'response')
    await using nonsense = await startListening(
      createTcpServer((socket) => socket.once('data', () => socket.end('nonsense\n\n'))),
    )
    assert.equal((await sendAndExpectFailure(nonsense.port)).step, 'response')
    await using shorter = await startListening(
      createTcpServer((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nfour')),
      ),
    )
    assert.partialDeepStrictEqual(await sendAndExpectFailure(shorter.port), { step: 'response', status: 200 })
    await using bigHead = await startListening(
      createTcpServer((socket) =>
        socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n`)),
      ),
    )
    assert.equal((await sendAndExpectFailure(bigHead.port)).step, 'response')
    const gone = await startReceiver(() => {})
    await gone[Symbol.asyncDispose]()
    assert.equal((await sendAndExpectFailure(gone.port)).step, 'connect')
  })
})

describe('send: kept connections', () => {
  test('uses the connection of the last request, without resolving the host again', async () => {
    await using to = await startReceiver((_request, response) => response.end())
    const resolved: string[] = []
    const resolve = async (host: string) => {
      resolved.push(host)
      return ['127.0.0.1']
    }
    using out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true, resolve })
    for (let time = 0; time < 3; time++) expectResponse(await out.send({ url: urlOf(to), ...exchange }))
    assert.equal(to.sockets.size, 1)
    assert.deepEqual(resolved, ['localhost'])
  })

  test('refuses a host whose name changes to an internal address when the connection is opened again', async () => {
    const clock = fakeClock()
    await using to = await startReceiver((_request, response) => response.end())
    let address = '127.0.0.1'
    using out = outboundHttp({ clock, allowLoopbackHttp: true, resolve: async () => [address] })
    expectResponse(await out.send({ url: urlOf(to), ...exchange }))
    address = '10.0.0.5'
    expectResponse(await out.send({ url: urlOf(to), ...exchange }))
    clock.advance(1_000)
    assert.equal(expectFailure(await out.send({ url: urlOf(to), ...exchange })).step, 'address')
    assert.equal(to.sockets.size, 1)
  })

  test('closes a connection that was idle for 1 s, and resolves the host again after 30 s', async () => {
    const clock = fakeClock()
    await using to = await startReceiver((_request, response) => response.end())
    using out = outboundHttp({ clock, allowLoopbackHttp: true })
    const send = async () => expectResponse(await out.send({ url: urlOf(to), ...exchange }))
    await send()
    clock.advance(1_000)
    await eventually(() => [...to.sockets].every((socket) => socket.closed))
    for (let halfSec = 0; halfSec < 60; halfSec++) {
      await send()
      assert.equal(to.sockets.size, 2)
      clock.advance(500)
    }
    await send()
    assert.equal(to.sockets.size, 3)
  })

  test('is not used after the receiver closed it, and after a response that forbids it', async () => {
    await using to = await startReceiver((request, response) => {
      if (request.url === '/close') response.setHeader('connection', 'close')
      response.end()
    })
    using out = developmentClient()
    const send = async (path: string) => expectResponse(await out.send({ url: `${urlOf(to)}${path}`, ...exchange }))
    await send('/')
    const [first] = to.sockets
    const closed = once(first!, 'close')
    first!.end()
    await closed
    await send('/close')
    await send('/')
    assert.equal(to.sockets.size, 3)
  })

  test('is not used after a truncated, an incomplete and an aborted response', async () => {
    const clock = fakeClock()
    await using to = await startReceiver((request, response) => {
      if (request.url === '/long') response.end('x'.repeat(200))
      else if (request.url === '/short') response.writeHead(200, { 'content-length': 9 }).write('four')
      else if (request.url === '/ok') response.end()
      if (request.url === '/short') response.socket?.end()
    })
    using out = developmentClient(clock)
    const send = (path: string) => out.send({ url: `${urlOf(to)}${path}`, ...exchange, maxResponseBytes: 100 })
    assert.ok(expectResponse(await send('/long')).truncated)
    expectFailure(await send('/short'))
    const silent = send('/silent')
    await eventually(() => to.sockets.size === 3)
    clock.advance(5_000)
    assert.equal(expectFailure(await silent).failed, 'deadline')
    expectResponse(await send('/ok'))
    assert.equal(to.sockets.size, 4)
  })

  test('are closed when new connections to the receiver have waited 250 ms for their first response', async () => {
    await using to = await startReceiverWithOneThread()
    const clock = fakeClock()
    using out = developmentClient(clock)
    const sent = Array.from({ length: 5 }, () => out.send({ url: urlOf(to), ...exchange }))
    expectResponse(await Promise.race(sent))
    await eventually(() => to.sockets.size === 5)
    clock.advance(250)
    for (const response of await Promise.all(sent)) expectResponse(response)
    assert.equal([...to.sockets].filter((socket) => !socket.closed).length, 1)
    expectResponse(await out.send({ url: urlOf(to), ...exchange }))
    assert.equal(to.sockets.size, 5)
  })

  test('are at most 32 for each origin', async () => {
    const responses: ServerResponse[] = []
    await using to = await startReceiver((_request, response) => void responses.push(response))
    using out = developmentClient()
    const sendAll = async (count: number) => {
      const sent = Array.from({ length: count }, () => out.send({ url: urlOf(to), ...exchange }))
      await eventually(() => responses.length === count)
      for (const response of responses.splice(0)) response.end()
      for (const response of await Promise.all(sent)) expectResponse(response)
    }
    await sendAll(40)
    await eventually(() => [...to.sockets].filter((socket) => !socket.closed).length === 32)
    await sendAll(32)
    assert.equal(to.sockets.size, 40)
  })

  test('are at most 256 in all, the ones in use included', async () => {
    await using opened = new AsyncDisposableStack()
    const origins: Awaited<ReturnType<typeof startReceiver>>[] = []
    for (let n = 0; n < 10; n++)
      origins.push(opened.use(await startReceiver((_request, response) => void setImmediate(() => response.end()))))
    using out = developmentClient()
    for (const to of origins)
      await Promise.all(Array.from({ length: 30 }, () => out.send({ url: urlOf(to), ...exchange })))
    const openCount = () => origins.flatMap(({ sockets }) => [...sockets]).filter((socket) => !socket.closed).length
    await eventually(() => openCount() <= 256)
    assert.ok(
      [...origins[0]!.sockets].every((socket) => socket.closed),
      'the oldest are closed first',
    )
  })
})

describe('send: deadline', () => {
  test('times out while resolving the host', async () => {
    const clock = fakeClock()
    const asked = Promise.withResolvers<void>()
    const resolve = () => {
      asked.resolve()
      return new Promise<string[]>(() => {})
    }
    const sending = outboundHttp({ clock, resolve }).send({ url: 'https://slow.example', ...exchange })
    await asked.promise
    clock.advance(5000)
    assert.deepEqual(await sending, { failed: 'deadline', step: 'dns', causes: [], tookMs: 5000 })
  })

  test('times out during the TLS handshake', async () => {
    const clock = fakeClock()
    await using to = await startListening(createTcpServer())
    const sending = developmentClient(clock).send({ url: `https://localhost:${to.port}`, ...exchange })
    const [socket] = await once(to.server, 'connection')
    await once(socket, 'readable')
    clock.advance(5000)
    assert.deepEqual(await sending, { failed: 'deadline', step: 'tls', causes: [], tookMs: 5000 })
  })

  test('times out exactly at the deadline when there is no response', async () => {
    const clock = fakeClock()
    await using to = await startReceiver(() => {})
    let over = false
    const sending = developmentClient(clock).send({ url: `http://127.0.0.1:${to.port}`, ...exchange })
    void sending.then(() => (over = true))
    const [request] = await once(to.server, 'request')
    clock.advance(4999)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(over, false)
    const closed = once(request.socket, 'close')
    clock.advance(1)
    assert.deepEqual(await sending, { failed: 'deadline', step: 'response', causes: [], tookMs: 5000 })
    await closed
  })

  test('times out during a slow body and returns its status', async () => {
    const clock = fakeClock()
    const dripped = Promise.withResolvers<void>()
    const out = outboundHttp({ clock, allowLoopbackHttp: true })
    await using to = await startReceiver((_request, response) => {
      response.writeHead(200).write('d', () => dripped.resolve())
    })
    const sending = out.send({ url: `http://127.0.0.1:${to.port}`, ...exchange })
    await dripped.promise
    // Once a second request has completed, the client has read the head of the first.
    await using other = await startReceiver((_request, response) => response.end())
    await out.send({ url: `http://127.0.0.1:${other.port}`, ...exchange })
    clock.advance(5000)
    assert.deepEqual(await sending, { failed: 'deadline', step: 'response', causes: [], status: 200, tookMs: 5000 })
  })
})

describe('send: hosts file', () => {
  test('connects to names that it maps to loopback, without a name server', async () => {
    await using to = await startReceiver((request, response) => response.end(request.headers.host))
    using client = clientWithHosts(
      '# 10.0.0.1 receiver.test\n127.0.0.1\tReceiver.test  alias.test # second.test\r\n::1 receiver.test\n',
    )
    for (const host of ['receiver.test', 'RECEIVER.test.', 'alias.test']) {
      const url = `http://${host}:${to.port}/hook`
      assert.equal(client.out.refusalFor(url), null)
      const { body } = expectResponse(await client.out.send({ url, ...exchange }))
      assert.equal(body.toString(), `${host.toLowerCase()}:${to.port}`)
    }
    assert.deepEqual(client.resolved, [])
  })

  test('is read for every request', async () => {
    await using to = await startReceiver((_request, response) => response.end('here'))
    using client = clientWithHosts('')
    const send = () => client.out.send({ url: `http://receiver.test:${to.port}`, ...exchange })
    assert.equal(expectFailure(await send()).step, 'address')
    writeFileSync(client.hostsFile, '127.0.0.1 receiver.test')
    expectResponse(await send())
  })

  for (const [addresses, blocked] of [
    [['10.0.0.5'], '10.0.0.5'],
    [['0.0.0.0'], '0.0.0.0'],
    [['169.254.169.254'], '169.254.169.254'],
    [['127.0.0.1', '10.0.0.5'], '127.0.0.1'],
    [['1.1.1.1', '127.0.0.1'], '127.0.0.1'],
  ] as const)
    test(`refuses a name with the addresses ${addresses.join(' and ')}`, async () => {
      using client = clientWithHosts(addresses.map((address) => `${address} receiver.test\n`).join(''))
      const url = 'https://receiver.test/'
      const refusal = { code: 'WEBHOOK_ADDRESS_NOT_ALLOWED', params: { address: blocked } }
      assert.deepEqual(client.out.refusalFor(url), refusal)
      const { step, causes } = expectFailure(await client.out.send({ url, ...exchange }))
      assert.deepEqual([step, causes], ['address', [refusal]])
      assert.equal(client.out.refusalFor('http://receiver.test/')?.code, 'WEBHOOK_SCHEME_NOT_ALLOWED')
      assert.equal(client.out.refusalFor('https://receiver.test:8443/')?.code, 'WEBHOOK_PORT_NOT_ALLOWED')
    })

  test('is not used for other names', async () => {
    using client = clientWithHosts('127.0.0.1 receiver.test')
    const { causes } = expectFailure(await client.out.send({ url: 'https://other.receiver.test', ...exchange }))
    assert.deepEqual(client.resolved, ['other.receiver.test'])
    assert.deepEqual(causes, [{ code: 'WEBHOOK_ADDRESS_NOT_ALLOWED', params: { address: '192.0.2.1' } }])
  })

  test('is not used where loopback is not allowed', async () => {
    using client = clientWithHosts('127.0.0.1 receiver.test', { allowLoopbackHttp: false })
    assert.equal(client.out.refusalFor('http://receiver.test/')?.code, 'WEBHOOK_SCHEME_NOT_ALLOWED')
    expectFailure(await client.out.send({ url: 'https://receiver.test', ...exchange }))
    assert.deepEqual(client.resolved, ['receiver.test'])
  })

  test('a missing file has no names', async () => {
    using client = clientWithHosts('', { hostsFile: '/nonexistent' })
    expectFailure(await client.out.send({ url: 'https://receiver.test', ...exchange }))
    assert.deepEqual(client.resolved, ['receiver.test'])
  })
})

describe('send: TLS', () => {
  let authority: Awaited<ReturnType<typeof createTestAuthority>>
  before(async () => {
    authority = await createTestAuthority()
  })

  async function startHttpsReceiver(...names: string[]) {
    const server = createHttpsServer(await authority.issueCertificate(...names), (_request, response) =>
      response.end('ok'),
    )
    server.on('tlsClientError', () => {})
    return await startListening(server)
  }

  test('accepts a certificate of the trusted authority, by host name and by address', async () => {
    await using to = await startHttpsReceiver('localhost', '127.0.0.1')
    const out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true, extraCa: authority.ca })
    for (const host of ['localhost', '127.0.0.1'])
      assert.equal(
        expectResponse(await out.send({ url: `https://${host}:${to.port}`, ...exchange })).body.toString(),
        'ok',
      )
  })

  test('refuses a certificate of an unknown authority', async (t) => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    t.after(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
    await using to = await startHttpsReceiver('localhost')
    assert.equal(
      expectFailure(await developmentClient().send({ url: `https://localhost:${to.port}`, ...exchange })).step,
      'tls',
    )
  })

  test('refuses a certificate for another name', async () => {
    await using to = await startHttpsReceiver('elsewhere.example')
    const out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true, extraCa: authority.ca })
    for (const host of ['localhost', '127.0.0.1'])
      assert.equal(expectFailure(await out.send({ url: `https://${host}:${to.port}`, ...exchange })).step, 'tls')
  })
})
