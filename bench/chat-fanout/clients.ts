import { connect } from 'node:net'
import { connectPacket, upgradeRequest } from '../shared/websocket.ts'

/** The process that holds the clients of every server. Its connections only count the received bytes. */
export type ToClients =
  | { connectTo: string; port: number; count: number; host: string }
  | { expectBytes: number; from: string }
export type FromClients = { connectedTo: string } | { deliveredFrom: string }

type ByteCount = { received: number; expected: number }

const byteCounts = new Map<string, ByteCount>()
const reply = (message: FromClients) => process.send?.(message)
// All sockets share one buffer, because their data is only counted.
const buffer = Buffer.alloc(64 * 1024)

process.on('message', (message: ToClients) => {
  if ('connectTo' in message) void connectAll(message)
  else {
    const bytes = byteCounts.get(message.from)!
    // The bytes can arrive before this message, so both totals count from the start.
    bytes.expected += message.expectBytes
    if (bytes.received === bytes.expected) reply({ deliveredFrom: message.from })
  }
})
process.on('disconnect', () => process.exit())

async function connectAll({ connectTo: server, port, count, host }: Extract<ToClients, { connectTo: string }>) {
  const bytes = byteCounts.get(server) ?? { received: 0, expected: 0 }
  byteCounts.set(server, bytes)
  for (let next = 0; next < count; next += 100) {
    const batch = Array.from({ length: Math.min(100, count - next) }, (_, n) =>
      connectClient({ server, port, host, client: next + n, bytes }),
    )
    await Promise.all(batch)
  }
  reply({ connectedTo: server })
}

type Target = { server: string; port: number; host: string; client: number; bytes: ByteCount }

function connectClient({ server, port, host, client, bytes }: Target) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let handshake = ''
  let isConnected = false
  const socket = connect({
    port,
    host,
    localAddress: host,
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        if (isConnected) {
          bytes.received += length
          if (bytes.received === bytes.expected) reply({ deliveredFrom: server })
        } else {
          handshake = (handshake + buffer.toString('latin1', 0, length)).slice(-400)
          isConnected = handshake.endsWith(connectPacket)
          if (isConnected) resolve()
        }
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.on('close', () => {
    console.error(`${server} closed a connection`)
    process.exit(1)
  })
  socket.write(upgradeRequest(`?auth=${client}`))
  return promise
}
