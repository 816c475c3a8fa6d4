import { createServer, type Server } from 'node:http'

import { Server as SocketIo } from 'socket.io'
import { WebSocketServer } from 'ws'

import { Hub } from '@onair/server/gateway/hub.ts'
import { TimeSlices } from '@onair/server/gateway/time-slices.ts'
import { EngineIo3 } from '@onair/server/gateway/engine-io/engine-io-3.ts'
import { processTime, systemClock } from '@onair/server/infra/clock.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import { connectPacket } from '../shared/websocket.ts'

/** `measure` returns the CPU time since the last `measure`, and the resident memory after garbage collection. */
export type ToServer = { measure: true }
export type FromServer = { port: number } | { cpuMicros: number; residentBytes: number }

/** The lower bound: `ws` alone, which sends one packet to each client. */
function bareWs(): Server {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (request, stream, head) =>
    sockets.handleUpgrade(request, stream, head, (websocket) => {
      websocket.on('message', () => websocket.send('3'))
      websocket.send(connectPacket)
    }),
  )
  return server
}

function onair(): Server {
  const slices = new TimeSlices()
  const hub = new Hub({ uptime: processTime, slices })
  const log = {
    error(fields: object, message: string) {
      console.error(message, fields)
      process.exit(1)
    },
  }
  const gateway = new EngineIo3({
    clock: systemClock(),
    slices,
    random: systemRandom,
    log,
    async authenticate() {
      return { onOpen: (socket) => void hub.subscribe('chat', socket, 'documented'), onClose() {} }
    },
  })
  const server = createServer()
  server.on('upgrade', (request, stream, head) => gateway.handleUpgrade(request, stream, head))
  return server
}

function socketIo4(): Server {
  const server = createServer()
  const io = new SocketIo(server, {
    transports: ['websocket'],
    serveClient: false,
    pingTimeout: 300_000,
    perMessageDeflate: false,
    allowEIO3: true,
  })
  io.on('connection', (socket) => socket.join('chat'))
  return server
}

const contenders: Record<string, () => Server> = {
  ws: bareWs,
  onair,
  'socket.io 4': socketIo4,
}
const server = contenders[process.argv[2] ?? '']!()
const reply = (message: FromServer) => process.send?.(message)
let usageAtStart = process.cpuUsage()

process.on('message', () => {
  const { user, system } = process.cpuUsage(usageAtStart)
  for (let pass = 0; pass < 3; pass++) globalThis.gc?.()
  reply({ cpuMicros: user + system, residentBytes: process.memoryUsage.rss() })
  usageAtStart = process.cpuUsage()
})
process.on('disconnect', () => process.exit())
server.listen(0, '0.0.0.0', 4_096, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) reply({ port: address.port })
})
