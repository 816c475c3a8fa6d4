import { hostname as machineName } from 'node:os'
import { isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { isLoopbackHost, type Config } from '../../config/config.ts'
import type { Policy } from '../../policy.ts'
import type { Addresses } from '../deps.ts'
import { addressesInHostsFile } from './hosts-file.ts'

type HostSettings = Pick<Config, 'allowedHosts' | 'baseUrl' | 'host'> & Pick<Policy, 'answersLocalNames'>
/** Host headers that are remembered: a port may follow a name. */
const maxKnown = 100
type RequestHead = Pick<IncomingMessage, 'headers' | 'socket' | 'url'>

/**
 * Whether a request names a host of this server. Against DNS rebinding: a page of another site that resolves its own name to
 * this machine could otherwise use the server with the browser's cookies and read the responses.
 */
export function knownHosts(config: HostSettings, addresses: Addresses): (request: RequestHead) => boolean {
  const { names, isAlone } = hostNames(config, addresses)
  const socketHost = new URL(addresses.socketUrl).hostname
  const mediaHost = new URL(addresses.mediaUrl).hostname
  const isKnown = (name: string, { url = '', socket }: RequestHead) =>
    names.has(name) ||
    (isAlone ? false : isLoopbackHost(name) || isInCertificate(name, socket)) ||
    (name === socketHost && url.startsWith('/socket.io/')) ||
    (name === mediaHost && url.startsWith('/media/')) ||
    // Media servers call it at internal addresses. It reads no cookie, and an address cannot be rebound.
    (url.startsWith('/ingest/') && (isLoopbackHost(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0))
  // Nearly all requests have the same few Host headers, whose names are known by the settings.
  const known = new Set<string>()
  return (request) => {
    if (known.has(request.headers.host ?? '') && request.url?.startsWith('/') === true) return true
    const name = hostName(request.headers.host)
    if (name === null || !isKnown(name, request)) return false
    if (names.has(name) && known.size < maxKnown) known.add(request.headers.host ?? '')
    // RFC 9112, 3.2.2: the host of an absolute target replaces the header.
    const target = request.url?.startsWith('/') === false ? URL.parse(request.url) : null
    return target === null || target.hostname === name || isKnown(target.hostname, request)
  }
}

/** The names by the settings. `isAlone`: no other name is known. */
function hostNames({ allowedHosts, answersLocalNames, baseUrl, host }: HostSettings, addresses: Addresses) {
  const isAlone = !answersLocalNames && baseUrl !== null
  const own = [addresses.baseUrl, addresses.authUrl].map((url) => new URL(url).hostname)
  const listening = isAlone ? [] : [isIP(host) === 6 ? `[${host}]` : host]
  return { names: new Set([...own, ...allowedHosts, ...listening].map((name) => name.toLowerCase())), isAlone }
}

/** The name in a Host header, in lower case, without port and trailing dot; null if there is none. */
function hostName(header = ''): string | null {
  const [, name] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i.exec(header) ?? []
  return name === undefined ? null : name.toLowerCase().replace(/\.$/, '')
}

/** A name of the certificate that this connection uses. Only the owner of its key can serve that name here. */
function isInCertificate(name: string, socket: RequestHead['socket']): boolean {
  if (!(socket instanceof TLSSocket)) return false
  const certificate = socket.getCertificate()
  const text = certificate !== null && 'subjectaltname' in certificate ? certificate.subjectaltname : ''
  const certified = text
    .split(', ')
    .flatMap((entry) => (entry.startsWith('DNS:') ? [entry.slice(4).toLowerCase()] : []))
  return certified.includes(name) || certified.includes(name.replace(/^[^.]+/, '*'))
}

/** Whether the hosts file maps a name to this machine only. Debian maps the machine's own, public name to 127.0.1.1. */
export function isMappedToLoopback(name: string, hostsFile?: string): boolean {
  const addresses = addressesInHostsFile(name, hostsFile)
  const isOwnName = name.split('.')[0] === machineName().toLowerCase().split('.')[0]
  return addresses.length > 0 && !isOwnName && addresses.every((address) => ['127.0.0.1', '::1'].includes(address))
}
