import { isIPv6 } from 'node:net'
import { isLoopbackHost } from './hosts.ts'

/*
 * The parsers of settings. A parser returns the value of a text, or throws an error that says what the setting must be.
 */

export const roles = ['api', 'gateway', 'worker'] as const
export type Role = (typeof roles)[number]

export function text(input: string): string {
  return input
}

export function optional<T>(parse: (text: string) => T): (text: string) => T | null {
  return parse
}

export function oneOf<const T extends string>(...allowed: T[]) {
  return (input: string): T => allowed.find((value) => value === input) ?? invalid(`must be ${allowed.join(' or ')}`)
}

export function integer(min: number, max: number) {
  return (input: string): number => {
    const value = Number(input)
    return /^\d+$/.test(input) && value >= min && value <= max
      ? value
      : invalid(`must be an integer from ${min} to ${max}`)
  }
}

export function integers(count: number, min: number, max: number) {
  const parse = integer(min, max)
  return (input: string): number[] => {
    const parts = commaSeparated(input)
    return parts.length === count ? parts.map(parse) : invalid(`must be ${count} comma-separated integers`)
  }
}

export function ratio(input: string): number {
  const value = Number(input)
  return /^\d(\.\d+)?$/.test(input) && value <= 1 ? value : invalid('must be a number from 0 to 1')
}

/** Parses `name=value` pairs as OpenTelemetry specifies: separated by commas, values percent-encoded. */
export function headerList(input: string): string[] {
  const pairs = commaSeparated(input)
  return pairs.every((pair) => /^[\w-]+=([^%]|%[0-9A-Fa-f]{2})+$/.test(pair))
    ? pairs.map(decodeURIComponent)
    : invalid('must be pairs of a header name and a value, as in api-key=secret')
}

export function headerPrefix(input: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,30}-$/.test(input)
    ? input
    : invalid('must have only letters, digits and hyphens, and end with a hyphen')
}

export function port(input: string): number {
  return integer(0, 65_535)(input)
}

/** Null is the usual port. */
export function rtmpPort(input: string): number | 'off' | null {
  return input === 'off' ? 'off' : port(input)
}

/** The name or the path of a program; null for none. */
export function program(input: string): string | null {
  return input === 'off' ? null : input
}

export function flag(input: string): boolean {
  return oneOf('true', 'false')(input) === 'true'
}

export function commaSeparated(input: string): string[] {
  return input
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** Names or addresses without a port, as the URLs of them have them. */
export function hostNames(input: string): string[] {
  const names = commaSeparated(input.toLowerCase())
  if (names.some((name) => !isIPv6(name) && !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)))
    throw new Error('must be names of hosts, separated by commas, without a scheme and a port')
  return names
}

export function parseRoles(input: string): Role[] {
  const parts = commaSeparated(input)
  return parts.length > 0 && parts.every((word) => (roles as readonly string[]).includes(word))
    ? roles.filter((role) => parts.includes(role))
    : invalid(`must be one or more of ${roles.join(', ')}`)
}

export function url(...protocols: string[]) {
  return (input: string): string =>
    protocols.includes(URL.parse(input)?.protocol ?? '')
      ? input
      : invalid(`must be a URL that begins with ${protocols[0]}//`)
}

export function redisUrls(input: string): string {
  const urls = commaSeparated(input)
  if (urls.length === 0) return invalid('must be a URL that begins with redis://')
  return urls.map(url('redis:', 'rediss:')).join(',')
}

export function origin(input: string): string {
  const parsed = URL.parse(input)
  return parsed &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.pathname === '/' &&
    !parsed.search &&
    !parsed.hash &&
    !parsed.username
    ? parsed.origin
    : invalid('must be an origin such as https://api.example.com')
}

/** The id must be in the path: the content security policy of the pages allows a single origin. */
export function playlistUrl(input: string): string {
  const [first, second] = ['0', '1'].map((id) => URL.parse(input.replaceAll('{channelId}', id)))
  return first &&
    second &&
    /^https?:$/.test(first.protocol) &&
    first.origin === second.origin &&
    first.pathname !== second.pathname &&
    !/[{}]/.test(input.replaceAll('{channelId}', '')) &&
    !first.hash &&
    !first.username
    ? input
    : invalid('must be a URL with {channelId} in its path, such as https://live.example.com/{channelId}/index.m3u8')
}

