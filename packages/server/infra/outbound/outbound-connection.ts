import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'

/** Servers close idle connections after 2 s or more. A POST that meets such a close fails, so Onair closes earlier. */
const idleMs = 1_000
/**
 * A receiver with one thread serves the next connection when this one is closed. When a new connection has waited so long
 * for its first response, those that are idle are closed.
 */
const patienceMs = 250
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
  /** In process time. */
  readonly checkedAt: number
  idleSince = 0
  readonly #socket: Socket
  readonly #agent: SocketAgent
  #isClosing = false

  constructor(key: string, socket: Socket, checkedAt: number) {
    this.key = key
    this.checkedAt = checkedAt
    this.#socket = socket
    this.#agent = new SocketAgent(socket)
  }

  /** False after either side has closed it, and after a response that does not allow another request. */
  get isOpen(): boolean {
    return !this.#isClosing && !this.#socket.destroyed && this.#socket.readyState === 'open'
  }

  send(request: ConnectionRequest): Promise<ReceivedResponse> {
    return exchange(this.#agent, request)
  }

  [Symbol.dispose](): void {
    this.#isClosing = true
    this.#agent.destroy()
    // The agent does not close a socket that it has not used.
    this.#socket.destroy()
  }
}

/** Sends its requests over one socket, and opens no other. */
class SocketAgent extends Agent {
  #unused: Socket | null

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1 })
    this.#unused = socket
  }

  override createConnection(): Socket {
    const socket = this.#unused
    this.#unused = null
    if (socket === null || socket.destroyed) throw new Error('the connection was closed')
    return socket
  }
}

/** Limit of 1xx responses before the final response. RFC 9110, 15.2: a client skips those that it did not expect. */
const maxInformationalResponses = 10

function exchange(agent: Agent, options: ConnectionRequest): Promise<ReceivedResponse> {
  const { path, method, headers, body, maxResponseBytes, signal, onStatus } = options
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedResponse>()
  const outgoing = request({ agent, path, method, headers, setHost: false })
  const abort = () => void outgoing.destroy(signal.reason as Error)
  signal.addEventListener('abort', abort)
  let informationalCount = 0
  outgoing.on('information', () => {
    informationalCount += 1
    if (informationalCount > maxInformationalResponses) outgoing.destroy(new Error('too many informational responses'))
  })
  outgoing.on('error', reject)
  // After a switch of protocols there is neither a response nor an error.
  outgoing.on('close', () => reject(new Error('the connection was closed without a response')))
  outgoing.on('response', (response) => {
    const { statusCode: status = 0 } = response
    const chunks: Buffer[] = []
    let remaining = maxResponseBytes
    const end = (truncated: boolean) =>
      resolve({ status, headers: headersOf(response), body: Buffer.concat(chunks), truncated })
    onStatus(status)
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, remaining))
      remaining -= chunk.length
      if (remaining >= 0) return
      end(true)
      outgoing.destroy()
    })
    response.on('end', () => end(false))
    response.on('error', reject)
  })
  outgoing.end(body ?? undefined)
  return promise.finally(() => signal.removeEventListener('abort', abort))
}

/** A header that came several times is a list. */
function headersOf({ headersDistinct }: IncomingMessage): IncomingHttpHeaders {
  const entries = Object.entries(headersDistinct).map(([name, values = []]) => [
    name,
    values.length === 1 ? values[0] : values,
  ])
  return Object.fromEntries(entries) as IncomingHttpHeaders
}

/** A connection that is being opened, or waits for its first response. `since` is in process time. */
export type NewConnection = { readonly key: string; readonly since: number }

type ConnectionsClock = { after(delayMs: number, callback: () => void): Disposable; uptime(): number }

/**
 * Idle connections that another request to the same origin may use, the last used first. Beyond a limit the connection
 * that has been idle for the longest time is closed.
 */
export class IdleConnections implements Disposable {
  readonly #clock: ConnectionsClock
  readonly #byKey = new Map<string, OutboundConnection[]>()
  /** By key, in the order in which they began to wait. */
  readonly #new = new Map<string, Set<NewConnection>>()
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
  reserve(key: string): NewConnection {
    this.#busyCount += 1
    if (this.#idleCount > 0 && this.#idleCount + this.#busyCount > connectionLimits.total) this.#closeOldest()
    const reserved = { key, since: this.#clock.uptime() }
    const all = this.#new.get(key)
    if (all === undefined) this.#new.set(key, new Set([reserved]))
    else all.add(reserved)
    return reserved
  }

  /** Keeps a connection for the next request, or closes it. `reserved` if it was opened for this one. */
  release(connection: OutboundConnection, reserved: NewConnection | null): void {
    if (reserved === null) this.#busyCount -= 1
    else this.forget(reserved)
    const { key, isOpen } = connection
    const idle = this.#byKey.get(key) ?? []
    if (!isOpen || idle.length >= connectionLimits.keptPerOrigin || this.#isOneLate(key))
      return connection[Symbol.dispose]()
    connection.idleSince = this.#clock.uptime()
    idle.push(connection)
    this.#byKey.set(connection.key, idle)
    this.#idleCount += 1
    this.#timer ??= this.#clock.after(patienceMs, () => this.#closeIdle())
  }

  /** Ends a reservation whose connection was not opened or has been closed. */
  forget(reserved: NewConnection): void {
    this.#busyCount -= 1
    const all = this.#new.get(reserved.key)
    all?.delete(reserved)
    if (all?.size === 0) this.#new.delete(reserved.key)
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

  /** Whether a new connection has waited so long that others must make room. */
  #isOneLate(key: string): boolean {
    const [oldest] = this.#new.get(key) ?? []
    return oldest !== undefined && this.#clock.uptime() - oldest.since >= patienceMs
  }

  #closeIdle(): void {
    for (const [key, idle] of this.#byKey) {
      const usable = this.#isOneLate(key) ? [] : idle.filter((connection) => this.#isUsable(connection))
      for (const connection of idle) if (!usable.includes(connection)) connection[Symbol.dispose]()
      this.#idleCount -= idle.length - usable.length
      if (usable.length === 0) this.#byKey.delete(key)
      else this.#byKey.set(key, usable)
    }
    this.#timer = this.#idleCount === 0 ? null : this.#clock.after(patienceMs, () => this.#closeIdle())
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
