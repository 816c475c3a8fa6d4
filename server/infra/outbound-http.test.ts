import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createTestAuthority } from '../test/certificates.ts'
import { portOf } from '../test/port.ts'
import { fakeClock } from './clock.ts'
import { type OutboundResponse, type OutboundFailure, outboundHttp, type OutboundRequest } from './outbound-http.ts'
import { resolveHost } from './resolve-host.ts'

const exchange = { method: 'POST', body: 'hello', deadlineMs: 5000 } satisfies Partial<OutboundRequest>

/** A server on a free port of the loopback, closed with everything that hangs on it. */
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

function developmentClient(clock = fakeClock()) {
  return outboundHttp({ clock, allowLoopbackHttp: true })
}
function expectAnswer(result: OutboundResponse | OutboundFailure): OutboundResponse {
  assert(!('failed' in result), JSON.stringify(result))
  return result
}
function expectFailure(result: OutboundResponse | OutboundFailure): OutboundFailure {
  assert('failed' in result, JSON.stringify(result))
  return result
}
test('a message is delivered as it is, and the answer comes back whole', async () => {
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
  const answer = expectAnswer(await developmentClient().send({ url, ...exchange, headers: { 'x-note': 'n' } }))
  assert.deepEqual(got, { method: 'POST', url: '/hook?a=1', note: 'n', connection: 'close', body: 'hello' })
  assert.partialDeepStrictEqual(answer, { status: 418, truncated: false, headers: { 'x-kind': 'teapot' } })
  assert.equal(answer.body.toString(), 'short and stout')
})

test('the name is looked up once and the connection goes to an address of that answer', async () => {
  await using to = await startReceiver((_request, response) => response.end('here'))
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return ['127.0.0.1']
  }
  const out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true, resolve })
  expectAnswer(await out.send({ url: `http://localhost:${to.port}`, ...exchange }))
  assert.deepEqual(asked, ['localhost'])
})

test('localhost is known without asking any name server', async () => {
  await using to = await startReceiver((_request, response) => response.end('here'))
  expectAnswer(await developmentClient().send({ url: `http://localhost:${to.port}`, ...exchange }))
  assert.deepEqual(await resolveHost('localhost', new AbortController().signal), ['127.0.0.1', '::1'])
})

test('a redirect is an answer and is not followed', async () => {
  const asked: unknown[] = []
  await using to = await startReceiver((request, response) => {
    asked.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const answer = expectAnswer(await developmentClient().send({ url: `http://127.0.0.1:${to.port}/hook`, ...exchange }))
  assert.equal(answer.status, 307)
  assert.deepEqual(asked, ['/hook'])
})

test('an answer without end is read up to the bound and cut off', async () => {
  await using to = await startReceiver((_request, response) => {
    const pour = () => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', pour)
    }
    pour()
  })
  const answer = expectAnswer(await developmentClient().send({ url: `http://127.0.0.1:${to.port}`, ...exchange }))
  assert.equal(answer.body.length, 65_536)
  assert.equal(answer.truncated, true)
  for (const socket of to.sockets) if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
})

/** Says so many times that the answer is still to come; a few times, and it comes. */
const startHintingReceiver = (hints: number) =>
  startListening(
    createTcpServer((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(hints))
        if (hints < 20) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      }),
    ),
  )

test('a few provisional answers are passed over, and those without end are cut off', async () => {
  await using few = await startHintingReceiver(5)
  assert.equal(
    expectAnswer(await developmentClient().send({ url: `http://127.0.0.1:${few.port}`, ...exchange })).status,
    200,
  )
  await using many = await startHintingReceiver(20)
  const { step, causes } = await sendAndExpectFailure(many.port)
  assert.equal(step, 'response')
  assert.deepEqual(causes, [{ code: 'SYSTEM_ERROR', params: { message: 'too many informational responses' } }])
})

test('a body of exactly the bound is whole', async () => {
  await using to = await startReceiver((_request, response) => response.end('x'.repeat(100)))
  const url = `http://127.0.0.1:${to.port}`
  const answer = expectAnswer(await developmentClient().send({ url, ...exchange, maxResponseBytes: 100 }))
  assert.equal(answer.body.length, 100)
  assert.equal(answer.truncated, false)
})

test('a packed answer is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  await using to = await startReceiver((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  const answer = expectAnswer(await developmentClient().send({ url: `http://127.0.0.1:${to.port}`, ...exchange }))
  assert.deepEqual(answer.body, bomb)
})

