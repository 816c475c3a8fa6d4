import { once } from 'node:events'

import { WebSocket } from 'ws'

/** A websocket that remembers every frame it has heard, binary ones as hex. */
export function openRawClient(url: string) {
  const socket = new WebSocket(url)
  const received: string[] = []
  let readCount = 0
  socket.on('message', (bytes: Buffer, isBinary) => {
    received.push(isBinary ? `binary ${bytes.toString('hex')}` : bytes.toString())
    socket.emit('news')
  })
  socket.on('error', () => socket.emit('news'))
  socket.on('close', () => socket.emit('news'))

  const take = (count: number) => {
    const frames = received.slice(readCount, readCount + count)
    readCount += frames.length
    return frames
  }
  return {
    socket,
    send: (frame: string | Buffer) => socket.send(frame),
    /** The next frames: as many as asked for, or as many as came before the end. */
    async read(count: number) {
      while (received.length < readCount + count && socket.readyState !== WebSocket.CLOSED) await once(socket, 'news')
      return take(count)
    },
    /** Every frame left until the other side closed. */
    async readUntilClose() {
      while (socket.readyState !== WebSocket.CLOSED) await once(socket, 'news')
      return take(Infinity)
    },
  }
}
