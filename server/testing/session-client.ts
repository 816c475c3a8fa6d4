import assert from 'node:assert/strict'
import { rawClient } from './raw-client.ts'

export type Heard = [event: string, payload: any]

/** Connects to a session URL as an old Socket.IO client does, and reads what is told there event by event. */
export function sessionClient(sessionUrl: string) {
  const url = new URL(sessionUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.pathname = '/socket.io/'
  url.searchParams.set('EIO', '3')
  url.searchParams.set('transport', 'websocket')
  const client = rawClient(url.href)
  let pings = 0
  // As every client does; a test that runs for long would fall silent otherwise.
  const beat = setInterval(() => client.socket.readyState === client.socket.OPEN && client.send('2'), 25_000)
  beat.unref()
  client.socket.on('close', () => clearInterval(beat))

  return {
    /** The next event. Throws when the connection ended without one. */
    async next(): Promise<Heard> {
      for (;;) {
        const [frame] = await client.hear(1)
        if (frame === undefined) throw new Error('the session ended')
        const heard = eventIn(frame)
        if (heard !== null) return heard
      }
    },
    /** Every event that was sent before now: all that comes before the answer to a ping. */
    async soFar(): Promise<Heard[]> {
      const mark = `fence ${++pings}`
      client.send(`2${mark}`)
      const events: Heard[] = []
      for (;;) {
        const [frame] = await client.hear(1)
        if (frame === undefined) throw new Error('the session ended')
        if (frame === `3${mark}`) return events
        const heard = eventIn(frame)
        if (heard !== null) events.push(heard)
      }
    },
    /** Every event until the other side closed. */
    async end(): Promise<Heard[]> {
      return (await client.hearTheEnd()).map(eventIn).filter((heard) => heard !== null)
    },
    /** Says goodbye, and waits for the connection to end. */
    async leave() {
      client.send('41')
      await client.hearTheEnd()
    },
    [Symbol.dispose]: () => client.socket.terminate(),
  }
}

export type SessionClient = ReturnType<typeof sessionClient>

/** Connects, and answers the client and the key that the first message holds. */
export async function enter(sessionUrl: string): Promise<SessionClient & { sessionKey: string }> {
  const client = sessionClient(sessionUrl)
  const [event, payload] = await client.next()
  const { type, data } = typeof payload === 'string' ? JSON.parse(payload) : payload
  assert.deepEqual([event, type], ['SYSTEM', 'connected'])
  return { ...client, sessionKey: data.sessionKey }
}

function eventIn(frame: string): Heard | null {
  return frame.startsWith('42') ? JSON.parse(frame.slice(2)) : null
}
