import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type McpServerFactory,
} from '@modelcontextprotocol/server'

const path = '/mcp'
const maxConnections = 100
const maxBodyBytes = 1_048_576

/** Streamable HTTP on 127.0.0.1. Requests that name another host or come from a page of another site are refused. */
export async function serveMcpOverHttp(createMcpServer: McpServerFactory, port: number) {
  const handler = createMcpHandler(createMcpServer, { maxRequestBodySize: maxBodyBytes })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const aborted = new AbortController()
    response.once('close', () => aborted.abort())
    const webRequest = toWebRequest(request, aborted.signal)
    const answered =
      webRequest === null
        ? new Response(null, { status: 400 })
        : (hostHeaderValidationResponse(webRequest, localhostAllowedHostnames()) ??
          originValidationResponse(webRequest, localhostAllowedOrigins()) ??
          (new URL(webRequest.url).pathname === path
            ? await handler.fetch(webRequest)
            : new Response(null, { status: 404 })))
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    if (answered.body === null) response.end()
    else await pipeline(Readable.fromWeb(answered.body), response)
  }
  const server = createServer((request, response) => {
    // The client left, or the answer failed after its headers were sent.
    answer(request, response).catch(() => response.destroy())
  })
  server.maxConnections = maxConnections
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: openPort } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${openPort}${path}`,
    closed: once(server, 'close'),
    async [Symbol.asyncDispose]() {
      await handler.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Null for a request whose target or Host is no URL. */
function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET', url = '/', headers } = request
  const target = URL.parse(`http://${headers.host ?? ''}${url}`)
  if (target === null || !url.startsWith('/')) return null
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(target, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, [value].flat().join(', ')]),
    signal,
    ...(hasBody && { body: Readable.toWeb(request) as RequestInit['body'], duplex: 'half' }),
  } as RequestInit)
}
