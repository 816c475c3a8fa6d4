import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** A way to a server that a test can block: it leads there through a port of this machine. */
export type Way = AsyncDisposable & {
  port: number
  /** From now on nothing comes through, and nobody is told; `thaw` lets all of it through. */
  freeze(): void
  thaw(): void
  /** Ends every connection and refuses new ones, until it is restored. */
  cut(): void
  restore(): void
}

export async function openWay(to: NetConnectOpts): Promise<Way> {
  const pairs = new Set<[Socket, Socket]>()
  let frozen = false
  let isCut = false

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect({ ...to, allowHalfOpen: true })
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => void into.write(bytes))
      from.on('end', () => into.end())
      from.on('error', end)
      from.on('close', end)
    }
    if (frozen) far.pause()
    else near.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) pair.forEach(act)
  }
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true
      each((socket) => socket.pause())
    },
    thaw() {
      frozen = false
      each((socket) => socket.resume())
    },
    cut() {
      isCut = true
      each((socket) => socket.destroy())
    },
    restore() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      each((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}
