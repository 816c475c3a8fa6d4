import { createDeduplicator } from './deduplicate.ts'
import { delay } from './delay.ts'
import { backOffMs } from './retry.ts'
import type { FailedHandler, SessionEventName, SessionHandlers } from './session-events.ts'

export type { FailedHandler, SessionEventName, SessionEvents, SessionHandlers } from './session-events.ts'

/** The function that `socket.io-client` exports, versions 1.0 to 2.0.3. */
export type SocketIo = (url: string, socketOptions: object) => Socket
type Socket = { on(event: string, handler: (payload: any) => void): unknown; close(): unknown }

export interface ListenOptions {
  io: SocketIo
  /** Requests the URL of a session. Called again after each session ended. `signal` is aborted by `close()`. */
  openSession: (signal: AbortSignal) => Promise<{ url: string }>
  /**
   * Each function makes one subscription. All are called again for every new session. `signal` is aborted when the session
   * ends.
   */
  subscriptions: readonly Subscribe[]
  /** Called for each message in order of arrival. An event that arrives twice is handled once. */
  handlers: SessionHandlers
  /**
   * A handler threw, or its promise was rejected. The session continues. Default: the error is written to the console.
   */
  onError?: (error: unknown, failed: FailedHandler) => void
  /** A subscription was refused permanently (401 or 403). It is not repeated; the others continue. */
  onSubscriptionRefused?: (error: unknown) => void
  /** The session ended or could not be opened. The next one is requested after `waitMs`. */
  onDisconnect?: (reason: unknown, waitMs: number) => void
  /** Waits; tests pass their own. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

export type Subscribe = (sessionKey: string, signal: AbortSignal) => Promise<unknown>

export interface Listener {
  /** Resolves after `close()`. Rejects if the session or every subscription is refused permanently. */
  readonly closed: Promise<void>
  /** Ends the session, its calls and its waits. Nothing of the listener then keeps the process alive. */
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
  readonly #subscriptions: Set<Subscribe>

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
      const { reason, wasSubscribed } = await this.#runSession()
      if (signal.aborted) return
      if (isPermanent(reason)) throw reason
      if (wasSubscribed) failures = 0
      const waitMs = Math.max(backOffMs(failures), retryAfterMs(reason))
      this.#guard({ handler: 'onDisconnect' }, () => onDisconnect(reason, waitMs))
      await sleep(waitMs, signal)
      if (signal.aborted) return
    }
  }

  /** Runs one session until it ends. Returns the reason, and whether all subscriptions had been made. */
  async #runSession(): Promise<{ reason: unknown; wasSubscribed: boolean }> {
    const session = new Session()
    const onClosing = () => session.end('closed')
    this.#closing.signal.addEventListener('abort', onClosing)
    try {
      const opened = await Promise.race([this.#options.openSession(session.signal), session.ended])
      if (!session.signal.aborted) this.#connect(session, (opened as { url: string }).url)
    } catch (error) {
      session.end(error)
    }
    const reason = await session.ended
    this.#closing.signal.removeEventListener('abort', onClosing)
    return { reason, wasSubscribed: session.confirmedSubscriptions >= this.#subscriptions.size }
  }

  #connect(session: Session, url: string): void {
    if (url.length > maxUrlLength) throw new Error(`The URL of the session has more than ${maxUrlLength} characters.`)
    const socket = this.#options.io(url, socketOptions)
    void session.ended.then(() => socket.close())
    for (const failure of ['connect_error', 'connect_timeout', 'error', 'disconnect'])
      socket.on(failure, (reason) =>
        session.end(reason instanceof Error ? reason : new Error(`${failure}: ${String(reason)}`)),
      )
    for (const name of eventNames)
      socket.on(name, (payload) => {
        const message = parseMessage(payload)
        if (message === null) return session.end(new Error(`${name}: the message is not a JSON object`))
        this.#receive(session, name, message)
      })
  }

  #receive(session: Session, name: SessionEventName, message: any): void {
    // The message arrives before the response to the call, which a gateway that ends may not send.
    if (name === 'SYSTEM' && message.type === 'subscribed') session.confirmedSubscriptions += 1
    // Events without an id are all handled.
    if (message.eventId !== undefined && !this.#isNewEvent(message.eventId)) return
    if (name === 'SYSTEM' && message.type === 'connected') session.key = String(message.data?.sessionKey)
    // A change of consent may have kept or restored the scope of a subscription that is revoked.
    if (name === 'SYSTEM' && (message.type === 'connected' || message.type === 'revoked'))
      this.#subscribeAll(session).catch((error: unknown) => session.end(error))
    this.#guard({ handler: name, message }, () => this.#options.handlers[name]?.(message))
  }

  async #subscribeAll({ key, signal }: Session): Promise<void> {
    const { onSubscriptionRefused = () => {} } = this.#options
    for (const subscribe of this.#subscriptions) {
      if (signal.aborted) return
      try {
        await subscribe(key, signal)
      } catch (error) {
        if (!isPermanent(error)) throw error
        // Another `revoked` of the session may have had it refused already.
        if (this.#subscriptions.delete(subscribe))
          this.#guard({ handler: 'onSubscriptionRefused' }, () => onSubscriptionRefused(error))
        if (this.#subscriptions.size === 0) throw error
      }
    }
  }

  /** Calls a function of the caller. Its errors do not end the session. */
  #guard(failed: FailedHandler, call: () => unknown): void {
    const report = (error: unknown) => {
      try {
        const { onError = logError } = this.#options
        onError(error, failed)
      } catch (errorOfHandler) {
        logError(errorOfHandler, failed)
      }
    }
    try {
      Promise.resolve(call()).catch(report)
    } catch (error) {
      report(error)
    }
  }
}

/** A session, from the request of its URL to its end. */
class Session {
  readonly #controller = new AbortController()
  #resolve: (reason: unknown) => void = () => {}
  /** Resolves with the reason of the end. */
  readonly ended = new Promise<unknown>((resolve) => (this.#resolve = resolve))
  key = ''
  confirmedSubscriptions = 0

  /** Is aborted at the end. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  end(reason: unknown): void {
    this.#resolve(reason)
    this.#controller.abort()
  }
}

function logError(error: unknown, { handler }: FailedHandler): void {
  // oxlint-disable-next-line no-console -- an error that nobody handles must not be lost
  console.error(`The handler ${handler} failed:`, error)
}

/** In the wire profile `observed`, payloads are JSON strings. Null for anything but an object. */
function parseMessage(payload: unknown): object | null {
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

function retryAfterMs(error: unknown): number {
  const { retryAfterSec = 0 } = (error ?? {}) as { retryAfterSec?: number | undefined }
  return retryAfterSec * 1_000
}
