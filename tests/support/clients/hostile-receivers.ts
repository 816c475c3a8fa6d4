import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { portOf } from '../programs/port.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
/** Sends `first`, then `next` repeatedly until the client closes the connection. */
const sendRepeatedly = (first: string, next: string) => (socket: Socket) => {
  socket.write(first)
  const timer = setInterval(() => {
    if (socket.writableLength < 100_000) socket.write(next)
  }, 5)
  socket.on('close', () => clearInterval(timer))
}
const sendOnce = (text: string | Buffer) => (socket: Socket) => void socket.write(text)

/** The behaviours of a receiver after a connection sent bytes. `canary` is an internal URL. */
const behaviours = (canary: string): Record<string, (socket: Socket) => void> => ({
  'never answers': () => {},
  'drips its head': sendRepeatedly(ok, 'x-a: b\r\n'),
  'drips its body': sendRepeatedly(`${ok}\r\n`, '.'),
  'pours a body without end': sendRepeatedly(`${ok}\r\n`, 'x'.repeat(50_000)),
  'pours headers without end': sendRepeatedly(ok, 'x-a: b\r\n'.repeat(1_000)),
  'pours one header without end': sendRepeatedly(`${ok}x: `, 'x'.repeat(50_000)),
  'pours chunks without end': sendRepeatedly(
    `${ok}transfer-encoding: chunked\r\n\r\n`,
    `c350\r\n${'x'.repeat(50_000)}\r\n`,
  ),
  'pours a chunk extension without end': sendRepeatedly(
    `${ok}transfer-encoding: chunked\r\n\r\n1;`,
    'x'.repeat(50_000),
  ),
  'pours provisional answers without end': sendRepeatedly('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)),
  'packs a bomb': (socket) => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'a'))
    socket.write(`${ok}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  },
  'resets the connection': (socket) => void socket.resetAndDestroy(),
  'resets the connection within its body': (socket) =>
    void socket.write(`${ok}content-length: 9\r\n\r\nfour`, () => socket.resetAndDestroy()),
  'hangs up': (socket) => void socket.end(),
  'hangs up within its head': (socket) => void socket.end('HTTP/1.1 200 O'),
  'hangs up within its body': (socket) => void socket.end(`${ok}content-length: 9\r\n\r\nfour`),
  'talks nonsense': sendOnce('nonsense\r\n\r\n'),
  'speaks HTTP/2': sendOnce(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  'says two lengths': sendOnce(`${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
  'says a length and chunks': sendOnce(`${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
  'says a length below nothing': sendOnce(`${ok}content-length: -1\r\n\r\n`),
  'says a chunk that is no number': sendOnce(`${ok}transfer-encoding: chunked\r\n\r\nxyz\r\n`),
  'says NUL in a header': sendOnce(`${ok}x: a\0b\r\n\r\n`),
  'switches protocols': sendOnce(
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  ),
  'leads inside with 301': sendOnce(`HTTP/1.1 301 Go\r\nlocation: ${canary}\r\ncontent-length: 0\r\n\r\n`),
  'leads inside with 307': sendOnce(`HTTP/1.1 307 Go\r\nlocation: ${canary}\r\ncontent-length: 0\r\n\r\n`),
  'leads inside with Refresh': sendOnce(`HTTP/1.1 503 Go\r\nrefresh: 0; url=${canary}\r\ncontent-length: 0\r\n\r\n`),
  'answers with a status that is none': sendOnce('HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n'),
})

type HostileReceiver = { name: string; url: string }

/** Starts a server for each kind of misbehaviour. */
export async function openHostileReceivers(canary: string, certificate: { cert: string; key: string }) {
  await using opening = new AsyncDisposableStack()
  const connections: Socket[] = []
  const emitter = new EventTarget()
  const startServer = async (server: Server, onConnection: (socket: Socket) => void) => {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      onConnection(socket)
      connections.push(socket)
      emitter.dispatchEvent(new Event('connection'))
    })
    server.on('tlsClientError', () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    opening.defer(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    return portOf(server)
  }
  const receivers: HostileReceiver[] = []
  for (const [name, behave] of Object.entries(behaviours(canary))) {
    const port = await startServer(createServer(), (socket) => void socket.once('data', () => behave(socket)))
    receivers.push({ name, url: `http://127.0.0.1:${port}/` })
  }
  const neverReadsPort = await startServer(createServer(), (socket) => void socket.pause())
  receivers.push({ name: 'reads nothing', url: `http://127.0.0.1:${neverReadsPort}/` })
  const neverHandshakesPort = await startServer(createServer(), (socket) => void socket.resume())
  receivers.push({ name: 'never shakes hands', url: `https://localhost:${neverHandshakesPort}/` })
  const plainTextPort = await startServer(
    createServer(),
    (socket) => void socket.once('data', () => socket.write(`${ok}\r\n`)),
  )
  receivers.push({ name: 'speaks plainly where TLS is due', url: `https://localhost:${plainTextPort}/` })
  const untrustedCertificatePort = await startServer(createTlsServer(certificate), () => {})
  receivers.push({ name: 'has an untrusted certificate', url: `https://localhost:${untrustedCertificatePort}/` })
  const opened = opening.move()
  return {
    receivers,
    /** Waits for a number of connections to all receivers. */
    async waitForConnections(atLeast: number) {
      while (connections.length < atLeast) await once(emitter, 'connection')
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
