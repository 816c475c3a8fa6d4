import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

type Targets = { apis: readonly string[]; gateways: readonly string[] }

/**
 * A load balancer on a port of this machine: requests go to the API processes in turn, and those of a socket to the gateway
 * that its ticket selects, so that each poll of a client reaches the same one. A process that refuses is skipped.
 */
export async function openRoundRobin() {
  let targets: Targets = { apis: [], gateways: [] }
  let turn = 0
  const agent = new Agent({ keepAlive: true })
  const listTargets = ({ url = '' }: IncomingMessage) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const isSocket = pathname.startsWith('/socket.io/')
    const { apis, gateways } = targets
    const ticket = createHash('sha256')
      .update(searchParams.get('auth') ?? '')
      .digest()
    return isSocket ? rotate(gateways, ticket[0]!) : rotate(apis, turn++)
  }
  const server = createServer({ shouldUpgradeCallback }, (request, response) => {
    void readBody(request).then((body) => forward(request, response, { body, urls: listTargets(request), agent }))
  })
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request, socket: Duplex, head) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    tunnel(request, socket, { head, urls: listTargets(request) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTargets: (next: Targets) => void (targets = next),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      agent.destroy()
      await closed
    },
  }
}

/** Java's client sends `Upgrade: h2c` on ordinary requests. */
function shouldUpgradeCallback({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

function rotate(urls: readonly string[], by: number): string[] {
  const first = by % Math.max(1, urls.length)
  return [...urls.slice(first), ...urls.slice(0, first)]
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Sends nothing twice: the next process is tried only if a connection was refused. */
function forward(
  { method, url, rawHeaders }: IncomingMessage,
  response: ServerResponse,
  { body, urls: [target, ...others], agent }: { body: Buffer; urls: string[]; agent: Agent },
): void {
  if (target === undefined) return void response.writeHead(502).end('{"code":502,"message":null}')
  const upstream = sendRequest(new URL(url ?? '/', target), { method, headers: rawHeaders, agent })
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode!, answer.rawHeaders)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED')
      forward({ method, url, rawHeaders } as IncomingMessage, response, { body, urls: others, agent })
    else response.destroy()
  })
  response.on('close', () => upstream.destroy())
  upstream.end(body)
}

function tunnel(
  request: IncomingMessage,
  socket: Duplex,
  { head, urls: [target, ...others] }: { head: Buffer; urls: string[] },
): void {
  if (target === undefined) return void socket.destroy()
  const { url, rawHeaders } = request
  const upstream = sendRequest(new URL(url ?? '/', target), { headers: rawHeaders, agent: false })
  upstream.on('upgrade', (answer, back, rest) => {
    socket.write(responseHead(answer))
    socket.write(rest)
    back.write(head)
    back.pipe(socket).pipe(back)
    for (const [one, other] of [
      [socket, back],
      [back, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  upstream.on('response', (answer) => {
    socket.write(responseHead(answer))
    answer.pipe(socket)
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') tunnel(request, socket, { head, urls: others })
    else socket.destroy()
  })
  socket.on('error', () => upstream.destroy())
  upstream.end()
}

function responseHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`
}
