import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** A proxy on a port of this machine, in front of a server. A test can block it. */
export type TcpProxy = AsyncDisposable & {
  port: number
  /** Holds all bytes, without an error on either side, until `thaw`. */
  freeze(): void
  thaw(): void
  /** Closes all connections and refuses new ones, until `restore`. */
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
