import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { encodeCommand, encodeConnected } from '@onair/server/infra/rtmp/messages.ts'
import { portOf } from './port.ts'

/** A server of connections on a free port of this machine. */
export async function startTarget(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    count++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `rtmp://127.0.0.1:${portOf(server)}/app`,
    sockets,
    cut,
    /** Connections so far. */
    get count() {
      return count
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Forwards to another RTMP server of this machine. */
export function startProxy(url: string) {
  const port = Number(new URL(url.replace('rtmp:', 'http:')).port)
  return startTarget((socket) => {
    const upstream = connect(port, '127.0.0.1')
    upstream.on('error', () => {})
    socket.on('close', () => upstream.destroy())
    upstream.on('close', () => socket.destroy())
    socket.pipe(upstream).pipe(socket)
  })
}

const hello = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1_536)])

/** Answers the handshake, and then `answers` to the commands that clients send: connect, createStream, publish. */
function serveCommands(answers: { connect?: Buffer; publish?: Buffer; onPublish?: (socket: Socket) => void }) {
  return (socket: Socket) => {
    let text = ''
    const replies: [string, () => void][] = [
      ['\0\u0007connect', () => socket.write(answers.connect ?? encodeConnected(1))],
      ['createStream', () => socket.write(encodeCommand(0, '_result', 4, null, 1))],
      [
        '\0\u0007publish',
        () => {
          socket.write(answers.publish ?? publishStart)
          answers.onPublish?.(socket)
        },
      ],
    ]
    socket.once('data', () => socket.write(hello))
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const [next] = replies
      if (next === undefined || !text.includes(next[0])) return
      replies.shift()
      next[1]()
    })
  }
}

const publishStart = encodeCommand(1, 'onStatus', 0, null, { level: 'status', code: 'NetStream.Publish.Start' })

/** Takes a stream, and then reads nothing of it. */
export const serveWithoutReading = serveCommands({ onPublish: (socket) => socket.pause() })

function messageOf(type: number, length: number, body = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(12)
  head[0] = 2
  head.writeUIntBE(length, 4, 3)
  head[7] = type
  return Buffer.concat([head, body])
}

/** Writes for as long as the other side reads. */
function writeForever(socket: Socket, bytes: Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', write)
  write()
}

/** Servers that harm who connects to them, by what they do, with the failure that they are. */
export const hostileTargets: readonly (readonly [what: string, failure: string, serve: (socket: Socket) => void])[] = [
  ['close in the handshake', 'CLOSED', (socket) => void socket.once('data', () => socket.end(hello.subarray(0, 100)))],
  ['send what is no RTMP', 'NOT_RTMP', (socket) => void socket.end(Buffer.alloc(8_000, 'HTTP/1.1 400 Bad Request '))],
  [
    'announce chunks of 2 GB',
    'NOT_RTMP',
    serveCommands({ connect: messageOf(1, 4, Buffer.from([0x7f, 0xff, 0xff, 0xff])) }),
  ],
  ['announce a picture of 16 MB', 'NOT_RTMP', serveCommands({ connect: messageOf(9, 0xffffff) })],
  [
    'never end their answers',
    'NOT_RTMP',
    serveCommands({ onPublish: (socket) => writeForever(socket, Buffer.alloc(65_536, messageOf(3, 0))) }),
  ],
  [
    'ping without end',
    'NOT_RTMP',
    serveCommands({ onPublish: (socket) => writeForever(socket, messageOf(4, 6, Buffer.from([0, 6, 0, 0, 0, 1]))) }),
  ],
  [
    'give a reason that no database stores',
    'REFUSED',
    serveCommands({
      publish: encodeCommand(1, 'onStatus', 0, null, {
        level: 'error',
        description: `no\0\u0007 ${'x'.repeat(3_000)}`,
      }),
    }),
  ],
]
