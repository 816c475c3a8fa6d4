import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'

import { Server as SocketIo } from 'socket.io'

import { Hub } from '../../server/gateway/hub.ts'
import { EngineIo3 } from '../../server/gateway/engine-io/engine-io-3.ts'
import { encodeFrame } from '../../server/gateway/engine-io/frames.ts'
import { eventPacket } from '../../server/gateway/engine-io/packets.ts'
import { memoryBus } from '../../server/infra/bus/memory-bus.ts'
import { systemClock } from '../../server/infra/clock.ts'
import { systemRandom } from '../../server/infra/random.ts'
import { createChat, listRoomsOfListener, listRoomsOfScenario, type Scenario } from './rooms.ts'

/** A server process of the benchmark: it tells chats when asked to, and how much processor time it used since. */
export type ToContender = { broadcast: Scenario } | { usage: true }
export type FromContender = { port: number; bytesPerChat: number } | { userAndSystemUs: number }

type Contender = { server: Server; bytesPerChat: number; broadcast: (room: string, n: number) => void }

const log = {
  error(fields: object, message: string) {
    console.error(message, fields)
    process.exit(1)
  },
}
const onairFrame = () => encodeFrame(eventPacket('CHAT', JSON.stringify(createChat(0)))).bytes

/** From the bus on, as a chat goes in production. */
function onair(): Contender {
  const bus = memoryBus({ log })
  const testHub = new Hub()
  const subscribedRooms = new Set<string>()
  const gateway = new EngineIo3({
    clock: systemClock(),
    random: systemRandom,
    log,
    async authenticate(auth) {
      return {
        onOpen(socket) {
          for (const room of listRoomsOfListener(Number(auth))) {
            testHub.subscribe(room, socket, 'documented')
            if (subscribedRooms.has(room)) continue
            subscribedRooms.add(room)
            void bus.subscribe(room, (payload) => testHub.broadcast(room, 'CHAT', Object(payload)))
          }
        },
        onClose(reason) {
          if (reason !== 'CONNECTION_LOST') log.error({ auth, reason }, 'a listener was lost')
        },
      }
    },
  })
  const server = createServer()
  server.on('upgrade', (request, stream, head) => gateway.handleUpgrade(request, stream, head))
  return {
    server,
    bytesPerChat: onairFrame().length,
    broadcast: (room, n) => void bus.publish(room, createChat(n)),
  }
}

/** The floor: bytes that were ready before, written to sockets without any protocol. */
function bareTcp(): Contender {
  const rooms = new Map<string, Socket[]>()
  const bytes = onairFrame()
  const server = createTcpServer({ noDelay: true }, (socket) => {
    socket.once('data', (request) => {
      for (const room of listRoomsOfListener(Number(/auth=(\d+)/.exec(request.toString())?.[1]))) {
        const listeners = rooms.get(room) ?? []
        rooms.set(room, listeners)
        listeners.push(socket)
      }
      socket.write('40')
    })
    socket.on('error', () => socket.destroy())
  })
  return {
    server,
    bytesPerChat: bytes.length,
    broadcast(room) {
      for (const socket of rooms.get(room) ?? []) socket.write(bytes)
    },
  }
}

function socketIo(): Contender {
  const server = createServer()
  const io = new SocketIo(server, {
    allowEIO3: true,
    transports: ['websocket'],
    serveClient: false,
    pingTimeout: 300_000,
  })
  io.on('connection', (socket) => socket.join(listRoomsOfListener(Number(socket.handshake.query['auth']))))
  return {
    server,
    // Raw UTF-8 behind a header of four bytes.
    bytesPerChat: 4 + Buffer.byteLength(`42${JSON.stringify(['CHAT', createChat(0)])}`),
    broadcast: (room, n) => io.to(room).emit('CHAT', createChat(n)),
  }
}

const contenders: Record<string, () => Contender> = { onair, 'bare-tcp': bareTcp, 'socket.io': socketIo }

const { server, bytesPerChat, broadcast } = contenders[process.argv[2] ?? '']!()
const reply = (message: FromContender) => process.send?.(message)
let sentCount = 0
let usageAtStart = process.cpuUsage()

process.on('message', (message: ToContender) => {
  if ('broadcast' in message) broadcastInBatches(listRoomsOfScenario(message.broadcast))
  else {
    const { user, system } = process.cpuUsage(usageAtStart)
    reply({ userAndSystemUs: user + system })
    usageAtStart = process.cpuUsage()
  }
})
process.on('disconnect', () => process.exit())
server.listen(0, '0.0.0.0', 4_096, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) reply({ port: address.port, bytesPerChat })
})

/** Chats of many channels arrive a few at a time, not in one breath. */
function broadcastInBatches(rooms: string[]) {
  for (const room of rooms.slice(0, 50)) broadcast(room, sentCount++)
  if (rooms.length > 50) setImmediate(broadcastInBatches, rooms.slice(50))
}
