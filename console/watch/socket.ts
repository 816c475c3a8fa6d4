import { consoleWatch, type ChatEntry, type ViewerNews } from '@onair/contract'
import { api, isNotFound, waitOf } from '../api.ts'
import { guestId } from './guest.ts'

/** What the socket of a viewer tells, and whether it is there. */
export type Told =
  | ViewerNews
  | { [T in ChatEntry['type']]: [T, Extract<ChatEntry, { type: T }>['event']] }[ChatEntry['type']]
type Hearing = { hear: (told: Told) => void; isOpen: (open: boolean) => void }

const pingMs = 10_000
/** Nothing heard for so long, pings included: the way is broken, whatever the browser believes. */
const silentMs = 25_000
const longestPauseMs = 15_000

/** Keeps a viewer's socket open, and opens another when it breaks: at once, then after longer and longer pauses. */
export function keepSocket(channelId: string, { hear, isOpen }: Hearing): Disposable {
  let socket: WebSocket | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let attempts = 0
  let isOpening = false
  let isOver = false

  const open = async () => {
    isOpening = true
    let waitSec = 0
    const url = await api(consoleWatch.openViewer, { inPath: { channelId }, body: { guestId } }).then(
      (answer) => answer.url,
      (error: unknown) => {
        if (isNotFound(error)) isOver = true
        waitSec = waitOf(error) ?? 0
        return null
      },
    )
    isOpening = false
    if (isOver) return
    if (url === null) openLater(waitSec * 1_000)
    else take(new WebSocket(url))
  }
  const take = (opened: WebSocket) => {
    socket = opened
    let heardAt = performance.now()
    opened.addEventListener('open', () => opened.send('2'))
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      heardAt = performance.now()
      if (!data.startsWith('42')) return
      const told = JSON.parse(data.slice(2)) as Told
      if (told[0] === 'SHOWN') {
        attempts = 0
        isOpen(true)
      }
      hear(told)
    })
    opened.addEventListener('close', () => {
      clearInterval(beat)
      if (isOver) return
      isOpen(false)
      openLater()
    })
    beat = setInterval(() => {
      if (performance.now() - heardAt > silentMs) opened.close()
      else if (opened.readyState === WebSocket.OPEN) opened.send('2')
    }, pingMs)
  }
  const openLater = (atLeastMs = 0) => {
    const pause = Math.min(longestPauseMs, 500 * 2 ** attempts++)
    // Many pages lose their sockets in the same moment, and should not come back in the same one.
    again = setTimeout(() => void open(), atLeastMs + pause * (0.5 + Math.random() / 2))
  }
  const openNow = () => {
    if (isOpening || socket === null || socket.readyState !== WebSocket.CLOSED) return
    clearTimeout(again)
    void open()
  }
  window.addEventListener('online', openNow)
  void open()

  return {
    [Symbol.dispose]() {
      isOver = true
      window.removeEventListener('online', openNow)
      clearTimeout(again)
      clearInterval(beat)
      socket?.close()
    },
  }
}
