import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import type { Target } from './ssrf-guard.ts'

/**
 * An address that does not accept in time is given up for the next one. The default of Node, 250 ms, is less than one round
 * trip to distant receivers, and than a pause of a busy process.
 */
const selectFamily = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_000 }

/** Connects to the checked addresses only. The host is not resolved again, so a changed DNS record has no effect. */
export function connectTo({ host, port }: Pick<Target, 'host' | 'port'>, addresses: string[]): Socket {
  const allowed = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, allowed)
  return ignoreErrors(connect({ host, port, lookup, ...selectFamily, noDelay: true }))
}

/** Speaks TLS over a connection, with a certificate of the host. */
export async function secure(
  plain: Socket,
  host: string,
  { secureContext, signal }: { secureContext: SecureContext; signal: AbortSignal },
): Promise<Socket> {
  const name = { host, servername: isIP(host) ? '' : host }
  const socket = ignoreErrors(connectTls({ socket: plain, ...name, secureContext, rejectUnauthorized: true }))
  await once(socket, 'secureConnect', { signal })
  return socket
}

export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Errors reject the awaited operation. Without a listener, errors at other times would end the process. */
function ignoreErrors(socket: Socket): Socket {
  return socket.on('error', () => {})
}
