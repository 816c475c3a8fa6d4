import { openRawClient } from './raw-client.ts'

type PollOptions = { framing?: 'b64=1' | `j=${string}`; headers?: Record<string, string>; signal?: AbortSignal }

/** An Engine.IO client on the polling transport. `origin` is `http://host:port`. */
export async function openPollingClient(origin: string, auth: string, defaults: PollOptions = {}) {
  const address = `${origin}/socket.io/?auth=${auth}&EIO=3&transport=polling`
  const handshakeResponse = await poll(address, defaults)
  const handshake = JSON.parse(handshakeResponse.packets[0]!.slice(1)) as { sid: string; upgrades: string[] }
  const sessionUrl = `${address}&sid=${handshake.sid}`
  const received: string[] = []

  return {
    handshake,
    handshakeResponse,
    poll: (options: PollOptions = defaults) => poll(sessionUrl, options),
    /** The next packets, from as many polls as necessary. */
    async read(count: number) {
      while (received.length < count) received.push(...(await poll(sessionUrl, defaults)).packets)
      return received.splice(0, count)
    },
    post: (body: string | Buffer, type?: string, query = '') =>
      fetch(`${sessionUrl}${query}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type ?? (typeof body === 'string' ? 'text/plain' : 'application/octet-stream') },
      }),
    request: (init: RequestInit) => fetch(sessionUrl, init),
    /** Opens a websocket to upgrade to. */
    websocket: () =>
      openRawClient(sessionUrl.replace('http:', 'ws:').replace('transport=polling', 'transport=websocket')),
  }
}

export type PollResponse = { status: number; headers: Headers; body: Buffer; packets: string[] }

async function poll(address: string, { framing, headers = {}, signal }: PollOptions): Promise<PollResponse> {
  const response = await fetch(`${address}${framing === undefined ? '' : `&${framing}`}`, {
    headers,
    ...(signal && { signal }),
  })
  const body = Buffer.from(await response.arrayBuffer())
  const { status } = response
  return { status, headers: response.headers, body, packets: status === 200 ? decodePayload(body, framing) : [] }
}

/** Decodes a polling payload, strictly. */
function decodePayload(body: Buffer, framing: PollOptions['framing']): string[] {
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
  const text = body.toString()
  for (let rest: string = framing === 'b64=1' ? text : JSON.parse(text.slice(text.indexOf('(') + 1, -2)); rest;) {
    const start = rest.indexOf(':') + 1
    const end = start + Number(rest.slice(0, start - 1))
    packets.push(rest.slice(start, end))
    rest = rest.slice(end)
  }
  return packets
}
