import { consoleApi, type ChatEntry, type ViewerEvent } from '@onair/contract'
import { api, isNotFound, retryAfterSeconds } from '../../lib/api.ts'
import { guestId } from './guest-id.ts'

/** What the socket of a viewer tells, and whether it is there. */
export type SocketMessage =
  | ViewerEvent
  | { [T in ChatEntry['type']]: [T, Extract<ChatEntry, { type: T }>['event']] }[ChatEntry['type']]
type SocketHandlers = { onMessage: (message: SocketMessage) => void; onOpenChange: (isOpen: boolean) => void }

const pingMs = 10_000
/** Nothing heard for so long, pings included: the way is broken, whatever the browser believes. */
const idleTimeoutMs = 25_000
const maxReconnectDelayMs = 15_000

/** Keeps a viewer's socket open, and opens another when it breaks: at once, then after longer and longer pauses. */
export function openViewerSocket(channelId: string, { onMessage, onOpenChange }: SocketHandlers): Disposable {
  let socket: WebSocket | null = null
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setInterval> | undefined
  let attempts = 0
  let isConnecting = false
  let isDisposed = false

  const connect = async () => {
    isConnecting = true
    let retryAfterSec = 0
    const url = await api(consoleApi.watch.createViewerUrl, { pathParams: { channelId }, body: { guestId } }).then(
      (answer) => answer.url,
      (error: unknown) => {
        if (isNotFound(error)) isDisposed = true
        retryAfterSec = retryAfterSeconds(error) ?? 0
        return null
      },
    )
    isConnecting = false
    if (isDisposed) return
    if (url === null) reconnectLater(retryAfterSec * 1_000)
    else attach(new WebSocket(url))
  }
  const attach = (opened: WebSocket) => {
    socket = opened
    let lastReceivedAt = performance.now()
    opened.addEventListener('open', () => opened.send('2'))
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      lastReceivedAt = performance.now()
      if (!data.startsWith('42')) return
      const message = JSON.parse(data.slice(2)) as SocketMessage
      if (message[0] === 'STATE') {
        attempts = 0
        onOpenChange(true)
      }
      onMessage(message)
    })
    opened.addEventListener('close', () => {
      clearInterval(pingTimer)
      if (isDisposed) return
      onOpenChange(false)
      reconnectLater()
    })
    pingTimer = setInterval(() => {
      if (performance.now() - lastReceivedAt > idleTimeoutMs) opened.close()
      else if (opened.readyState === WebSocket.OPEN) opened.send('2')
    }, pingMs)
  }
  const reconnectLater = (minDelayMs = 0) => {
    const delayMs = Math.min(maxReconnectDelayMs, 500 * 2 ** attempts++)
    // Many pages lose their sockets in the same moment, and should not come back in the same one.
    reconnectTimer = setTimeout(() => void connect(), minDelayMs + delayMs * (0.5 + Math.random() / 2))
  }
  const reconnectNow = () => {
    if (isConnecting || socket === null || socket.readyState !== WebSocket.CLOSED) return
    clearTimeout(reconnectTimer)
    void connect()
  }
  window.addEventListener('online', reconnectNow)
  void connect()

  return {
    [Symbol.dispose]() {
      isDisposed = true
      window.removeEventListener('online', reconnectNow)
      clearTimeout(reconnectTimer)
      clearInterval(pingTimer)
      socket?.close()
    },
  }
}
