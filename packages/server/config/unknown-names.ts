import { nearest } from '@onair/contract/nearest'
import { settings } from './settings.ts'

/** The prefix of every setting. Variables without it belong to other programs. */
const prefix = 'ONAIR_'

/** Variables of clients of a server, which a shell may have beside the settings: docs/certify.md. */
const clientVariables = [
  'ONAIR_ACCESS_TOKEN',
  'ONAIR_CHANNEL_ID',
  'ONAIR_CLIENT_ID',
  'ONAIR_CLIENT_SECRET',
  'ONAIR_COMMAND',
  'ONAIR_REFRESH_TOKEN',
  'ONAIR_SANDBOX_SECRET',
  'ONAIR_URL',
]

/** Errors of variables that are meant as settings, and are none. */
export function unknownNames(env: Record<string, string | undefined>): string[] {
  const names = Object.values(settings).flatMap((one) => ('secret' in one ? [one.env, `${one.env}_FILE`] : [one.env]))
  const known = new Set([...names, ...clientVariables])
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && env[name] !== undefined && !known.has(name))
    .sort()
    .map((name) => `There is no setting ${name}. ${hintFor(name, names)}`)
}

function hintFor(name: string, names: string[]): string {
  // Kubernetes sets these for every service, in the containers of its namespace.
  if (/^ONAIR_(?:SERVICE_|PORT_\d)/.test(name))
    return 'Where Kubernetes sets it for a service named onair, set enableServiceLinks: false.'
  const similar = nearest(name.slice(prefix.length), names.filter(isPrefixed).map(withoutPrefix))
  return similar === null ? 'docs/operate/settings.md lists them.' : `Did you mean ${prefix}${similar}?`
}

const isPrefixed = (name: string) => name.startsWith(prefix)
const withoutPrefix = (name: string) => name.slice(prefix.length)
