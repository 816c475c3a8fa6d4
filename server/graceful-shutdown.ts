import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import net from 'node:net'
import type { Clock } from './infra/clock.ts'

/** How long keep-alive connections may send another request, whose response then has `Connection: close`. */
const graceMs = 2_000
/** After that, how long to wait for responses in flight. */
const responseTimeoutMs = 5_000

/**
 * Disposing drains the server without losing a request: it stops accepting connections, responds to requests on open
 * connections with `Connection: close`, and waits for responses in flight. It does not wait for long polls: the gateway
 * ends those.
 */
export function gracefulShutdown(server: Server, clock: Pick<Clock, 'after'>): AsyncDisposable {
  const inFlight = new Set<ServerResponse>()
  let isStopping = false
  let onDrained: (() => void) | null = null

  const track = (response: ServerResponse) => {
    inFlight.add(response)
    if (isStopping) response.setHeader('connection', 'close')
    response.once('close', () => {
      inFlight.delete(response)
      if (inFlight.size === 0) onDrained?.()
    })
  }
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/socket.io')) return
    // A pipelined request is served when its response gets the socket. Its connection may close before.
    if (response.socket !== null) track(response)
    else response.once('socket', () => track(response))
  })
  return {
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      isStopping = true
      for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close')
      // http.Server.close() would close idle connections on which a request may already be in transit.
      net.Server.prototype.close.call(server)
      if ((await countConnections(server)) > 0) await delay(clock, graceMs)
      if (inFlight.size > 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        onDrained = resolve
        using _timeout = clock.after(responseTimeoutMs, resolve)
        await promise
      }
      server.closeIdleConnections()
    },
  }
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
