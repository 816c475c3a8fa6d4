import { createDeduplicator } from './deduplicate.ts'
import type { ChatEvent, DonationEvent, SubscriptionEvent, SystemMessage } from '@onair/contract'

/** The function that `socket.io-client` exports, versions 1.0 to 2.0.3. */
export type SocketIo = (url: string, socketOptions: object) => Socket
type Socket = { on(event: string, handler: (payload: any) => void): unknown; close(): unknown }

type EventPayloads = {
  SYSTEM: SystemMessage
  CHAT: ChatEvent
  DONATION: DonationEvent
  SUBSCRIPTION: SubscriptionEvent
}

type ListenOptions = {
  io: SocketIo
  /** Requests the URL of a session. Called again after each session ended. */
  openSession: () => Promise<{ url: string }>
  /** Each function makes one subscription. All are called again for every new session. */
  subscriptions: readonly ((sessionKey: string) => Promise<unknown>)[]
  /** Called for each message in order of arrival. An event that arrives twice is handled once. */
  handlers: { [Name in keyof EventPayloads]?: (message: EventPayloads[Name]) => void }
  /** A subscription was refused permanently (401 or 403). It is not repeated; the others continue. */
  onSubscriptionRefused?: (error: unknown) => void
  /** The session ended or could not be opened. The next one is requested after `waitMs`. */
  onDisconnect?: (reason: unknown, waitMs: number) => void
  /** Waits; tests pass their own. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

export type Listener = {
  /** Resolves after `close()`. Rejects if the session or every subscription is refused permanently. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** Keeps a session open: reconnects with exponential backoff and subscribes again. */
export function listen(options: ListenOptions): Listener {
  const listener = new SessionListener(options)
  const closed = listener.run()
  return {
    closed,
    close() {
      listener.close()
      return closed.catch(() => {})
    },
  }
}

class SessionListener {
  readonly #options: ListenOptions
  readonly #closing = new AbortController()
  readonly #isNewEvent = createDeduplicator()
  /** The subscriptions that were not refused permanently. */
  readonly #subscriptions: Set<(sessionKey: string) => Promise<unknown>>

  constructor(options: ListenOptions) {
    this.#options = options
    this.#subscriptions = new Set(options.subscriptions)
  }

  close(): void {
    this.#closing.abort()
  }

  async run(): Promise<void> {
    const { onDisconnect = () => {}, sleep = delay } = this.#options
    const { signal } = this.#closing
    for (let failures = 0; ; failures++) {
      const { reason, wasSubscribed } = await this.#runSession().catch((reason: unknown) => ({
        reason,
        wasSubscribed: false,
      }))
      if (signal.aborted) return
      if (isPermanent(reason)) throw reason
      if (wasSubscribed) failures = 0
      const waitMs = Math.max(backOffMs(failures), retryAfterMs(reason))
      onDisconnect(reason, waitMs)
      await sleep(waitMs, signal)
      if (signal.aborted) return
    }
  }

  /** Runs one session until it ends. Returns the reason, and whether all subscriptions had been made. */
  async #runSession(): Promise<{ reason: unknown; wasSubscribed: boolean }> {
    const { io, openSession } = this.#options
    const { signal } = this.#closing
    const { promise: disconnected, resolve: disconnect } = Promise.withResolvers<unknown>()
    let confirmedSubscriptions = 0
    let sessionKey = ''
    const { url } = await openSession()
    if (signal.aborted) return { reason: 'closed', wasSubscribed: false }
    if (url.length > maxUrlLength) throw new Error(`The URL of the session has more than ${maxUrlLength} characters.`)
    const socket = io(url, socketOptions)
    const onClosing = () => disconnect('closed')
    signal.addEventListener('abort', onClosing)
    for (const failure of ['connect_error', 'connect_timeout', 'error', 'disconnect'])
      socket.on(failure, (reason) =>
        disconnect(reason instanceof Error ? reason : new Error(`${failure}: ${String(reason)}`)),
      )
    for (const name of eventNames)
      socket.on(name, (payload) => {
        const message = parseMessage(payload)
        if (message === null) return disconnect(new Error(`${name}: the message is not a JSON object`))
        this.#handle(name, message, (newKey = sessionKey) => {
          sessionKey = newKey
          this.#subscribeAll(sessionKey).catch(disconnect)
        })
      })
    // The message arrives before the response to the call, which a gateway that ends may not send.
    socket.on('SYSTEM', (payload) => {
      if (parseMessage(payload)?.type === 'subscribed') confirmedSubscriptions += 1
    })
    const reason = await disconnected
    signal.removeEventListener('abort', onClosing)
    socket.close()
    return { reason, wasSubscribed: confirmedSubscriptions >= this.#subscriptions.size }
  }

  #handle(name: keyof EventPayloads, message: any, subscribe: (sessionKey?: string) => void): void {
    // Events without an id are all handled.
    if (message.eventId !== undefined && !this.#isNewEvent(message.eventId)) return
    if (name === 'SYSTEM' && message.type === 'connected') subscribe(message.data.sessionKey)
    // A change of consent may have kept or restored the scope.
    if (name === 'SYSTEM' && message.type === 'revoked') subscribe()
    this.#options.handlers[name]?.(message)
  }

  async #subscribeAll(sessionKey: string): Promise<void> {
    for (const subscribe of this.#subscriptions) {
      try {
        await subscribe(sessionKey)
      } catch (error) {
        if (!isPermanent(error)) throw error
        this.#subscriptions.delete(subscribe)
        this.#options.onSubscriptionRefused?.(error)
        if (this.#subscriptions.size === 0) throw error
      }
    }
  }
}

/** In the wire profile `observed`, payloads are JSON strings. Null for anything but an object. */
function parseMessage(payload: unknown): { type?: unknown } | null {
  try {
    const message: unknown = typeof payload === 'string' ? JSON.parse(payload) : payload
    return typeof message === 'object' ? message : null
  } catch {
    return null
  }
}

const eventNames = ['SYSTEM', 'CHAT', 'DONATION', 'SUBSCRIPTION'] as const

/** Options that the specification requires. */
const socketOptions = { reconnection: false, forceNew: true, timeout: 3_000, transports: ['websocket'] }

/** The clients parse a URL in a time that grows with the square of its length. */
const maxUrlLength = 2_000

/** A retry cannot succeed: the token must be replaced, or consent given again. */
function isPermanent(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: number }
  return status === 401 || status === 403
}

/** Exponential backoff up to 60 s, with jitter so that clients do not reconnect at the same time. */
function backOffMs(failures: number): number {
  return Math.min(60_000, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2)
}

function retryAfterMs(error: unknown): number {
  const { retryAfterSec = 0 } = (error ?? {}) as { retryAfterSec?: number | undefined }
  return retryAfterSec * 1_000
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
