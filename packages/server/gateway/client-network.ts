import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import { isLoopbackAddress, networksOf, type Network } from '../shared/networks/ip-prefix.ts'

/** The networks of a client whose connections are limited. */
export function clientNetworks(request: IncomingMessage, config: Config): readonly Network[] {
  const address = clientAddress(request, config)
  return isLoopbackAddress(address) ? [] : networksOf(address)
}

/** The address of a client, as the nearest proxy states it. Earlier entries may be forged. */
export function clientAddress({ headers, socket }: IncomingMessage, { trustProxy }: Config): string {
  const forwardedFor = trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  return forwardedFor.split(',').at(-1)?.trim() || (socket.remoteAddress ?? '')
}
