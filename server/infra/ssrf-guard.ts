import type { ErrorReason } from '@onair/contract'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

export type AddressPolicy = {
  /** For development: lets `http` and `https` through to localhost and 127.0.0.1, at any port. */
  allowLoopbackHttp?: boolean
  /** Lets `https` through to ports besides 443. */
  allowAnyPort?: boolean
}

/** A URL that may be asked, if the addresses of its host may: `host` is without brackets and closing dot. */
export type Target = { url: URL; host: string; isLoopback: boolean }

/** Reads a URL as a stranger wrote it, or says why it may not be asked. */
export function parseTarget(text: string, policy: AddressPolicy): Target | { refused: ErrorReason } {
  const url = URL.parse(text)
  if (url === null) return { refused: { code: 'INVALID_URL', params: {} } }
  if (url.username !== '' || url.password !== '')
    return { refused: { code: 'WEBHOOK_CREDENTIALS_NOT_ALLOWED', params: {} } }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isLoopback = policy.allowLoopbackHttp === true && (host === 'localhost' || isLoopbackAddress(host))
  if (url.protocol !== 'https:' && !(isLoopback && url.protocol === 'http:'))
    return { refused: { code: 'WEBHOOK_SCHEME_NOT_ALLOWED', params: { scheme: url.protocol } } }
  if (url.port !== '' && !isLoopback && policy.allowAnyPort !== true)
    return { refused: { code: 'WEBHOOK_PORT_NOT_ALLOWED', params: { port: url.port } } }
  return { url, host, isLoopback }
}

/** Why a target may not be reached at these addresses, or null when it may. One address of the inside spoils all. */
export function refusalForAddresses({ isLoopback }: Target, addresses: string[]): ErrorReason | null {
  if (addresses.length === 0) return { code: 'HOST_NOT_FOUND', params: {} }
  const blocked = addresses.find((address) => !(isLoopback ? isLoopbackAddress(address) : isPublicAddress(address)))
  return blocked === undefined ? null : { code: 'WEBHOOK_ADDRESS_NOT_ALLOWED', params: { address: blocked } }
}
