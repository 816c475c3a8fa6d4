import { createDeduplicator } from './deduplicate.ts'
import type { ChatEvent, DonationEvent, SubscriptionEvent, SystemMessage } from '../contract/events.ts'

/** The function that `socket.io-client` 2.0 exports; any version from 1.0 to 2.0.3 fits. */
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
  /** Asks for the URL of a session; it is asked for again whenever the session has ended. */
  openSession: () => Promise<{ url: string }>
  /** Each makes one subscription of a session that is connected; all are made again in every new session. */
  subscriptions: readonly ((sessionKey: string) => Promise<unknown>)[]
  /** What is called with each message, in the order in which they arrive; an event that comes twice is heard once. */
  handlers: { [Name in keyof EventPayloads]?: (message: EventPayloads[Name]) => void }
  /** A subscription was refused for good: 401 or 403. It is not made again; the others go on. */
  onSubscriptionRefused?: (error: unknown) => void
  /** The session ended, and the next one is opened after `waitMs`. */
  onDisconnect?: (reason: unknown, waitMs: number) => void
  /** How time passes. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

export type Listener = {
  /** Resolves when it was closed; rejects when the platform refuses the session, or every subscription, for good. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** Holds a session: opens the next one when it ends, later each time while that fails, and subscribes again. */
export function listen({
  io,
  openSession,
  subscriptions,
  handlers,
  onSubscriptionRefused = () => {},
  onDisconnect = () => {},
  sleep = delay,
}: ListenOptions): Listener {
  const closing = new AbortController()
  const isNewEvent = createDeduplicator()
  const remaining = new Set(subscriptions)

  /** One session, from its URL to its end. Answers why it ended, and whether it had all its subscriptions before. */
  async function runSession(): Promise<{ reason: unknown; wasSubscribed: boolean }> {
    const { promise: disconnected, resolve: disconnect } = Promise.withResolvers<unknown>()
    let wasSubscribed = false
    const { url } = await openSession()
    if (closing.signal.aborted) return { reason: 'closed', wasSubscribed }
    const socket = io(url, socketOptions)
    const onClosing = () => disconnect('closed')
    closing.signal.addEventListener('abort', onClosing)
    for (const failure of ['connect_error', 'connect_timeout', 'error', 'disconnect'])
      socket.on(failure, (reason) =>
        disconnect(reason instanceof Error ? reason : new Error(`${failure}: ${String(reason)}`)),
      )
    for (const name of eventNames)
      socket.on(name, (payload) => {
        const message = typeof payload === 'string' ? JSON.parse(payload) : payload
        // A platform that gives its events no id is heard as it speaks.
        if (message.eventId !== undefined && !isNewEvent(message.eventId)) return
        if (name === 'SYSTEM' && message.type === 'connected')
          subscribeAll(message.data.sessionKey).then(() => (wasSubscribed = true), disconnect)
        handlers[name]?.(message)
      })
    const reason = await disconnected
    closing.signal.removeEventListener('abort', onClosing)
    socket.close()
    return { reason, wasSubscribed }
  }

  async function subscribeAll(sessionKey: string) {
    for (const subscribe of remaining) {
      try {
        await subscribe(sessionKey)
      } catch (error) {
        if (!isPermanent(error)) throw error
        remaining.delete(subscribe)
        onSubscriptionRefused(error)
        if (remaining.size === 0) throw error
      }
    }
  }

  async function run() {
    for (let failures = 0; ; failures++) {
      const { reason, wasSubscribed } = await runSession().catch((reason: unknown) => ({
        reason,
        wasSubscribed: false,
      }))
      if (closing.signal.aborted) return
      if (isPermanent(reason)) throw reason
      if (wasSubscribed) failures = 0
      const waitMs = Math.max(backOffMs(failures), retryAfterMs(reason))
      onDisconnect(reason, waitMs)
      await sleep(waitMs, closing.signal)
      if (closing.signal.aborted) return
    }
  }
  const closed = run()
  return {
    closed,
    close() {
      closing.abort()
      return closed.catch(() => {})
    },
  }
}

const eventNames = ['SYSTEM', 'CHAT', 'DONATION', 'SUBSCRIPTION'] as const

/** As the specification asks for them. */
const socketOptions = { reconnection: false, forceNew: true, timeout: 3_000, transports: ['websocket'] }

/** Waiting does not mend these: the token has to be another, or consent asked for again. */
function isPermanent(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: number }
  return status === 401 || status === 403
}

/** Up to a minute, twice as long each time, and of a different length for each client, so that they do not all come at once. */
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
