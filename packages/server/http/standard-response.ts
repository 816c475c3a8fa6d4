import { ServerResponse, type OutgoingHttpHeaders } from 'node:http'

/**
 * Adds the headers of every response when its head is written. After `setHeader`, Node sets every other header one by one
 * too, which takes a request a twentieth of its time.
 */
export class PlainResponse extends ServerResponse {
  override writeHead(status: number, reasonOrHeaders?: unknown, headers?: unknown): this {
    const given = headers ?? (typeof reasonOrHeaders === 'object' ? reasonOrHeaders : undefined)
    const [reason] = typeof reasonOrHeaders === 'string' ? [reasonOrHeaders] : []
    if (Array.isArray(given)) {
      const list = [...(given as string[]), ...Object.entries(this.standardHeaders()).flat()]
      return reason === undefined ? super.writeHead(status, list) : super.writeHead(status, reason, list)
    }
    const all = { ...(given as OutgoingHttpHeaders | undefined), ...this.standardHeaders() }
    return reason === undefined ? super.writeHead(status, all) : super.writeHead(status, reason, all)
  }

  standardHeaders(): Record<string, string> {
    return plainHeaders
  }
}

const plainHeaders = { 'x-content-type-options': 'nosniff' }
const tlsHeaders = { ...plainHeaders, 'strict-transport-security': 'max-age=31536000' }

export class TlsResponse extends PlainResponse {
  override standardHeaders(): Record<string, string> {
    return tlsHeaders
  }
}

/** A browser applies HSTS to every port of a host, so it is omitted for `localhost`, where other programs use http. */
export class LocalTlsResponse extends PlainResponse {
  override standardHeaders(): Record<string, string> {
    const isLocalhost = /^([^:]+\.)?localhost(:\d+)?$/i.test(this.req.headers.host ?? '')
    return isLocalhost ? plainHeaders : tlsHeaders
  }
}
