import assert from 'node:assert/strict'
import { once } from 'node:events'
import { openRawClient } from './raw-client.ts'

export type ReceivedEvent = [event: string, payload: any]

/** Connects to a session URL as an old Socket.IO client does, and reads its events one by one. */
export function openSessionClient(sessionUrl: string) {
  const client = openRawClient(websocketUrl(sessionUrl))
  let pings = 0
  // Pings as every client does. Without it, the idle timeout would close the session in a long test.
  const heartbeat = setInterval(() => client.socket.readyState === client.socket.OPEN && client.send('2'), 25_000)
  heartbeat.unref()
  client.socket.on('close', () => clearInterval(heartbeat))

  return {
    /** The next event. Throws if the session ended without one. */
    async next(): Promise<ReceivedEvent> {
      for (;;) {
        const [frame] = await client.read(1)
        if (frame === undefined) throw new Error('The session ended.')
        const event = parseEvent(frame)
        if (event !== null) return event
      }
    },
    /** The events that have arrived. */
    readArrived: (): ReceivedEvent[] =>
      client
        .readArrived()
        .map(parseEvent)
        .filter((event) => event !== null),
    /** Calls `handle` with each event until the session ends, however long that takes. */
    async forEachEvent(handle: (event: ReceivedEvent) => void): Promise<void> {
      const handleArrived = () => {
        for (const frame of client.readArrived()) {
          const event = parseEvent(frame)
          if (event !== null) handle(event)
        }
      }
      handleArrived()
      client.socket.on('change', handleArrived)
      if (client.socket.readyState !== client.socket.CLOSED) await once(client.socket, 'close')
    },
    /** All events that were sent before now: those before the pong to a new ping. */
    async drain(): Promise<ReceivedEvent[]> {
      const payload = `fence ${++pings}`
      client.send(`2${payload}`)
      const events: ReceivedEvent[] = []
      for (;;) {
        const [frame] = await client.read(1)
        if (frame === undefined) throw new Error('The session ended.')
        if (frame === `3${payload}`) return events
        const event = parseEvent(frame)
        if (event !== null) events.push(event)
      }
    },
    /** All events until the server closes the session. */
    async readUntilClose(): Promise<ReceivedEvent[]> {
      return (await client.readUntilClose()).map(parseEvent).filter((event) => event !== null)
    },
    /** Sends a disconnect packet, and waits for the connection to close. */
    async disconnect() {
      client.send('41')
      await client.readUntilClose()
    },
    [Symbol.dispose]: () => client.socket.terminate(),
  }
}

/** The address of the websocket that an old client opens for a session URL. */
export function websocketUrl(sessionUrl: string): string {
  const url = new URL(sessionUrl)
  url.protocol = /^(https|wss):$/.test(url.protocol) ? 'wss:' : 'ws:'
  url.pathname = '/socket.io/'
  url.searchParams.set('EIO', '3')
  url.searchParams.set('transport', 'websocket')
  return url.href
}

export type SessionClient = ReturnType<typeof openSessionClient>

/** Connects, and returns the client with the session key of the first message. */
export async function connect(sessionUrl: string): Promise<SessionClient & { sessionKey: string }> {
  const client = openSessionClient(sessionUrl)
  const [event, payload] = await client.next()
  const { type, data } = typeof payload === 'string' ? JSON.parse(payload) : payload
  assert.deepEqual([event, type], ['SYSTEM', 'connected'])
  return { ...client, sessionKey: data.sessionKey }
}

function parseEvent(frame: string): ReceivedEvent | null {
  return frame.startsWith('42') ? JSON.parse(frame.slice(2)) : null
}
