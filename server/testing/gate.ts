import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'

import { heldClock } from '../world/clock.ts'
import { systemRandom } from '../world/random.ts'
import type { WireProfile } from '@onair/contract'
import { audience } from '../gateway/audience.ts'
import { engineIo3 } from '../gateway/engine-io-3.ts'
import type { SessionSocket } from '../gateway/session.ts'
import { rawClient } from './raw-client.ts'

/** For tests: a socket server on its own, a clock you hold, and an audience whose members are named by their `auth`. */
export async function openGate(
  options: { admission?: Promise<void>; limits?: Parameters<typeof engineIo3>[0]['limits'] } = {},
) {
  const clock = heldClock()
  const rooms = audience()
  const sockets = new Map<string, SessionSocket>()
  const closings: string[] = []
  const faults: object[] = []
  let requests = 0
  const news = new EventEmitter()

  const gateway = engineIo3({
    clock,
    random: systemRandom,
    log: { error: (fields) => void faults.push(fields) },
    ...(options.limits && { limits: options.limits }),
    async admit(auth) {
      await options.admission
      if (auth === 'fault') throw new Error('the database is away')
      if (auth === '' || auth.startsWith('bad')) return null
      const profile: WireProfile = auth.startsWith('observed') ? 'observed' : 'documented'
      let mine: SessionSocket | undefined
      return {
        opened(socket) {
          mine = socket
          sockets.set(auth, socket)
          rooms.join('chat', socket, profile)
          socket.emit('SYSTEM', JSON.stringify({ type: 'connected', data: { sessionKey: auth } }))
          news.emit('news')
        },
        closed(reason) {
          closings.push(`${auth}: ${reason}`)
          if (mine) rooms.leaveAll(mine)
          news.emit('news')
        },
      }
    },
  })
  const http = createServer((request, response) => {
    if (!gateway.handleRequest(request, response)) response.writeHead(404).end()
    requests++
    news.emit('news')
  })
  http.on('upgrade', (request, stream, head) => {
    if (!gateway.handleUpgrade(request, stream, head)) stream.destroy()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' ? address?.port : undefined

  const connect = (auth: string, path = '/socket.io/') =>
    rawClient(`ws://127.0.0.1:${port}${path}?transport=websocket&EIO=3&auth=${auth}`)

  return {
    clock,
    rooms,
    sockets,
    closings,
    faults,
    gateway,
    port,
    /** How many requests have arrived. */
    get requests() {
      return requests
    },
    connect,
    /** The address as a session's creation would hand it out. */
    url: (auth: string) => `http://127.0.0.1:${port}?auth=${auth}`,
    /** A client that is connected and has heard what comes first. */
    async enter(auth: string) {
      const client = connect(auth)
      await client.hear(3)
      return client
    },
    /** Waits until what has been seen so far fits. */
    async until(fits: () => boolean) {
      while (!fits()) await once(news, 'news')
    },
    async [Symbol.asyncDispose]() {
      const stopped = gateway[Symbol.asyncDispose]()
      // Who polls no more is not waited for longer than a goodbye takes.
      clock.advance(2_000)
      await stopped
      http.close()
      http.closeAllConnections()
    },
  }
}
