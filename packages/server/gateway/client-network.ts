import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import { networksOf, type Network } from '../shared/ip-prefix.ts'

/** The networks of a client. None for clients on this machine, which may be a proxy for all others. */
export function clientNetworks(request: IncomingMessage, config: Config): readonly Network[] {
  const address = clientAddress(request, config)
  return isLoopback.test(address) ? [] : networksOf(address)
}

/** The address of a client, as the nearest proxy states it. Earlier entries may be forged. */
export function clientAddress({ headers, socket }: IncomingMessage, { trustProxy }: Config): string {
  const forwardedFor = trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  return forwardedFor.split(',').at(-1)?.trim() || (socket.remoteAddress ?? '')
}

const isLoopback = /^(?:::ffff:)?127\.|^::1$/
