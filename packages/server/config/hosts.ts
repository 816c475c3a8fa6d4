import { isIPv4 } from 'node:net'

/** Whether a host name or address, as in a URL or as in ONAIR_HOST, always means this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === '::1' || /^(.+\.)?localhost$/.test(name) || (isIPv4(name) && name.startsWith('127.'))
}

export function isAnyAddress(host: string): boolean {
  return ['0.0.0.0', '::', '*'].includes(host)
}
