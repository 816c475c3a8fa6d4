import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'

import { Server as SocketIo } from 'socket.io'

import { audience } from '../../server/gateway/audience.ts'
import { engineIo3 } from '../../server/gateway/engine-io-3.ts'
import { frame } from '../../server/gateway/frames.ts'
import { eventPacket } from '../../server/gateway/packets.ts'
import { memoryBus } from '../../server/world/bus/memory-bus.ts'
import { offsetClock } from '../../server/world/clock.ts'
import { systemRandom } from '../../server/world/random.ts'
import { chat, roomsOf, roomsToldBy, type Scenario } from './rooms.ts'

/** A server process of the benchmark: it tells chats when asked to, and how much processor time it used since. */
export type ToContender = { tell: Scenario } | { usage: true }
export type FromContender = { port: number; bytesPerChat: number } | { userAndSystemUs: number }

type Contender = { server: Server; bytesPerChat: number; tell: (room: string, n: number) => void }

const log = {
  error(fields: object, message: string) {
    console.error(message, fields)
    process.exit(1)
  },
}
const ourFrame = () => frame(eventPacket('CHAT', JSON.stringify(chat(0)))).bytes

/** From the bus on, as a chat goes in production. */
function onair(): Contender {
  const bus = memoryBus({ log })
  const rooms = audience()
  const heard = new Set<string>()
  const gateway = engineIo3({
    clock: offsetClock(),
    random: systemRandom,
    log,
    async admit(auth) {
      return {
        opened(socket) {
          for (const room of roomsOf(Number(auth))) {
            rooms.join(room, socket, 'documented')
            if (heard.has(room)) continue
            heard.add(room)
            void bus.listen(room, (payload) => rooms.tell(room, 'CHAT', Object(payload)))
          }
        },
        closed(reason) {
          if (reason !== 'client went away') log.error({ auth, reason }, 'a listener was lost')
        },
      }
    },
  })
  const server = createServer()
  server.on('upgrade', (request, stream, head) => gateway.handleUpgrade(request, stream, head))
  return {
    server,
    bytesPerChat: ourFrame().length,
    tell: (room, n) => void bus.publish(room, chat(n)),
  }
}

/** The floor: bytes that were ready before, written to sockets without any protocol. */
function bareTcp(): Contender {
  const rooms = new Map<string, Socket[]>()
  const bytes = ourFrame()
  const server = createTcpServer({ noDelay: true }, (socket) => {
    socket.once('data', (request) => {
      for (const room of roomsOf(Number(/auth=(\d+)/.exec(request.toString())?.[1]))) {
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
    tell(room) {
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
  io.on('connection', (socket) => socket.join(roomsOf(Number(socket.handshake.query['auth']))))
  return {
    server,
    // Raw UTF-8 behind a header of four bytes.
    bytesPerChat: 4 + Buffer.byteLength(`42${JSON.stringify(['CHAT', chat(0)])}`),
    tell: (room, n) => io.to(room).emit('CHAT', chat(n)),
  }
}

const contenders: Record<string, () => Contender> = { onair, 'bare-tcp': bareTcp, 'socket.io': socketIo }

const { server, bytesPerChat, tell } = contenders[process.argv[2] ?? '']!()
const answer = (message: FromContender) => process.send?.(message)
let told = 0
let used = process.cpuUsage()

process.on('message', (message: ToContender) => {
  if ('tell' in message) tellInTurns(roomsToldBy(message.tell))
  else {
    const { user, system } = process.cpuUsage(used)
    answer({ userAndSystemUs: user + system })
    used = process.cpuUsage()
  }
})
process.on('disconnect', () => process.exit())
server.listen(0, '0.0.0.0', 4_096, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) answer({ port: address.port, bytesPerChat })
})

/** Chats of many channels arrive a few at a time, not in one breath. */
function tellInTurns(rooms: string[]) {
  for (const room of rooms.slice(0, 50)) tell(room, told++)
  if (rooms.length > 50) setImmediate(tellInTurns, rooms.slice(50))
}
