import { connect, type Socket } from 'node:net'

/** The process that connects: `count` sockets, `atOnce` of them under way at a time; it holds them until it is told to leave. */
export type ToClients = { connect: number; port: number; count: number; atOnce: number } | { disconnect: true }
export type FromClients = { seconds: number } | { disconnected: true }

const sockets: Socket[] = []
const buffer = Buffer.alloc(64 * 1024)
const reply = (message: FromClients) => process.send?.(message)

process.on('message', (message: ToClients) => void ('connect' in message ? connectAll(message) : disconnectAll()))
process.on('disconnect', () => process.exit())

async function connectAll({ connect: from, port, count, atOnce }: Extract<ToClients, { connect: number }>) {
  const startedAt = performance.now()
  let next = 0
  const worker = async () => {
    for (; next < count; next++) await connectOne(`127.0.0.${from}`, port)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  reply({ seconds: (performance.now() - startedAt) / 1000 })
}

async function disconnectAll() {
  const closing = sockets.splice(0).map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy()))
  await Promise.all(closing)
  reply({ disconnected: true })
}

/** Counts as in when `40` has come, with which every contender says that the session stands. */
function connectOne(host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let received = ''
  const socket = connect({
    port,
    host,
    localAddress: host,
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        received = (received + buffer.toString('latin1', 0, length)).slice(-4)
        if (received.endsWith('40')) resolve()
        return true
      },
    },
  })
  sockets.push(socket)
  socket.on('error', reject)
  socket.write(
    'GET /socket.io/?auth=x&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  return promise
}
