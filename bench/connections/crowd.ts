import { connect, type Socket } from 'node:net'

/** The process that connects: `count` sockets, `atOnce` of them under way at a time; it holds them until it is told to leave. */
export type ToCrowd = { connect: number; port: number; count: number; atOnce: number } | { leave: true }
export type FromCrowd = { seconds: number } | { left: true }

const held: Socket[] = []
const buffer = Buffer.alloc(64 * 1024)
const answer = (message: FromCrowd) => process.send?.(message)

process.on('message', (message: ToCrowd) => void ('connect' in message ? come(message) : leave()))
process.on('disconnect', () => process.exit())

async function come({ connect: from, port, count, atOnce }: Extract<ToCrowd, { connect: number }>) {
  const begun = performance.now()
  let next = 0
  const lane = async () => {
    for (; next < count; next++) await enter(`127.0.0.${from}`, port)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  answer({ seconds: (performance.now() - begun) / 1000 })
}

async function leave() {
  const gone = held.splice(0).map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy()))
  await Promise.all(gone)
  answer({ left: true })
}

/** Counts as in when `40` has come, with which every contender says that the session stands. */
function enter(host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let heard = ''
  const socket = connect({
    port,
    host,
    localAddress: host,
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        heard = (heard + buffer.toString('latin1', 0, length)).slice(-4)
        if (heard.endsWith('40')) resolve()
        return true
      },
    },
  })
  held.push(socket)
  socket.on('error', reject)
  socket.write(
    'GET /socket.io/?auth=x&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  return promise
}
