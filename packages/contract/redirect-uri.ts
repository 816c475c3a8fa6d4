import type { ErrorReason } from './error-codes.ts'

/** Invisible characters change how an address is read, and `*` suggests a wildcard. Redirect URIs are compared exactly. */
const forbiddenCharacters = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\\*]/u
/** A host with a port or a path, such as `localhost:3000/cb`. Parsed as a URL, its host would be the scheme. */
const withoutScheme = /^(\[[\da-f:.]+\]|[^\s/?#:@[]+)(:\d+)?([/?#]|$)/i
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Why an application cannot have this redirect URI, or null. Allowed are https; http at a loopback host, and at any host
 * if `allowsHttp`; and private-use schemes with a dot (RFC 8252, 7.1).
 */
export function findRedirectUriError(text: string, { allowsHttp }: { allowsHttp: boolean }): ErrorReason | null {
  return findUrlError(text) ?? schemeError(new URL(text), allowsHttp)
}

/** Why a text cannot be the address of a website with https, or null. */
export function findHttpsUrlError(text: string): ErrorReason | null {
  const error = findUrlError(text)
  if (error !== null) return error.code === 'NOT_ABSOLUTE_URL' ? { code: 'NOT_HTTPS_URL', params: {} } : error
  return URL.parse(text)?.protocol === 'https:' ? null : { code: 'NOT_HTTPS_URL', params: {} }
}

function findUrlError(text: string): ErrorReason | null {
  if (!text.isWellFormed()) return { code: 'NOT_WELL_FORMED', params: {} }
  if (forbiddenCharacters.test(text)) return { code: 'URL_CHARACTER_NOT_ALLOWED', params: {} }
  const [, host] = withoutScheme.exec(text) ?? []
  if (host !== undefined && isHost(host)) return { code: 'URL_WITHOUT_SCHEME', params: { url: withScheme(text, host) } }
  const url = URL.parse(text)
  if (url === null || !hasAuthority(text, url)) return { code: 'NOT_ABSOLUTE_URL', params: {} }
  if (text.includes('#')) return { code: 'URL_WITH_FRAGMENT', params: {} }
  if (url.username !== '' || url.password !== '') return { code: 'URL_WITH_CREDENTIALS', params: {} }
  // The parser decodes percent-encoded hosts.
  return url.hostname.includes('*') ? { code: 'URL_CHARACTER_NOT_ALLOWED', params: {} } : null
}

/** Whether a text before a port or a path is an address, `localhost`, or has a dot within, as host names do. */
function isHost(text: string): boolean {
  return text.startsWith('[') || text.toLowerCase() === 'localhost' || text.slice(1, -1).includes('.')
}

/**
 * Whether a URL of http or https is written with `//` and a host (RFC 9110, 4.2). The parser of browsers also reads
 * `https:example.com` and `https:///example.com`, which other parsers take for a path.
 */
export function hasAuthority(text: string, { protocol }: URL): boolean {
  return !/^https?:$/.test(protocol) || /^https?:\/\/[^/\\]/i.test(text)
}

function schemeError({ protocol, hostname }: URL, allowsHttp: boolean): ErrorReason | null {
  if (protocol === 'https:') return null
  if (protocol === 'http:') {
    return allowsHttp || loopbackHost.test(hostname) ? null : { code: 'HTTP_NOT_ALLOWED', params: {} }
  }
  return protocol.includes('.') ? null : { code: 'SCHEME_NOT_ALLOWED', params: { scheme: protocol } }
}

function withScheme(text: string, host: string): string {
  const normalized = URL.parse(`http://${host}`)?.hostname ?? host
  return `${loopbackHost.test(normalized) ? 'http' : 'https'}://${text}`
}
