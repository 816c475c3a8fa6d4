import { consoleApi, type ChatEntry, type ViewerEvent } from '@onair/contract'
import { api, isForbidden, isNotFound, retryAfterSeconds } from '../../lib/api.ts'
import { watchProofOf } from './viewer-claims.ts'
import { guestId } from './guest-id.ts'

/** An event of the viewer socket: its name and its payload. */
export type SocketMessage =
  | ViewerEvent
  | { [T in ChatEntry['type']]: [T, Extract<ChatEntry, { type: T }>['event']] }[ChatEntry['type']]
export type SocketHandlers = {
  onMessage: (message: SocketMessage) => void
  onOpenChange: (isOpen: boolean) => void
  /** The viewer may not connect now. The socket tries again. */
  onRefused: (error: Error) => void
}

/** Engine.IO: a ping, and the prefix of a Socket.IO event. */
const pingPacket = '2'
const eventPrefix = '42'

const pingMs = 10_000
/** The connection counts as broken after this time without a message or a pong. */
const idleTimeoutMs = 25_000
const maxReconnectDelayMs = 15_000

/** The socket of a viewer. It reconnects after a disconnect, at once and then with growing delays, until it is disposed. */
export class ViewerSocket implements Disposable {
  readonly #channelId: string
  readonly #handlers: SocketHandlers
  #socket: WebSocket | null = null
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #pingTimer: ReturnType<typeof setInterval> | undefined
  #attempts = 0
  #isConnecting = false
  #isDisposed = false

  constructor(channelId: string, handlers: SocketHandlers) {
    this.#channelId = channelId
    this.#handlers = handlers
    window.addEventListener('online', this.#reconnectNow)
    void this.#connect()
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    window.removeEventListener('online', this.#reconnectNow)
    clearTimeout(this.#reconnectTimer)
    clearInterval(this.#pingTimer)
    this.#socket?.close()
  }

  async #connect(): Promise<void> {
    this.#isConnecting = true
    let retryAfterSec = 0
    const url = await api(consoleApi.watch.createViewerUrl, {
      pathParams: { channelId: this.#channelId },
      body: { guestId, ...watchProofOf(this.#channelId) },
    }).then(
      (created) => created.url,
      (error: unknown) => {
        if (isNotFound(error)) this.#isDisposed = true
        if (isForbidden(error)) {
          // If the viewer may no longer watch, the page reads why. A network that is blocked reads the channel all the same.
          this.#handlers.onRefused(error)
          this.#handlers.onMessage(['RESYNC', {}])
        }
        retryAfterSec = retryAfterSeconds(error) ?? 0
        return null
      },
    )
    this.#isConnecting = false
    if (this.#isDisposed) return
    if (url === null) this.#reconnectLater(retryAfterSec * 1_000)
    else this.#attach(new WebSocket(url))
  }

  #attach(socket: WebSocket): void {
    this.#socket = socket
    let lastReceivedAt = performance.now()
    socket.addEventListener('open', () => socket.send(pingPacket))
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      lastReceivedAt = performance.now()
      if (data.startsWith(eventPrefix)) this.#onEvent(JSON.parse(data.slice(eventPrefix.length)) as SocketMessage)
    })
    socket.addEventListener('close', () => {
      clearInterval(this.#pingTimer)
      if (this.#isDisposed) return
      this.#handlers.onOpenChange(false)
      this.#reconnectLater()
    })
    this.#pingTimer = setInterval(() => {
      if (performance.now() - lastReceivedAt > idleTimeoutMs) socket.close()
      else if (socket.readyState === WebSocket.OPEN) socket.send(pingPacket)
    }, pingMs)
  }

  #onEvent(message: SocketMessage): void {
    if (message[0] === 'STATE') {
      this.#attempts = 0
      this.#handlers.onOpenChange(true)
    }
    this.#handlers.onMessage(message)
  }

  #reconnectLater(minDelayMs = 0): void {
    const delayMs = Math.min(maxReconnectDelayMs, 500 * 2 ** this.#attempts++)
    // Random, because many pages can lose their sockets at the same time.
    this.#reconnectTimer = setTimeout(() => void this.#connect(), minDelayMs + delayMs * (0.5 + Math.random() / 2))
  }

  readonly #reconnectNow = (): void => {
    if (this.#isConnecting || this.#socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.#reconnectTimer)
    void this.#connect()
  }
}
