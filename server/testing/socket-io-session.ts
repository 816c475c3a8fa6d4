import { EventEmitter, once } from 'node:events'
import connect from 'socket.io-client'

type Heard = [event: string, payload: any]

/** Connects to a session URL with the client and the options that the specification names; remembers what it hears. */
export function socketIoSession(url: string) {
  const options = { reconnection: false, forceNew: true, timeout: 3_000, transports: ['websocket'] }
  const socket = connect(url, options)
  const heard: Heard[] = []
  const bell = new EventEmitter()
  let read = 0
  let over: string | null = null
  for (const event of ['SYSTEM', 'CHAT', 'DONATION', 'SUBSCRIPTION'])
    socket.on(event, (payload) => {
      heard.push([event, payload])
      bell.emit('news')
    })
  for (const event of ['connect_error', 'connect_timeout', 'error', 'disconnect'])
    socket.on(event, (reason) => {
      over ??= `${event}: ${String(reason)}`
      bell.emit('news')
    })

  return {
    /** The next event. Throws when the connection ended without one. */
    async next(): Promise<Heard> {
      for (;;) {
        const found = heard[read]
        if (found !== undefined) {
          read += 1
          return found
        }
        if (over !== null) throw new Error(`the session ended (${over})`)
        await once(bell, 'news')
      }
    },
    /** What was heard and not yet asked for. */
    unread: () => heard.slice(read),
    [Symbol.dispose]: () => void socket.disconnect(),
  }
}
