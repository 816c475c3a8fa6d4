import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { portOf } from './port.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
/** Says something, and then something else again and again, a little at a time, for as long as anybody listens. */
const saysOn = (first: string, then: string) => (socket: Socket) => {
  socket.write(first)
  const timer = setInterval(() => {
    if (socket.writableLength < 100_000) socket.write(then)
  }, 5)
  socket.on('close', () => clearInterval(timer))
}
const says = (text: string | Buffer) => (socket: Socket) => void socket.write(text)

/** What receivers do to who notifies them, once they have read something. `canary` is an address of the inside. */
const acts = (canary: string): Record<string, (socket: Socket) => void> => ({
  'never answers': () => {},
  'drips its head': saysOn(ok, 'x-a: b\r\n'),
  'drips its body': saysOn(`${ok}\r\n`, '.'),
  'pours a body without end': saysOn(`${ok}\r\n`, 'x'.repeat(50_000)),
  'pours headers without end': saysOn(ok, 'x-a: b\r\n'.repeat(1_000)),
  'pours one header without end': saysOn(`${ok}x: `, 'x'.repeat(50_000)),
  'pours chunks without end': saysOn(`${ok}transfer-encoding: chunked\r\n\r\n`, `c350\r\n${'x'.repeat(50_000)}\r\n`),
  'pours a chunk extension without end': saysOn(`${ok}transfer-encoding: chunked\r\n\r\n1;`, 'x'.repeat(50_000)),
  'pours provisional answers without end': saysOn('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)),
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
  'talks nonsense': says('nonsense\r\n\r\n'),
  'speaks HTTP/2': says(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  'says two lengths': says(`${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
  'says a length and chunks': says(`${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
  'says a length below nothing': says(`${ok}content-length: -1\r\n\r\n`),
  'says a chunk that is no number': says(`${ok}transfer-encoding: chunked\r\n\r\nxyz\r\n`),
  'says NUL in a header': says(`${ok}x: a\0b\r\n\r\n`),
  'switches protocols': says('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  'leads inside with 301': says(`HTTP/1.1 301 Go\r\nlocation: ${canary}\r\ncontent-length: 0\r\n\r\n`),
  'leads inside with 307': says(`HTTP/1.1 307 Go\r\nlocation: ${canary}\r\ncontent-length: 0\r\n\r\n`),
  'leads inside with Refresh': says(`HTTP/1.1 503 Go\r\nrefresh: 0; url=${canary}\r\ncontent-length: 0\r\n\r\n`),
  'answers with a status that is none': says('HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n'),
})

type Hostile = { name: string; url: string }

/** Receivers of every kind that nobody wants, each at an address of its own. */
export async function openHostileReceivers(canary: string, certificate: { cert: string; key: string }) {
  await using opening = new AsyncDisposableStack()
  const comers: Socket[] = []
  const bell = new EventTarget()
  const open = async (server: Server, whenOpen: (socket: Socket) => void) => {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      whenOpen(socket)
      comers.push(socket)
      bell.dispatchEvent(new Event('engaged'))
    })
    server.on('tlsClientError', () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    opening.defer(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    return portOf(server)
  }
  const receivers: Hostile[] = []
  for (const [name, act] of Object.entries(acts(canary))) {
    const port = await open(createServer(), (socket) => void socket.once('data', () => act(socket)))
    receivers.push({ name, url: `http://127.0.0.1:${port}/` })
  }
  const deaf = await open(createServer(), (socket) => void socket.pause())
  receivers.push({ name: 'reads nothing', url: `http://127.0.0.1:${deaf}/` })
  const mute = await open(createServer(), (socket) => void socket.resume())
  receivers.push({ name: 'never shakes hands', url: `https://localhost:${mute}/` })
  const plain = await open(createServer(), (socket) => void socket.once('data', () => socket.write(`${ok}\r\n`)))
  receivers.push({ name: 'speaks plainly where TLS is due', url: `https://localhost:${plain}/` })
  const stranger = await open(createTlsServer(certificate), () => {})
  receivers.push({ name: 'has a certificate of nobody', url: `https://localhost:${stranger}/` })
  const opened = opening.move()
  return {
    receivers,
    /** Waits until somebody has come to so many. */
    async engaged(atLeast: number) {
      while (comers.length < atLeast) await once(bell, 'engaged')
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
