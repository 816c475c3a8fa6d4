import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import { ipPrefix } from '../shared/ip-prefix.ts'

/** The network of a client. Null for clients on this machine, which may be a proxy for all others. */
export function clientNetwork({ headers, socket }: IncomingMessage, { trustProxy }: Config): string | null {
  const forwardedFor = trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  // The nearest proxy states the client's address. Earlier entries may be forged.
  const address = forwardedFor.split(',').at(-1)?.trim() || (socket.remoteAddress ?? '')
  return isLoopback.test(address) ? null : ipPrefix(address)
}

const isLoopback = /^(?:::ffff:)?127\.|^::1$/
