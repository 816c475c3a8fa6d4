import type { ViewerEvent } from '@onair/sdk'

type Handlers = {
  /** The socket has opened, or the server lost events: what was hidden before has to be read. */
  onGap: () => void
  onEvent: (event: ViewerEvent) => void
}

/** Engine.IO: a ping, and the prefix of a Socket.IO event. */
const pingPacket = '2'
const eventPrefix = '42'
const pingMs = 10_000

/** The socket that brings what moderators hide, which sessions of the open API do not. Each connection needs a new URL. */
export class HiddenSocket implements Disposable {
  readonly #handlers: Handlers
  #socket: WebSocket | null = null
  readonly #pings: ReturnType<typeof setInterval>
  #isDisposed = false

  constructor(handlers: Handlers) {
    this.#handlers = handlers
    this.#pings = setInterval(() => {
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(pingPacket)
    }, pingMs)
  }

  /** Connects, unless the socket is open. */
  open(url: string): void {
    if (this.#isDisposed || this.#socket !== null) return
    const socket = new WebSocket(url)
    this.#socket = socket
    socket.addEventListener('open', this.#handlers.onGap)
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data.startsWith(eventPrefix)) this.#handle(JSON.parse(data.slice(eventPrefix.length)) as ViewerEvent)
    })
    socket.addEventListener('close', () => (this.#socket = null))
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    clearInterval(this.#pings)
    this.#socket?.close()
  }

  #handle(event: ViewerEvent): void {
    if (event[0] === 'RESYNC') this.#handlers.onGap()
    else this.#handlers.onEvent(event)
  }
}
