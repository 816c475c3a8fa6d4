import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Client } from 'undici'

/** Servers close idle connections after 2 s or more. A POST that meets such a close fails, so Onair closes earlier. */
const idleMs = 1_000
/** After this time the host is resolved and its addresses are checked again. */
const maxAgeMs = 30_000
export const connectionLimits = { keptPerOrigin: 32, total: 256 }

export type ReceivedResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; truncated: boolean }

export type ConnectionRequest = {
  path: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body: string | Buffer | null
  maxResponseBytes: number
  signal: AbortSignal
  /** Called with the status of the response before its body is read. */
  onStatus: (status: number) => void
}

/** A connection to a checked address: sends one request at a time and cannot open another connection. */
export class OutboundConnection implements Disposable {
  /** The origin and how its addresses were determined. */
  readonly key: string
  readonly checkedAt: number
  idleSince = 0
  readonly #socket: Socket
  readonly #client: Client
  #isClosing = false

  private constructor(key: string, client: Client, socket: Socket, checkedAt: number) {
    this.key = key
    this.checkedAt = checkedAt
    this.#socket = socket
    this.#client = client
  }

  static async open(key: string, origin: string, socket: Socket, checkedAt: number): Promise<OutboundConnection> {
    return new OutboundConnection(key, await clientForSocket(socket, origin), socket, checkedAt)
  }

  /** False after either side has closed it, and after a response that does not allow another request. */
  get isOpen(): boolean {
    return !this.#isClosing && !this.#socket.destroyed && this.#socket.readyState === 'open'
  }

  send(request: ConnectionRequest): Promise<ReceivedResponse> {
    return exchange(this.#client, request, (error) => this.#close(error))
  }

  [Symbol.dispose](): void {
    this.#close(new Error('the connection was closed'))
  }

  /** A request that is in flight fails with this error. */
  #close(error: Error): void {
    this.#isClosing = true
    void this.#client.destroy(error)
    // The client does not close a socket that it has not used.
    this.#socket.destroy()
  }
}

/** An HTTP client that uses this socket and cannot open another. */
async function clientForSocket(socket: Socket, origin: string): Promise<Client> {
  // The import is here, because at the start it would add to the time of the start.
  const { Client } = await import('undici')
  let used = false
  return new Client(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 2 * idleMs,
    // undici ignores a callback that runs synchronously.
    connect: (_options, callback) =>
      process.nextTick(() => {
        if (used || socket.destroyed) return callback(new Error('the connection was closed'), null)
        used = true
        callback(null, socket)
      }),
  })
}

/** Limit of 1xx responses before the final response. */
const maxInformationalResponses = 10

function exchange(
  client: Client,
  request: ConnectionRequest,
  close: (error: Error) => void,
): Promise<ReceivedResponse> {
  const { path, method, headers, body, maxResponseBytes, signal, onStatus } = request
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedResponse>()
  const abort = () => close(signal.reason as Error)
  const chunks: Buffer[] = []
  let head: { status: number; headers: IncomingHttpHeaders } | null = null
  let [informationalCount, remaining] = [0, maxResponseBytes]
  const end = (truncated: boolean) => {
    signal.removeEventListener('abort', abort)
    if (head === null) return reject(new Error('a response without a head'))
    resolve({ ...head, body: Buffer.concat(chunks), truncated })
  }
  signal.addEventListener('abort', abort)
  client.dispatch(
    { path, method, headers, body },
    {
      onRequestStart() {},
      onResponseStart(_controller, status, responseHeaders) {
        if (status >= 200) {
          head = { status, headers: responseHeaders }
          return onStatus(status)
        }
        informationalCount += 1
        if (informationalCount > maxInformationalResponses) close(new Error('too many informational responses'))
      },
      onResponseData(_controller, chunk) {
        if (remaining === 0 || chunk.length > remaining) {
          chunks.push(chunk.subarray(0, remaining))
          end(true)
          return close(new Error('the response is too long'))
        }
        chunks.push(chunk)
        remaining -= chunk.length
      },
      onResponseEnd: () => end(false),
      onResponseError(_controller, error) {
        signal.removeEventListener('abort', abort)
        reject(error)
      },
    },
  )
  return promise
}

type ConnectionsClock = { after(delayMs: number, callback: () => void): Disposable; uptime(): number }

/**
 * Idle connections that another request to the same origin may use, the last used first. Beyond a limit the connection
 * that has been idle for the longest time is closed.
 */
export class IdleConnections implements Disposable {
  readonly #clock: ConnectionsClock
  readonly #byKey = new Map<string, OutboundConnection[]>()
  #idleCount = 0
  #busyCount = 0
  #timer: Disposable | null = null

  constructor(clock: ConnectionsClock) {
    this.#clock = clock
  }

  /** An open connection, or null. It counts as in use until `release`. */
  acquire(key: string): OutboundConnection | null {
    const idle = this.#byKey.get(key) ?? []
    for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
      this.#idleCount -= 1
      if (idle.length === 0) this.#byKey.delete(key)
      if (this.#isUsable(connection)) {
        this.#busyCount += 1
        return connection
      }
      connection[Symbol.dispose]()
    }
    return null
  }

  /** Makes room for a connection that is about to be opened. It counts as in use until `release` or `forget`. */
  reserve(): void {
    this.#busyCount += 1
    if (this.#idleCount > 0 && this.#idleCount + this.#busyCount > connectionLimits.total) this.#closeOldest()
  }

  /** Keeps a connection for the next request, or closes it. */
  release(connection: OutboundConnection): void {
    this.#busyCount -= 1
    const idle = this.#byKey.get(connection.key) ?? []
    if (!connection.isOpen || idle.length >= connectionLimits.keptPerOrigin) return connection[Symbol.dispose]()
    connection.idleSince = this.#clock.uptime()
    idle.push(connection)
    this.#byKey.set(connection.key, idle)
    this.#idleCount += 1
    this.#timer ??= this.#clock.after(idleMs, () => this.#closeIdle())
  }

  /** Ends a reservation whose connection was not opened or has been closed. */
  forget(): void {
    this.#busyCount -= 1
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]()
    for (const idle of this.#byKey.values()) for (const connection of idle) connection[Symbol.dispose]()
    this.#byKey.clear()
    this.#idleCount = 0
  }

  #isUsable(connection: OutboundConnection): boolean {
    const now = this.#clock.uptime()
    return connection.isOpen && now - connection.idleSince < idleMs && now - connection.checkedAt < maxAgeMs
  }

  #closeIdle(): void {
    for (const [key, idle] of this.#byKey) {
      const usable = idle.filter((connection) => this.#isUsable(connection))
      for (const connection of idle) if (!usable.includes(connection)) connection[Symbol.dispose]()
      this.#idleCount -= idle.length - usable.length
      if (usable.length === 0) this.#byKey.delete(key)
      else this.#byKey.set(key, usable)
    }
    this.#timer = this.#idleCount === 0 ? null : this.#clock.after(idleMs / 2, () => this.#closeIdle())
  }

  #closeOldest(): void {
    let [oldestKey, oldestSince] = ['', Infinity]
    for (const [key, [connection]] of this.#byKey)
      if (connection !== undefined && connection.idleSince < oldestSince)
        [oldestKey, oldestSince] = [key, connection.idleSince]
    const idle = this.#byKey.get(oldestKey)
    idle?.shift()?.[Symbol.dispose]()
    if (idle?.length === 0) this.#byKey.delete(oldestKey)
    this.#idleCount -= 1
  }
}
