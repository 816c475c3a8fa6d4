import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'

import { fakeClock } from '../infra/clock.ts'
import { systemRandom } from '../infra/random.ts'
import type { WireProfile } from '@onair/contract'
import { Hub } from '../gateway/hub.ts'
import { EngineIo3, isSocketUpgrade, type EngineIoOptions } from '../gateway/engine-io/engine-io-3.ts'
import type { ClientSocket } from '../gateway/engine-io/connection.ts'
import { openRawClient } from './raw-client.ts'

/** An EngineIo3 server with a fake clock. Each client subscribes to `chat` and is named by its `auth`. */
export async function openTestGateway(options: { admission?: Promise<void>; limits?: EngineIoOptions['limits'] } = {}) {
  const clock = fakeClock()
  const hub = new Hub()
  const sockets = new Map<string, ClientSocket>()
  const disconnects: string[] = []
  const loggedErrors: object[] = []
  let requestCount = 0
  const emitter = new EventEmitter()

  const gateway = new EngineIo3({
    clock,
    random: systemRandom,
    log: { error: (fields) => void loggedErrors.push(fields) },
    ...(options.limits && { limits: options.limits }),
    async authenticate(auth) {
      await options.admission
      if (auth === 'fault') throw new Error('database unavailable')
      if (auth === '' || auth.startsWith('bad')) return null
      const profile: WireProfile = auth.startsWith('observed') ? 'observed' : 'documented'
      let ownSocket: ClientSocket | undefined
      return {
        onOpen(socket) {
          ownSocket = socket
          sockets.set(auth, socket)
          hub.subscribe('chat', socket, profile)
          socket.emit('SYSTEM', JSON.stringify({ type: 'connected', data: { sessionKey: auth } }))
          emitter.emit('change')
        },
        onClose(reason) {
          disconnects.push(`${auth}: ${reason}`)
          if (ownSocket) hub.unsubscribeAll(ownSocket)
          emitter.emit('change')
        },
      }
    },
  })
  const http = createServer({ shouldUpgradeCallback: isSocketUpgrade }, (request, response) => {
    if (!gateway.handleRequest(request, response)) response.writeHead(404).end()
    requestCount++
    emitter.emit('change')
  })
  http.on('upgrade', (request, stream, head) => gateway.handleUpgrade(request, stream, head))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' ? address?.port : undefined

  const connect = (auth: string, path = '/socket.io/') =>
    openRawClient(`ws://127.0.0.1:${port}${path}?transport=websocket&EIO=3&auth=${auth}`)

  return {
    clock,
    hub: hub,
    sockets,
    disconnects,
    loggedErrors,
    gateway,
    port,
    get requestCount() {
      return requestCount
    },
    connect,
    /** A session URL. */
    url: (auth: string) => `http://127.0.0.1:${port}?auth=${auth}`,
    /** A connected client that has received the first packets. */
    async connectReady(auth: string) {
      const client = connect(auth)
      await client.read(3)
      return client
    },
    async waitFor(condition: () => boolean) {
      const signal = AbortSignal.timeout(10_000)
      while (!condition()) await once(emitter, 'change', { signal })
    },
    async [Symbol.asyncDispose]() {
      const stopping = gateway[Symbol.asyncDispose]()
      // Ends the wait for clients that have stopped polling.
      clock.advance(2_000)
      await stopping
      http.close()
      http.closeAllConnections()
    },
  }
}
