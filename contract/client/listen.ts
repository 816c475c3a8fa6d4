import { firstTimes } from './first-times.ts'
import type { ChatEvent, DonationEvent, SubscriptionEvent, SystemMessage } from '../events.ts'

/** The function that `socket.io-client` 2.0 exports; any version from 1.0 to 2.0.3 fits. */
export type SocketIo = (url: string, options: object) => Socket
type Socket = { on(event: string, hear: (payload: any) => void): unknown; close(): unknown }

type Told = { SYSTEM: SystemMessage; CHAT: ChatEvent; DONATION: DonationEvent; SUBSCRIPTION: SubscriptionEvent }

type Options = {
  io: SocketIo
  /** Asks for the URL of a session; it is asked for again whenever the session has ended. */
  open: () => Promise<{ url: string }>
  /** Each makes one subscription of a session that is connected; all are made again in every new session. */
  subscribe: readonly ((sessionKey: string) => Promise<unknown>)[]
  /** What is called with each message, in the order in which they arrive; an event that comes twice is heard once. */
  hear: { [Name in keyof Told]?: (message: Told[Name]) => void }
  /** A subscription was refused for good: 401 or 403. It is not made again; the others go on. */
  refused?: (error: unknown) => void
  /** The session ended, and the next one is opened after `waitMs`. */
  ended?: (reason: unknown, waitMs: number) => void
  /** How time passes. */
  wait?: (ms: number, ending: AbortSignal) => Promise<void>
}

export type Listening = {
  /** Resolves when it was closed; rejects when the platform refuses the session, or every subscription, for good. */
  readonly over: Promise<void>
  close(): Promise<void>
}

/** Holds a session: opens the next one when it ends, later each time while that fails, and subscribes again. */
export function listen({
  io,
  open,
  subscribe,
  hear,
  refused = () => {},
  ended = () => {},
  wait = passing,
}: Options): Listening {
  const closing = new AbortController()
  const isFirst = firstTimes()
  const wanted = new Set(subscribe)

  /** One session, from its URL to its end. Answers why it ended, and whether it had all its subscriptions before. */
  async function holdOne(): Promise<{ reason: unknown; wasWhole: boolean }> {
    const { promise: end, resolve: over } = Promise.withResolvers<unknown>()
    let wasWhole = false
    const { url } = await open()
    if (closing.signal.aborted) return { reason: 'closed', wasWhole }
    const socket = io(url, options)
    const goodbye = () => over('closed')
    closing.signal.addEventListener('abort', goodbye)
    for (const sign of ['connect_error', 'connect_timeout', 'error', 'disconnect'])
      socket.on(sign, (reason) => over(reason instanceof Error ? reason : new Error(`${sign}: ${String(reason)}`)))
    for (const name of names)
      socket.on(name, (payload) => {
        const message = typeof payload === 'string' ? JSON.parse(payload) : payload
        // A platform that gives its events no id is heard as it speaks.
        if (message.eventId !== undefined && !isFirst(message.eventId)) return
        if (name === 'SYSTEM' && message.type === 'connected')
          subscribeAll(message.data.sessionKey).then(() => (wasWhole = true), over)
        hear[name]?.(message)
      })
    const reason = await end
    closing.signal.removeEventListener('abort', goodbye)
    socket.close()
    return { reason, wasWhole }
  }

  async function subscribeAll(sessionKey: string) {
    for (const make of wanted) {
      try {
        await make(sessionKey)
      } catch (error) {
        if (!isForGood(error)) throw error
        wanted.delete(make)
        refused(error)
        if (wanted.size === 0) throw error
      }
    }
  }

  async function holdOn() {
    for (let failures = 0; ; failures++) {
      const { reason, wasWhole } = await holdOne().catch((reason: unknown) => ({ reason, wasWhole: false }))
      if (closing.signal.aborted) return
      if (isForGood(reason)) throw reason
      if (wasWhole) failures = 0
      const waitMs = Math.max(backOffMs(failures), retryAfterMs(reason))
      ended(reason, waitMs)
      await wait(waitMs, closing.signal)
      if (closing.signal.aborted) return
    }
  }
  const over = holdOn()
  return {
    over,
    close() {
      closing.abort()
      return over.catch(() => {})
    },
  }
}

const names = ['SYSTEM', 'CHAT', 'DONATION', 'SUBSCRIPTION'] as const

/** As the specification asks for them. */
const options = { reconnection: false, forceNew: true, timeout: 3_000, transports: ['websocket'] }

/** Waiting does not mend these: the token has to be another, or consent asked for again. */
function isForGood(error: unknown): boolean {
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

function passing(ms: number, ending: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  ending.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
