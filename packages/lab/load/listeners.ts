import { session } from '@onair/contract'
import { retryWhileBusy } from '../retry-while-busy.ts'
import { runConcurrently, type LoadAccount } from './accounts.ts'

/** Engine.IO clients ping. The server closes a socket that is silent for 85 s. */
const pingIntervalMs = 25_000
const connectTimeoutMs = 30_000

/** A session that follows the chat of its account's channel. */
type Listener = { readonly isOpen: boolean; close(): void }
type Handlers = { onMessage: (text: string) => void; onEnd: (reason: string) => void }

/** Sessions of all accounts by channel. A session that ends is not opened again. */
export class Listeners implements Disposable {
  readonly #byChannel = new Map<string, Listener[]>()
  readonly #all: Listener[] = []
  readonly #onMessage: (text: string, listener: number) => void
  /** Reasons of the sessions that the server or the network ended. */
  readonly ended = new Map<string, number>()
  #isClosing = false

  constructor(onMessage: (text: string, listener: number) => void) {
    this.#onMessage = onMessage
  }

  get count(): number {
    return this.#all.filter(({ isOpen }) => isOpen).length
  }

  /** Returns whether each session that has followed this channel is open. */
  listOpen(channelId: string): boolean[] {
    return (this.#byChannel.get(channelId) ?? []).map(({ isOpen }) => isOpen)
  }

  async openAll(
    accounts: readonly LoadAccount[],
    { sessions, signal, onProgress }: { sessions: number; signal: AbortSignal; onProgress: (done: number) => void },
  ): Promise<void> {
    await runConcurrently(sessions, signal, async (at) => {
      const account = accounts[at % accounts.length]!
      const ofChannel = this.#byChannel.get(account.channelId) ?? []
      this.#byChannel.set(account.channelId, ofChannel)
      let number: number | null = null
      const listener = await openListener(account, signal, {
        onMessage: (text) => {
          if (number !== null) this.#onMessage(text, number)
        },
        onEnd: (reason) => {
          if (!this.#isClosing) this.ended.set(reason, (this.ended.get(reason) ?? 0) + 1)
        },
      })
      // The load ended while this session was being opened.
      if (this.#isClosing) return listener.close()
      number = ofChannel.push(listener) - 1
      this.#all.push(listener)
      onProgress(this.#all.length)
    })
  }

  [Symbol.dispose](): void {
    this.#isClosing = true
    for (const listener of this.#all) listener.close()
  }
}

async function openListener(account: LoadAccount, signal: AbortSignal, handlers: Handlers): Promise<Listener> {
  const { url } = await retryWhileBusy(() => account.call(session.openClientSession), signal)
  const { promise: connected, resolve, reject } = Promise.withResolvers<string>()
  const socket = new WebSocket(websocketUrl(url))
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)])
  const onTimeout = () => {
    reject(timeout.reason)
    socket.close()
  }
  timeout.addEventListener('abort', onTimeout)
  let isOpen = true
  const pings = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('2'), pingIntervalMs)
  socket.addEventListener('message', ({ data }) => {
    const frame = String(data)
    if (frame.startsWith('42["CHAT"')) handlers.onMessage(frame)
    else if (frame.startsWith('42["SYSTEM"')) {
      const { type, data: content } = parsePayload(frame)
      if (type === 'connected') resolve(String(content?.sessionKey))
    }
  })
  socket.addEventListener('close', ({ code, reason }) => {
    clearInterval(pings)
    isOpen = false
    handlers.onEnd(`the socket was closed (${code}${reason && ` ${reason}`})`)
    reject(new Error(`the socket was closed (${code})`))
  })
  const sessionKey = await connected.finally(() => timeout.removeEventListener('abort', onTimeout))
  await retryWhileBusy(() => account.call(session.subscribeChat, { parameters: { sessionKey } }), signal)
  return {
    get isOpen() {
      return isOpen
    },
    close() {
      if (socket.readyState !== WebSocket.OPEN) return
      socket.send('41')
      socket.close()
    },
  }
}

function websocketUrl(sessionUrl: string): string {
  const url = new URL(sessionUrl)
  url.protocol = url.protocol === 'https:' || url.protocol === 'wss:' ? 'wss:' : 'ws:'
  url.pathname = '/socket.io/'
  url.searchParams.set('EIO', '3')
  url.searchParams.set('transport', 'websocket')
  return url.href
}

/** The payload is JSON, or a string of JSON. */
function parsePayload(frame: string): { type?: string; data?: { sessionKey?: string } } {
  const [, payload] = JSON.parse(frame.slice(2))
  return typeof payload === 'string' ? JSON.parse(payload) : payload
}
