import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '../config/config.ts'

type RequestHead = Pick<IncomingMessage, 'headers' | 'socket' | 'url'>

/** The headers in which proxies, tunnels and content delivery networks name the client. */
const clientHeaders = [
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
]
const hostHeaders = ['x-forwarded-host', 'x-original-host']

/**
 * Whether a proxy or a tunnel on this machine states that a request came from another machine, or to a host of another
 * machine. `Forwarded`: RFC 7239, 4.
 */
export function isForwarded(request: RequestHead, isKnownHost: (request: RequestHead) => boolean): boolean {
  const { headers } = request
  const pairs = [...valuesOf(headers.forwarded, /[,;]/)].map((pair) => pair.split('=', 2))
  const named = (name: string) =>
    pairs.flatMap(([key = '', value = '']) => (key.trim().toLowerCase() === name ? [value] : []))
  const clients = [...clientHeaders.flatMap((name) => valuesOf(headers[name], ',')), ...named('for')]
  const hosts = [...hostHeaders.flatMap((name) => valuesOf(headers[name], ',')), ...named('host')]
  return (
    clients.some((client) => !isThisMachine(unquoted(client))) ||
    hosts.some((host) => !isKnownHost({ ...request, headers: { host: unquoted(host) } }))
  )
}

function valuesOf(header: string | string[] | undefined, separator: string | RegExp): string[] {
  return header === undefined || header.length === 0 ? [] : String(header).split(separator)
}

function unquoted(value: string): string {
  return value.trim().replace(/^"|"$/g, '')
}

/** An address, as `127.0.0.1:1234` and `[::1]:1234` too. */
function isThisMachine(client: string): boolean {
  const address = client.replace(/^(\[.*\]|[\d.]+):\d+$/, '$1').replace(/^::ffff:/i, '')
  return isLoopbackHost(address)
}
