import { connect } from 'node:net'

/** The process that listens: thousands of connections which only count the bytes that arrive. */
export type ToListeners = { join: string; port: number; count: number; from: string } | { expect: number; of: string }
export type FromListeners = { joined: string } | { arrived: string }

const counts = new Map<string, { bytes: number; expected: number }>()
const answer = (message: FromListeners) => process.send?.(message)
// All of them read into the same memory: what arrives is only counted.
const buffer = Buffer.alloc(64 * 1024)

process.on('message', (message: ToListeners) => {
  if ('join' in message) void join(message)
  else {
    const counted = counts.get(message.of)!
    // Bytes may be here before the news of how many to expect, so both are counted from the beginning.
    counted.expected += message.expect
    if (counted.bytes === counted.expected) answer({ arrived: message.of })
  }
})
process.on('disconnect', () => process.exit())

async function join({ join: name, port, count, from }: { join: string; port: number; count: number; from: string }) {
  const counted = { bytes: 0, expected: 0 }
  counts.set(name, counted)
  for (let next = 0; next < count; next += 100) {
    const batch = Array.from({ length: Math.min(100, count - next) }, (_, n) =>
      listen(name, port, from, next + n, counted),
    )
    await Promise.all(batch)
  }
  answer({ joined: name })
}

function listen(name: string, port: number, from: string, n: number, counted: { bytes: number; expected: number }) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let last = ''
  let isIn = false
  const socket = connect({
    port,
    host: from,
    localAddress: from,
    noDelay: true,
    onread: {
      buffer,
      callback(length) {
        if (isIn) {
          counted.bytes += length
          if (counted.bytes === counted.expected) answer({ arrived: name })
        } else {
          last = (last + buffer.toString('latin1', 0, length)).slice(-400)
          isIn = last.endsWith('40')
          if (isIn) resolve()
        }
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.on('close', () => {
    console.error(`${name} closed a listener`)
    process.exit(1)
  })
  socket.write(
    `GET /socket.io/?auth=${n}&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  return promise
}