/** The media servers that can be told to cut an encoder. */
const mediaServers = ['nginx-rtmp', 'mediamtx', 'srs', 'ovenmediaengine'] as const
export type MediaServer = (typeof mediaServers)[number]

/** The control addresses of media servers, with the kind of each, as in `mediamtx+http://127.0.0.1:9997`. */
export function mediaControls(input: string): string[] {
  const controls = commaSeparated(input)
  const isControl = (text: string) =>
    mediaServers.some((server) => text.startsWith(`${server}+http`)) && /^https?:$/.test(protocolOf(text))
  return controls.every(isControl)
    ? controls
    : invalid(`must be URLs that begin with ${mediaServers.join(', ')} and +http:// or +https://`)
}

const protocolOf = (control: string) => URL.parse(urlOfControl(control))?.protocol ?? ''

/** The control address of a media server without its kind. */
export function urlOfControl(control: string): string {
  return control.slice(control.indexOf('+') + 1)
}

/** A bucket with its keys. Allows http only for a service on this machine. */
export function s3Url(input: string): string {
  const parsed = URL.parse(input)
  const isLoopback = parsed !== null && isLoopbackHost(parsed.hostname)
  return parsed &&
    (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback)) &&
    parsed.username &&
    parsed.password &&
    parsed.pathname !== '/' &&
    !/%(?![0-9a-f]{2})/i.test(input) &&
    !parsed.hash
    ? input
    : invalid('must be a URL such as https://KEY:SECRET@s3.example.com/bucket, with / and + of the keys as %2F and %2B')
}

export function pictureUrl(input: string): string {
  const parsed = URL.parse(input.replaceAll(/\{channelId\}|\{type\}/g, '0'))
  const isTemplate = input.includes('{channelId}') && input.includes('{type}')
  return isTemplate && parsed && /^https?:$/.test(parsed.protocol)
    ? input
    : invalid('must be a URL with {channelId} and {type}, such as https://live.example.com/{channelId}_{type}.jpg')
}

/** Allows http only for a provider on this machine. */
export function issuer(input: string): string {
  const parsed = URL.parse(input)
  const isLoopback = parsed !== null && isLoopbackHost(parsed.hostname)
  return parsed &&
    (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback)) &&
    !parsed.search &&
    !parsed.hash &&
    !parsed.username
    ? input
    : invalid('must be a URL such as https://id.example.com')
}

/** The user and the password are percent-encoded. */
export function smtpUrl(input: string): string {
  const parsed = URL.parse(input)
  const isServer = parsed !== null && /^smtps?:$/.test(parsed.protocol) && parsed.hostname !== ''
  return isServer && /^\/?$/.test(parsed.pathname) && !parsed.search && !parsed.hash && isPercentEncoded(parsed)
    ? input
    : invalid(
        'must be a URL such as smtp://user:password@smtp.example.com:587 or smtps://user:password@smtp.example.com',
      )
}

function isPercentEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** An email address, or a name and an address in angle brackets. */
export function mailbox(input: string): string {
  return /^(?:[^\s@<>"]+@[^\s@<>"]+|[^\p{Cc}<>"@]{1,100} <[^\s@<>"]+@[^\s@<>"]+>)$/u.test(input)
    ? input
    : invalid('must be an email address such as no-reply@example.com or Onair <no-reply@example.com>')
}

export function openidScope(input: string): string {
  const scopes = spaceSeparated(input)
  return scopes.includes('openid') ? scopes.join(' ') : invalid('must contain openid')
}

export function spaceSeparated(input: string): string[] {
  return input.split(/\s+/)
}

export function timeZone(input: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: input }).resolvedOptions().timeZone
  } catch {
    return invalid('must be a time zone such as Asia/Seoul')
  }
}

/** Node ignores invalid characters, so a mistyped key would be another key. */
export function key32(input: string): Buffer {
  return /^[A-Za-z0-9+/]{43}=$/.test(input) || /^[\w-]{43}$/.test(input)
    ? Buffer.from(input, 'base64')
    : invalid('must be 32 bytes in base64')
}

function invalid(requirement: string): never {
  throw new Error(requirement)
}
