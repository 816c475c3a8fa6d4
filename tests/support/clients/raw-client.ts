import { once } from 'node:events'

import { WebSocket } from 'ws'

/** A websocket client that stores all received frames, binary ones as hex. Its waits end after 20 s. */
export function openRawClient(url: string) {
  const socket = new WebSocket(url)
  const received: string[] = []
  let readCount = 0
  socket.on('message', (bytes: Buffer, isBinary) => {
    received.push(isBinary ? `binary ${bytes.toString('hex')}` : bytes.toString())
    socket.emit('change')
  })
  socket.on('error', () => socket.emit('change'))
  socket.on('close', () => socket.emit('change'))

  const take = (count: number) => {
    const frames = received.slice(readCount, readCount + count)
    readCount += frames.length
    return frames
  }
  const nextChange = () => once(socket, 'change', { signal: AbortSignal.timeout(20_000) })

  return {
    socket,
    send: (frame: string | Buffer) => socket.send(frame),
    /** The next `count` frames, or fewer when the connection is closed. */
    async read(count: number) {
      while (received.length < readCount + count && socket.readyState !== WebSocket.CLOSED) await nextChange()
      return take(count)
    },
    /** The frames that have arrived. */
    readArrived: () => take(Infinity),
    /** Waits for the close, and returns all remaining frames. */
    async readUntilClose() {
      while (socket.readyState !== WebSocket.CLOSED) await nextChange()
      return take(Infinity)
    },
  }
}
