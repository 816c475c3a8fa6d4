import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

const maxWaitingRequests = 16
const maxWaitingBytes = 64 * 1024

/**
 * Passes one request of a connection at a time to `listener`. Pipelined requests (RFC 9112, 9.3.2) wait for the responses
 * before theirs, and the connection is not read until then. One that sent more than may wait is closed. Decision 10.
 */
export function serveInOrder(listener: RequestListener, onExceeded: () => void): RequestListener {
  const waitingBySocket = new WeakMap<Socket, Set<IncomingMessage>>()

  return (request, response) => {
    // A response has no socket before those of earlier requests are sent. Node emits `socket` when it gets one.
    if (response.socket !== null) return listener(request, response)
    const { socket } = request
    if (socket.destroyed) return
    const waiting = waitingBySocket.get(socket) ?? new Set()
    if (waiting.size >= maxWaitingRequests || bytesOf(waiting) >= maxWaitingBytes) {
      onExceeded()
      socket.destroy()
      return
    }
    waitingBySocket.set(socket, waiting.add(request))
    socket.pause()
    response.once('socket', () => {
      waiting.delete(request)
      if (waiting.size === 0) socket.resume()
      listener(request, response)
    })
  }
}

/** The heads of requests and what has arrived of their bodies. */
function bytesOf(requests: Iterable<IncomingMessage>): number {
  let bytes = 0
  for (const { url = '', rawHeaders, readableLength } of requests) {
    bytes += url.length + readableLength
    for (const part of rawHeaders) bytes += part.length
  }
  return bytes
}
