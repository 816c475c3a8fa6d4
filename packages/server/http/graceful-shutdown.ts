import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../infra/clock.ts'

/** How long keep-alive connections may send another request, whose response then has `Connection: close`. */
const graceMs = 2_000
/** After that, how long to wait for responses in flight. */
const responseTimeoutMs = 5_000
/** How often to look for a connection in the queue, where there is always another one. */
const maxAcceptRounds = 1_000

/**
 * Disposing drains the server without losing a request: it stops accepting connections, then responds to requests on open
 * connections with `Connection: close`, and waits for responses in flight. It does not wait for long polls: the gateway
 * ends those.
 */
export function gracefulShutdown(server: Server, clock: Pick<Clock, 'after'>): AsyncDisposable {
  // The last response of each connection: a listener for the end of each response would cost every request time.
  const lastResponses = new Map<Socket, ServerResponse>()
  let isStopping = false

  const track = (response: ServerResponse, socket: Socket) => {
    if (!lastResponses.has(socket)) socket.once('close', () => lastResponses.delete(socket))
    lastResponses.set(socket, response)
    if (isStopping) response.setHeader('connection', 'close')
  }
  const listInFlight = () => [...lastResponses.values()].filter((each) => !each.writableFinished && !each.destroyed)
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/socket.io')) return
    // A pipelined request is served when its response gets the socket. Its connection may close before.
    if (response.socket !== null) track(response, response.socket)
    else response.once('socket', (socket: Socket) => track(response, socket))
  })
  return {
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      await acceptQueued(server)
      // http.Server.close() would close idle connections on which a request may already be in transit.
      net.Server.prototype.close.call(server)
      // Only now: with `Connection: close` before that, clients would connect again while the port closes, and be reset.
      isStopping = true
      for (const response of listInFlight()) if (!response.headersSent) response.setHeader('connection', 'close')
      if ((await countConnections(server)) > 0) await delay(clock, graceMs)
      await drain(listInFlight, clock)
      server.closeIdleConnections()
    },
  }
}

/**
 * Accepts the connections in the queue of the port, on which requests may have arrived: closing the port would reset them.
 * The event loop looks for them before it runs immediates. The first look may have been before they arrived.
 */
async function acceptQueued(server: Server): Promise<void> {
  let accepted = 0
  const count = () => void (accepted += 1)
  server.on('connection', count)
  let quietRounds = 0
  for (let round = 0; round < maxAcceptRounds && quietRounds < 2; round++) {
    const before = accepted
    await setImmediate()
    quietRounds = accepted === before ? quietRounds + 1 : 0
  }
  server.off('connection', count)
}

/** Waits until no response is in flight, those of requests that still arrive included. */
async function drain(listInFlight: () => ServerResponse[], clock: Pick<Clock, 'after'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  using _timeout = clock.after(responseTimeoutMs, resolve)
  const waitForNext = () => {
    const [response] = listInFlight()
    if (response === undefined) resolve()
    else response.once('close', waitForNext)
  }
  waitForNext()
  await promise
}

function delay(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(ms, resolve)
  return promise
}

function countConnections(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  server.getConnections((_error, count) => resolve(count))
  return promise
}
