import type { Why } from '@onair/contract'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

export type AddressRules = {
  /** For development: lets `http` and `https` through to localhost and 127.0.0.1, at any port. */
  allowLoopbackHttp?: boolean
  /** Lets `https` through to ports besides 443. */
  allowAnyPort?: boolean
}

/** A URL that may be asked, if the addresses of its host may: `host` is without brackets and closing dot. */
export type Target = { url: URL; host: string; loopback: boolean }

/** Reads a URL as a stranger wrote it, or says why it may not be asked. */
export function targetOf(text: string, rules: AddressRules): Target | { refused: Why } {
  const url = URL.parse(text)
  if (url === null) return { refused: { reason: 'NOT_A_URL', values: {} } }
  if (url.username !== '' || url.password !== '') return { refused: { reason: 'SENDS_NO_PASSWORD', values: {} } }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const loopback = rules.allowLoopbackHttp === true && (host === 'localhost' || isLoopbackAddress(host))
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:'))
    return { refused: { reason: 'SENDS_TO_NO_SCHEME', values: { scheme: url.protocol } } }
  if (url.port !== '' && !loopback && rules.allowAnyPort !== true)
    return { refused: { reason: 'SENDS_TO_NO_PORT', values: { port: url.port } } }
  return { url, host, loopback }
}

/** Why a target may not be reached at these addresses, or null when it may. One address of the inside spoils all. */
export function refusalToReach({ loopback }: Target, addresses: string[]): Why | null {
  if (addresses.length === 0) return { reason: 'LEADS_NOWHERE', values: {} }
  const refused = addresses.find((address) => !(loopback ? isLoopbackAddress(address) : isPublicAddress(address)))
  return refused === undefined ? null : { reason: 'SENDS_TO_NO_ADDRESS', values: { address: refused } }
}