test('connections are not kept for later', async () => {
  await using to = await startReceiver((_request, response) => response.end())
  const out = developmentClient()
  for (let time = 0; time < 3; time++) expectAnswer(await out.send({ url: `http://127.0.0.1:${to.port}`, ...exchange }))
  assert.equal(to.sockets.size, 3)
})

test('the environment names no proxy for it', async (t) => {
  await using proxy = await startReceiver((_request, response) => response.end('proxy'))
  await using to = await startReceiver((_request, response) => response.end('receiver'))
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
    const before = process.env[name]
    process.env[name] = `http://127.0.0.1:${proxy.port}`
    t.after(() => (before === undefined ? delete process.env[name] : (process.env[name] = before)))
  }
  const answer = expectAnswer(await developmentClient().send({ url: `http://127.0.0.1:${to.port}`, ...exchange }))
  assert.equal(answer.body.toString(), 'receiver')
})

test('a name that is not answered ends with the deadline', async () => {
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

test('a receiver that never shakes hands ends with the deadline', async () => {
  const clock = fakeClock()
  await using to = await startListening(createTcpServer())
  const sending = developmentClient(clock).send({ url: `https://localhost:${to.port}`, ...exchange })
  const [socket] = await once(to.server, 'connection')
  await once(socket, 'readable')
  clock.advance(5000)
  assert.deepEqual(await sending, { failed: 'deadline', step: 'tls', causes: [], tookMs: 5000 })
})

test('a receiver that never answers ends with the deadline and not a moment before', async () => {
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

test('a body that drips ends with the deadline, and its status is told', async () => {
  const clock = fakeClock()
  const dripped = Promise.withResolvers<void>()
  const out = outboundHttp({ clock, allowLoopbackHttp: true })
  await using to = await startReceiver((_request, response) => {
    response.writeHead(200).write('d', () => dripped.resolve())
  })
  const sending = out.send({ url: `http://127.0.0.1:${to.port}`, ...exchange })
  await dripped.promise
  // The client has to have read the head before its time is up: that is the case when a second exchange has gone by.
  await using other = await startReceiver((_request, response) => response.end())
  await out.send({ url: `http://127.0.0.1:${other.port}`, ...exchange })
  clock.advance(5000)
  assert.deepEqual(await sending, { failed: 'deadline', step: 'response', causes: [], status: 200, tookMs: 5000 })
})

test('whoever asked can stop it, before and during', async () => {
  await using to = await startReceiver(() => {})
  const stop = new AbortController()
  const message = { url: `http://127.0.0.1:${to.port}`, ...exchange, signal: stop.signal }
  const sending = developmentClient().send(message)
  await once(to.server, 'request')
  stop.abort()
  assert.equal(expectFailure(await sending).failed, 'aborted')
  assert.equal(expectFailure(await developmentClient().send(message)).failed, 'aborted')
})

const sendAndExpectFailure = async (port: number) =>
  expectFailure(await developmentClient().send({ url: `http://127.0.0.1:${port}`, ...exchange }))

test('a receiver that hangs up, talks nonsense or is not there has failed in words', async () => {
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

let authority: Awaited<ReturnType<typeof createTestAuthority>>
before(async () => {
  authority = await createTestAuthority()
})
after(() => authority[Symbol.asyncDispose]())

async function startHttpsReceiver(subject: string) {
  const server = createHttpsServer(await authority.issueCertificate(subject), (_request, response) =>
    response.end('ok'),
  )
  server.on('tlsClientError', () => {})
  return await startListening(server)
}

test('a receiver with a certificate of the trusted authority is spoken to, by name and by address', async () => {
  await using to = await startHttpsReceiver('DNS:localhost,IP:127.0.0.1')
  const out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true, extraCa: authority.ca })
  for (const host of ['localhost', '127.0.0.1'])
    assert.equal(expectAnswer(await out.send({ url: `https://${host}:${to.port}`, ...exchange })).body.toString(), 'ok')
})

test('a certificate of an unknown authority is refused', async (t) => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  t.after(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
  await using to = await startHttpsReceiver('DNS:localhost')
  assert.equal(
    expectFailure(await developmentClient().send({ url: `https://localhost:${to.port}`, ...exchange })).step,
    'tls',
  )
})

test('a certificate for another name is refused', async () => {
  await using to = await startHttpsReceiver('DNS:elsewhere.example')
  const out = outboundHttp({ clock: fakeClock(), allowLoopbackHttp: true, extraCa: authority.ca })
  for (const host of ['localhost', '127.0.0.1'])
    assert.equal(expectFailure(await out.send({ url: `https://${host}:${to.port}`, ...exchange })).step, 'tls')
})
