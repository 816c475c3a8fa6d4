import { connect } from 'node:net'

/** The process that listens: thousands of connections which only count the bytes that arrive. */
export type ToListeners =
  | { join: string; port: number; count: number; from: string }
  | { expect: number; contender: string }
export type FromListeners = { joined: string } | { delivered: string }

const counts = new Map<string, { bytes: number; expected: number }>()
const reply = (message: FromListeners) => process.send?.(message)
// All of them read into the same memory: what arrives is only counted.
const buffer = Buffer.alloc(64 * 1024)

process.on('message', (message: ToListeners) => {
  if ('join' in message) void join(message)
  else {
    const counted = counts.get(message.contender)!
    // Bytes may be here before the news of how many to expect, so both are counted from the beginning.
    counted.expected += message.expect
    if (counted.bytes === counted.expected) reply({ delivered: message.contender })
  }
})
process.on('disconnect', () => process.exit())

async function join({
  join: contender,
  port,
  count,
  from,
}: {
  join: string
  port: number
  count: number
  from: string
}) {
  const counted = { bytes: 0, expected: 0 }
  counts.set(contender, counted)
  for (let next = 0; next < count; next += 100) {
    const batch = Array.from({ length: Math.min(100, count - next) }, (_, n) =>
      listen(contender, port, from, next + n, counted),
    )
    await Promise.all(batch)
  }
  reply({ joined: contender })
}

function listen(
  contender: string,
  port: number,
  from: string,
  n: number,
  counted: { bytes: number; expected: number },
) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let last = ''
  let isConnected = false
  const socket = connect({
    port,
    host: from,
    localAddress: from,
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        if (isConnected) {
          counted.bytes += length
          if (counted.bytes === counted.expected) reply({ delivered: contender })
        } else {
          last = (last + buffer.toString('latin1', 0, length)).slice(-400)
          isConnected = last.endsWith('40')
          if (isConnected) resolve()
        }
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.on('close', () => {
    console.error(`${contender} closed a listener`)
    process.exit(1)
  })
  socket.write(
    `GET /socket.io/?auth=${n}&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  return promise
}
