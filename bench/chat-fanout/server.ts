import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'

import { Server as SocketIo } from 'socket.io'

import { Hub } from '@onair/server/gateway/hub.ts'
import { TimeSlices } from '@onair/server/gateway/time-slices.ts'
import { EngineIo3 } from '@onair/server/gateway/engine-io/engine-io-3.ts'
import { encodeFrame } from '@onair/server/gateway/engine-io/frames.ts'
import { eventPacket } from '@onair/server/gateway/engine-io/packets.ts'
import { memoryBus } from '@onair/server/infra/bus/memory-bus.ts'
import { processTime, systemClock } from '@onair/server/infra/clock.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import { connectPacket } from '../shared/websocket.ts'
import {
  busyIntervalMs,
  busyMessages,
  createMessage,
  listRoomsOfClient,
  listRoomsOfScenario,
  type Scenario,
} from './rooms.ts'

/** `broadcast` sends the messages of a scenario; `usage` returns the CPU time since the last `usage`. `longestTick` starts measuring. */
export type ToServer = { broadcast: Scenario } | { usage: true } | { longestTick: true }
export type FromServer = { port: number; bytesPerMessage: number } | { cpuMicros: number } | LongestTick
/** The longest iteration of the event loop since the last request for it, with its CPU time, and the most CPU time of any. */
type LongestTick = { wallMs: number; cpuMs: number; mostCpuMs: number }

type Contender = { server: Server; bytesPerMessage: number; broadcast: (room: string, n: number) => void }

const log = {
  error(fields: object, message: string) {
    console.error(message, fields)
    process.exit(1)
  },
}
const onairFrame = () => encodeFrame(eventPacket('CHAT', JSON.stringify(createMessage(0)))).bytes

/** The path of a chat message in production from the bus to the socket. */
function onair(): Contender {
  const bus = memoryBus({ log })
  const slices = new TimeSlices()
  const hub = new Hub({ uptime: processTime, slices })
  const subscribedRooms = new Set<string>()
  const gateway = new EngineIo3({
    clock: systemClock(),
    slices,
    random: systemRandom,
    log,
    deliverWaiting: (socket) => hub.deliverWaiting(socket),
    async authenticate(auth) {
      return {
        onOpen(socket) {
          for (const room of listRoomsOfClient(Number(auth))) {
            void hub.subscribe(room, socket, 'documented')
            if (subscribedRooms.has(room)) continue
            subscribedRooms.add(room)
            void bus.subscribe(room, (payload) => hub.broadcast(room, 'CHAT', Object(payload)))
          }
        },
        onClose(reason) {
          if (reason !== 'CONNECTION_LOST') log.error({ auth, reason }, 'a client was disconnected')
        },
      }
    },
  })
  const server = createServer()
  server.on('upgrade', (request, stream, head) => gateway.handleUpgrade(request, stream, head))
  return {
    server,
    bytesPerMessage: onairFrame().length,
    broadcast: (room, n) => void bus.publish(room, createMessage(n)),
  }
}

/** The lower bound: prepared bytes written to sockets without a protocol. */
function bareTcp(): Contender {
  const rooms = new Map<string, Socket[]>()
  const bytes = onairFrame()
  const server = createTcpServer({ noDelay: true }, (socket) => {
    socket.once('data', (request) => {
      for (const room of listRoomsOfClient(Number(/auth=(\d+)/.exec(request.toString())?.[1]))) {
        const sockets = rooms.get(room) ?? []
        rooms.set(room, sockets)
        sockets.push(socket)
      }
      socket.write(connectPacket)
    })
    socket.on('error', () => socket.destroy())
  })
  return {
    server,
    bytesPerMessage: bytes.length,
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
  io.on('connection', (socket) => socket.join(listRoomsOfClient(Number(socket.handshake.query['auth']))))
  return {
    server,
    // A frame header of four bytes and UTF-8 text.
    bytesPerMessage: 4 + Buffer.byteLength(`42${JSON.stringify(['CHAT', createMessage(0)])}`),
    broadcast: (room, n) => io.to(room).emit('CHAT', createMessage(n)),
  }
}

const contenders: Record<string, () => Contender> = { onair, 'bare-tcp': bareTcp, 'socket.io': socketIo }

const { server, bytesPerMessage, broadcast } = contenders[process.argv[2] ?? '']!()
const reply = (message: FromServer) => process.send?.(message)
let sentCount = 0
let usageAtStart = process.cpuUsage()
const noTick: LongestTick = { wallMs: 0, cpuMs: 0, mostCpuMs: 0 }
let longestTick = noTick
let lastTick: { at: number; cpuMs: number } | null = null

process.on('message', (message: ToServer) => {
  if ('broadcast' in message && message.broadcast === 'busy') broadcastOnSchedule()
  else if ('broadcast' in message) broadcastInBatches(listRoomsOfScenario(message.broadcast))
  else if ('longestTick' in message) {
    reply(longestTick)
    longestTick = noTick
    if (lastTick === null) measureTick()
  } else {
    const { user, system } = process.cpuUsage(usageAtStart)
    reply({ cpuMicros: user + system })
    usageAtStart = process.cpuUsage()
  }
})
process.on('disconnect', () => process.exit())
server.listen(0, '0.0.0.0', 4_096, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) reply({ port: address.port, bytesPerMessage })
})

function measureTick() {
  const { user, system } = process.threadCpuUsage()
  const tick = { at: performance.now(), cpuMs: (user + system) / 1_000 }
  if (lastTick !== null) {
    const [wallMs, cpuMs] = [tick.at - lastTick.at, tick.cpuMs - lastTick.cpuMs]
    const longest = wallMs > longestTick.wallMs ? { wallMs, cpuMs } : longestTick
    longestTick = { ...longestTick, ...longest, mostCpuMs: Math.max(longestTick.mostCpuMs, cpuMs) }
  }
  lastTick = tick
  setImmediate(measureTick)
}

/** Sends the messages of the busy channel when they are due, each in an event-loop iteration of its own. */
function broadcastOnSchedule() {
  const startedAt = performance.now()
  let sent = 0
  const sendNext = () => {
    const due = startedAt + sent * busyIntervalMs
    if (performance.now() >= due) {
      broadcast('busy', sentCount++)
      sent++
    }
    if (sent < busyMessages) setTimeout(sendNext, Math.max(0, startedAt + sent * busyIntervalMs - performance.now()))
  }
  sendNext()
}

/** Sends 50 messages per event-loop iteration: in production, messages of many channels do not arrive at once. */
function broadcastInBatches(rooms: string[]) {
  for (const room of rooms.slice(0, 50)) broadcast(room, sentCount++)
  if (rooms.length > 50) setImmediate(broadcastInBatches, rooms.slice(50))
}
