import { rawClient } from './raw-client.ts'

type Asked = { framing?: 'b64=1' | `j=${string}`; headers?: Record<string, string>; signal?: AbortSignal }

/** A client that polls, packet by packet. `origin` is `http://host:port`. */
export async function pollingClient(origin: string, auth: string, asked: Asked = {}) {
  const address = `${origin}/socket.io/?auth=${auth}&EIO=3&transport=polling`
  const shaken = await poll(address, asked)
  const handshake = JSON.parse(shaken.packets[0]!.slice(1)) as { sid: string; upgrades: string[] }
  const mine = `${address}&sid=${handshake.sid}`
  const heard: string[] = []

  return {
    handshake,
    /** What the answer to the handshake holds. */
    first: shaken,
    poll: (given: Asked = asked) => poll(mine, given),
    /** The next packets, from as many polls as it takes. */
    async hear(count: number) {
      while (heard.length < count) heard.push(...(await poll(mine, asked)).packets)
      return heard.splice(0, count)
    },
    post: (body: string | Buffer, type?: string, query = '') =>
      fetch(`${mine}${query}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type ?? (typeof body === 'string' ? 'text/plain' : 'application/octet-stream') },
      }),
    request: (init: RequestInit) => fetch(mine, init),
    /** A websocket that wants to take over. */
    websocket: () => rawClient(mine.replace('http:', 'ws:').replace('transport=polling', 'transport=websocket')),
  }
}

export type Polled = { status: number; headers: Headers; body: Buffer; packets: string[] }

async function poll(address: string, { framing, headers = {}, signal }: Asked): Promise<Polled> {
  const response = await fetch(`${address}${framing === undefined ? '' : `&${framing}`}`, {
    headers,
    ...(signal && { signal }),
  })
  const body = Buffer.from(await response.arrayBuffer())
  const { status } = response
  return { status, headers: response.headers, body, packets: status === 200 ? packetsIn(body, framing) : [] }
}

/** Reads what a server sends, by the letter. */
function packetsIn(body: Buffer, framing: Asked['framing']): string[] {
  const packets: string[] = []
  if (framing === undefined) {
    for (let rest = body; rest.length > 0;) {
      const end = rest.indexOf(0xff)
      const length = Number(rest.subarray(1, end).join(''))
      packets.push(rest.toString('utf8', end + 1, end + 1 + length))
      rest = rest.subarray(end + 1 + length)
    }
    return packets
  }
  const written = body.toString()
  for (
    let rest: string = framing === 'b64=1' ? written : JSON.parse(written.slice(written.indexOf('(') + 1, -2));
    rest;
  ) {
    const start = rest.indexOf(':') + 1
    const end = start + Number(rest.slice(0, start - 1))
    packets.push(rest.slice(start, end))
    rest = rest.slice(end)
  }
  return packets
}
