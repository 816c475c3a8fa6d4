import { EventEmitter, once } from 'node:events'
import connect from 'socket.io-client'

type ReceivedEvent = [event: string, payload: any]

/** Connects to a session URL with the client and the options that the specification names. */
export function openSocketIoSession(url: string) {
  const options = { reconnection: false, forceNew: true, timeout: 3_000, transports: ['websocket'] }
  const socket = connect(url, options)
  const received: ReceivedEvent[] = []
  const emitter = new EventEmitter()
  let readCount = 0
  let endReason: string | null = null
  for (const event of ['SYSTEM', 'CHAT', 'DONATION', 'SUBSCRIPTION'])
    socket.on(event, (payload) => {
      received.push([event, payload])
      emitter.emit('change')
    })
  for (const event of ['connect_error', 'connect_timeout', 'error', 'disconnect'])
    socket.on(event, (reason) => {
      endReason ??= `${event}: ${String(reason)}`
      emitter.emit('change')
    })

  return {
    /** The next event. Throws if the session ends or 20 s pass without one. */
    async next(): Promise<ReceivedEvent> {
      for (;;) {
        const found = received[readCount]
        if (found !== undefined) {
          readCount += 1
          return found
        }
        if (endReason !== null) throw new Error(`The session ended: ${endReason}`)
        await once(emitter, 'change', { signal: AbortSignal.timeout(20_000) })
      }
    },
    /** The events that `next` has not returned yet. */
    unread: () => received.slice(readCount),
    [Symbol.dispose]: () => void socket.disconnect(),
  }
}
