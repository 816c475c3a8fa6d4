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
export function targetOf(text: string, rules: AddressRules): Target | string {
  const url = URL.parse(text)
  if (url === null) return 'not a URL'
  if (url.username !== '' || url.password !== '') return 'a user name or password in the URL'
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const loopback = rules.allowLoopbackHttp === true && (host === 'localhost' || isLoopbackAddress(host))
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')) return `the scheme ${url.protocol}`
  if (url.port !== '' && !loopback && rules.allowAnyPort !== true) return `the port ${url.port}`
  return { url, host, loopback }
}

/** Why a target may not be reached at these addresses, or null when it may. One address of the inside spoils all. */
export function refusalToReach({ loopback }: Target, addresses: string[]): string | null {
  if (addresses.length === 0) return 'no address'
  const refused = addresses.find((address) => !(loopback ? isLoopbackAddress(address) : isPublicAddress(address)))
  return refused === undefined ? null : `the address ${refused}`
}
