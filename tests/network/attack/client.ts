import { request, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Where the server listens, and the address of a client. */
export type Route = { host: string; port: number; localAddress: string }
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; ms: number }

/** A call on a new connection. Rejects when it is refused or closed. */
export function call(
  route: Route,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const startedAt = performance.now()
  const sent = request({ ...route, path, method, headers, agent: false, timeout: 10_000 }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => (text += part))
    response.on('error', reject).on('end', () => {
      const { statusCode: status = 0, headers: received } = response
      resolve({ status, headers: received, text, ms: performance.now() - startedAt })
    })
  })
  sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer within 10 s')))
  sent.end(body)
  return promise
}

export function openSocket(route: Route): Socket {
  return connect(route)
    .on('error', () => {})
    .resume()
}
