import assert from 'node:assert/strict'
import { openRawClient } from './raw-client.ts'

export type ReceivedEvent = [event: string, payload: any]

/** Connects to a session URL as an old Socket.IO client does, and reads what is told there event by event. */
export function openSessionClient(sessionUrl: string) {
  const url = new URL(sessionUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.pathname = '/socket.io/'
  url.searchParams.set('EIO', '3')
  url.searchParams.set('transport', 'websocket')
  const client = openRawClient(url.href)
  let pings = 0
  // As every client does; a test that runs for long would fall silent otherwise.
  const heartbeat = setInterval(() => client.socket.readyState === client.socket.OPEN && client.send('2'), 25_000)
  heartbeat.unref()
  client.socket.on('close', () => clearInterval(heartbeat))

  return {
    /** The next event. Throws when the connection ended without one. */
    async next(): Promise<ReceivedEvent> {
      for (;;) {
        const [frame] = await client.read(1)
        if (frame === undefined) throw new Error('the session ended')
        const heard = parseEvent(frame)
        if (heard !== null) return heard
      }
    },
    /** Every event that was sent before now: all that comes before the answer to a ping. */
    async drain(): Promise<ReceivedEvent[]> {
      const payload = `fence ${++pings}`
      client.send(`2${payload}`)
      const events: ReceivedEvent[] = []
      for (;;) {
        const [frame] = await client.read(1)
        if (frame === undefined) throw new Error('the session ended')
        if (frame === `3${payload}`) return events
        const heard = parseEvent(frame)
        if (heard !== null) events.push(heard)
      }
    },
    /** Every event until the other side closed. */
    async readUntilClose(): Promise<ReceivedEvent[]> {
      return (await client.readUntilClose()).map(parseEvent).filter((event) => event !== null)
    },
    /** Says goodbye, and waits for the connection to end. */
    async disconnect() {
      client.send('41')
      await client.readUntilClose()
    },
    [Symbol.dispose]: () => client.socket.terminate(),
  }
}

export type SessionClient = ReturnType<typeof openSessionClient>

/** Connects, and answers the client and the key that the first message holds. */
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
