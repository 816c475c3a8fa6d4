import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { hasAuthority, type ErrorReason } from '@onair/contract'
import ipaddr from 'ipaddr.js'
import { addressesInHostsFile } from './hosts-file.ts'

/** Decides which URLs that users chose may be requested, so that no request reaches internal hosts (SSRF). */

export type AddressPolicy = {
  /**
   * Allows `http` and `https`, for development, on any port of localhost, loopback addresses, and names for which the
   * hosts file has only loopback addresses. Other names of the hosts file resolve to its addresses too.
   */
  allowLoopbackHttp?: boolean
  /**
   * Hosts at any address and port, with `http` too: receivers in neighbouring containers, which the operator names. Null or
   * missing: the operator cannot name any.
   */
  trustedHosts?: readonly string[] | null
  /** Default: the hosts file of the system. */
  hostsFile?: string
  /** Allows `https` on ports other than 443. */
  allowAnyPort?: boolean
}

/**
 * A URL that may be requested if the addresses of its host pass too. `host` has no brackets and no trailing dot.
 * `addresses` is null if the host has to be resolved.
 */
export type Target = {
  url: URL
  host: string
  port: number
  addresses: string[] | null
  isLoopback: boolean
  isTrusted: boolean
}

/** Parses an untrusted URL and checks its scheme, port and credentials. */
export function parseTarget(text: string, policy: AddressPolicy): Target | { refusal: ErrorReason } {
  const url = URL.parse(text)
  if (url === null || !hasAuthority(text, url)) return { refusal: { code: 'INVALID_URL', params: {} } }
  if (url.username !== '' || url.password !== '')
    return { refusal: { code: 'WEBHOOK_CREDENTIALS_NOT_ALLOWED', params: {} } }
  const { host, addresses, isLoopback, isTrusted } = classifyHost(url, policy)
  if (url.protocol === 'http:' && !isLoopback && !isTrusted && policy.trustedHosts)
    return { refusal: { code: 'WEBHOOK_HOST_NOT_TRUSTED', params: { host } } }
  if (url.protocol !== 'https:' && !((isLoopback || isTrusted) && url.protocol === 'http:'))
    return { refusal: { code: 'WEBHOOK_SCHEME_NOT_ALLOWED', params: { scheme: url.protocol } } }
  if (url.port !== '' && !isLoopback && !isTrusted && policy.allowAnyPort !== true)
    return { refusal: { code: 'WEBHOOK_PORT_NOT_ALLOWED', params: { port: url.port } } }
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return { url, host, port, addresses, isLoopback, isTrusted }
}

/**
 * Parses an untrusted URL of RTMP or RTMPS. It may name any port: the first bytes of a connection are those of the protocol,
 * and a server must answer them before it gets a text.
 */
export function parseRtmpTarget(text: string, policy: AddressPolicy): Target | { refusal: ErrorReason } {
  const [, scheme = '', rest] = /^(rtmps?):\/\/([^/\\].*)$/i.exec(text) ?? []
  if (rest === undefined) return { refusal: { code: 'RTMP_URL_REQUIRED', params: {} } }
  // Only for the schemes of the web does the parser normalize hosts, such as 127.1, and it hides their usual ports.
  const [url, sameUrl] = [URL.parse(`https://${rest}`), URL.parse(`http://${rest}`)]
  if (url === null || sameUrl === null || url.port === '0') return { refusal: { code: 'INVALID_URL', params: {} } }
  if (url.username !== '' || url.password !== '') return { refusal: { code: 'URL_WITH_CREDENTIALS', params: {} } }
  const named = url.port === '' ? sameUrl.port : url.port
  const port = named === '' ? rtmpPorts[scheme.toLowerCase() as keyof typeof rtmpPorts] : Number(named)
  return { url, port, ...classifyHost(url, policy) }
}

export const rtmpPorts = { rtmp: 1_935, rtmps: 443 } as const

function classifyHost(
  url: URL,
  policy: AddressPolicy,
): Pick<Target, 'host' | 'addresses' | 'isLoopback' | 'isTrusted'> {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const addresses = knownAddresses(host, policy)
  const isLoopback =
    policy.allowLoopbackHttp === true && (host === 'localhost' || addresses?.every(isLoopbackAddress) === true)
  return { host, addresses, isLoopback, isTrusted: policy.trustedHosts?.includes(host) === true }
}

/** Only the operator writes the hosts file, so its names may have loopback addresses. A name server is not trusted so. */
function knownAddresses(host: string, { allowLoopbackHttp, hostsFile }: AddressPolicy): string[] | null {
  if (isIP(host) !== 0) return [host]
  if (!allowLoopbackHttp || host === 'localhost') return null
  const addresses = addressesInHostsFile(host, hostsFile)
  return addresses.length === 0 ? null : addresses
}

/** Returns the error for a target with these addresses, or null. Every address must be allowed. */
export function refusalForAddresses(
  { isLoopback, isTrusted }: Target,
  addresses: string[],
  code: 'WEBHOOK_ADDRESS_NOT_ALLOWED' | 'RESTREAM_ADDRESS_NOT_ALLOWED' = 'WEBHOOK_ADDRESS_NOT_ALLOWED',
): ErrorReason | null {
  if (addresses.length === 0) return { code: 'HOST_NOT_FOUND', params: {} }
  if (isTrusted) return null
  const blocked = addresses.find((address) => !(isLoopback ? isLoopbackAddress(address) : isPublicAddress(address)))
  return blocked === undefined ? null : { code, params: { address: blocked } }
}

/** Whether an address is globally routable: not loopback, private, link-local, or reserved. */
export function isPublicAddress(text: string): boolean {
  // isIP, because ipaddr.js also parses 127.1 and 0x7f.1.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = extractIPv4(ipaddr.parse(text))
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 ? !address.match(azurePlatform) : address.match(globalUnicast)
}

export function isLoopbackAddress(text: string): boolean {
  return isIP(text) !== 0 && ipaddr.parse(text).range() === 'loopback'
}

/** An internal service of the Azure cloud at an address outside the reserved ranges. */
const azurePlatform = ipaddr.IPv4.parseCIDR('168.63.129.16/32')
/** The only IPv6 block that is assigned for global use. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The IPv4 address in a mapped (::ffff:0:0/96) or NAT64 (64:ff9b::/96) address; any other address unchanged. */
function extractIPv4(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}

/** Returns the addresses of a host name, or rejects if it has none. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

/**
 * Queries the name servers instead of calling getaddrinfo, which runs in the process's few worker threads: a handful of
 * unresponsive names would block every look-up. localhost is built in.
 */
export const resolveHost: ResolveHost = async (host, signal) => {
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (addresses.length > 0) return addresses
    throw new Error(results.map((result) => (result.status === 'rejected' ? String(result.reason) : '')).join(', '))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
