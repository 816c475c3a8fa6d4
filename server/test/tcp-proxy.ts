import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** A way to a server that a test can block: it leads there through a port of this machine. */
export type TcpProxy = AsyncDisposable & {
  port: number
  /** From now on nothing comes through, and nobody is told; `thaw` lets all of it through. */
  freeze(): void
  thaw(): void
  /** Ends every connection and refuses new ones, until it is restored. */
  disconnect(): void
  restore(): void
}

export async function openTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let isFrozen = false
  let isDisconnected = false

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (downstream) => {
    if (isDisconnected) {
      downstream.destroy()
      return
    }
    const upstream = connect({ ...target, allowHalfOpen: true })
    const pair: [Socket, Socket] = [downstream, upstream]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      downstream.destroy()
      upstream.destroy()
    }
    for (const [source, destination] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      source.on('data', (bytes) => void destination.write(bytes))
      source.on('end', () => destination.end())
      source.on('error', end)
      source.on('close', end)
    }
    if (isFrozen) upstream.pause()
    else downstream.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const forEachSocket = (action: (socket: Socket) => void) => {
    for (const pair of pairs) pair.forEach(action)
  }
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true
      forEachSocket((socket) => socket.pause())
    },
    thaw() {
      isFrozen = false
      forEachSocket((socket) => socket.resume())
    },
    disconnect() {
      isDisconnected = true
      forEachSocket((socket) => socket.destroy())
    },
    restore() {
      isDisconnected = false
    },
    async [Symbol.asyncDispose]() {
      forEachSocket((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}
