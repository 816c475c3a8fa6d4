import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as PortServer } from 'node:net'
import type { Clock } from './infra/clock.ts'

/** Whoever keeps a connection open learns with the next answer that it is the last; so long they have to ask again. */
const graceMs = 2_000
/** What is being answered then is waited for, as long as an answer may take. */
const responseTimeoutMs = 5_000

/**
 * Ends the taking of requests when it is disposed of, and loses none: no connection is taken any more, requests on those
 * that are open are answered and told to be the last, and what is being answered is finished. Polls of sessions are not
 * waited for: who holds the sessions answers them.
 */
export function gracefulShutdown(server: Server, clock: Pick<Clock, 'after'>): AsyncDisposable {
  const inFlight = new Set<ServerResponse>()
  let isStopping = false
  let onDrained: (() => void) | null = null

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/socket.io')) return
    inFlight.add(response)
    if (isStopping) response.setHeader('connection', 'close')
    response.once('close', () => {
      inFlight.delete(response)
      if (inFlight.size === 0) onDrained?.()
    })
  })
  return {
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      isStopping = true
      for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close')
      // The close of an HTTP server would end connections on which the next request may be under way.
      PortServer.prototype.close.call(server)
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
