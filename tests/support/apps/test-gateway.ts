import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'

import { processTime } from '@onair/server/infra/clock.ts'
import { fakeClock } from '../fake-clock.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import type { WireProfile } from '@onair/contract'
import { Hub } from '@onair/server/gateway/hub.ts'
import { TimeSlices, type SliceLimits } from '@onair/server/gateway/time-slices.ts'
import { EngineIo3, isSocketUpgrade, type EngineIoOptions } from '@onair/server/gateway/engine-io/engine-io-3.ts'
import type { ClientSocket, ConnectionHandler } from '@onair/server/gateway/engine-io/connection.ts'
import { eventually } from '../eventually.ts'
import { portOf } from '../programs/port.ts'
import { openRawClient } from '../clients/raw-client.ts'

type GatewayOptions = {
  admission?: Promise<void>
  slices?: Partial<SliceLimits>
  /** The events that wait for the next slice. */
  maxWaiting?: number
  /** Wraps the handler of each client. */
  handlerAround?: (handler: ConnectionHandler) => ConnectionHandler
} & Pick<EngineIoOptions, 'limits' | 'networksOf'>

/** An EngineIo3 server with a fake clock. Each client subscribes to `chat` and is named by its `auth`. */
export async function openTestGateway(options: GatewayOptions = {}) {
  const clock = fakeClock()
  const emitter = new EventEmitter()
  const slices = new TimeSlices(options.slices)
  const clients = recordClients(
    emitter,
    new Hub({ uptime: processTime, slices, maxWaiting: options.maxWaiting ?? 1_000 }),
  )
  const loggedErrors: object[] = []
  const gateway = new EngineIo3({
    clock,
    slices,
    random: systemRandom,
    log: { error: (fields) => void loggedErrors.push(fields) },
    ...(options.limits && { limits: options.limits }),
    ...(options.networksOf && { networksOf: options.networksOf }),
    deliverWaiting: (socket) => clients.hub.deliverWaiting(socket),
    async authenticate(auth) {
      await options.admission
      if (auth === 'error') throw new Error('database unavailable')
      if (auth === '' || auth.startsWith('bad')) return null
      const handler = clients.handlerOf(auth)
      return options.handlerAround?.(handler) ?? handler
    },
  })

  let requestCount = 0
  let writeCount = 0
  const onRequest = () => {
    requestCount++
    emitter.emit('change')
  }
  const http = await serveGateway(gateway, { onRequest, onWrite: () => void writeCount++ })
  const port = portOf(http)
  const connect = (auth: string, path = '/socket.io/') =>
    openRawClient(`ws://127.0.0.1:${port}${path}?transport=websocket&EIO=3&auth=${auth}`)

  return {
    clock,
    ...clients,
    loggedErrors,
    gateway,
    port,
    get requestCount() {
      return requestCount
    },
    /** How often the gateway wrote to websockets. */
    get writeCount() {
      return writeCount
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
    waitForConnections: (count: number) => eventually(() => assert.equal(gateway.connectionCount, count)),
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

type Observer = { onRequest: () => void; onWrite: () => void }

async function serveGateway(gateway: EngineIo3, { onRequest, onWrite }: Observer): Promise<Server> {
  const http = createServer({ shouldUpgradeCallback: isSocketUpgrade }, (request, response) => {
    if (!gateway.handleRequest(request, response)) response.writeHead(404).end('Not found')
    onRequest()
  })
  http.on('upgrade', (request, stream, head) => {
    const write = stream.write.bind(stream)
    stream.write = (bytes: Buffer) => {
      onWrite()
      return write(bytes)
    }
    gateway.handleUpgrade(request, stream, head)
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  return http
}

/** Subscribes each client to `chat`, and records the sockets and disconnects. */
function recordClients(emitter: EventEmitter, hub: Hub) {
  const sockets = new Map<string, ClientSocket>()
  const disconnects: string[] = []
  const handlerOf = (auth: string): ConnectionHandler => {
    const profile: WireProfile = auth.startsWith('observed') ? 'observed' : 'documented'
    let ownSocket: ClientSocket | undefined
    return {
      onOpen(socket) {
        ownSocket = socket
        sockets.set(auth, socket)
        void hub.subscribe('chat', socket, profile)
        socket.emit('SYSTEM', JSON.stringify({ type: 'connected', data: { sessionKey: auth } }))
        emitter.emit('change')
      },
      onClose(code) {
        disconnects.push(`${auth}: ${code}`)
        if (ownSocket) hub.unsubscribeAll(ownSocket)
        emitter.emit('change')
      },
    }
  }
  return { hub, sockets, disconnects, handlerOf }
}
