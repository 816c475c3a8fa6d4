import { connect, type Socket } from 'node:net'
import { connectPacket, upgradeRequest } from '../shared/websocket.ts'

/** The process that holds the clients: it opens `count` connections, `concurrency` at a time, or closes all of them. */
export type ToClients = { host: string; port: number; count: number; concurrency: number } | { disconnect: true }
export type FromClients = { seconds: number } | { disconnected: true }

const sockets: Socket[] = []
const buffer = Buffer.alloc(64 * 1024)
const reply = (message: FromClients) => process.send?.(message)

process.on('message', (message: ToClients) => void ('host' in message ? connectAll(message) : disconnectAll()))
process.on('disconnect', () => process.exit())

async function connectAll({ host, port, count, concurrency }: Extract<ToClients, { host: string }>) {
  const startedAt = performance.now()
  let next = 0
  const worker = async () => {
    for (; next < count; next++) await connectClient(host, port)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  reply({ seconds: (performance.now() - startedAt) / 1000 })
}

async function disconnectAll() {
  const closing = sockets.splice(0).map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy()))
  await Promise.all(closing)
  reply({ disconnected: true })
}

/** Resolves when the server has accepted the connection. */
function connectClient(host: string, port: number): Promise<void> {
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
        if (received.endsWith(connectPacket)) resolve()
        return true
      },
    },
  })
  sockets.push(socket)
  socket.on('error', reject)
  socket.write(upgradeRequest('?auth=x'))
  return promise
}
