import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address, or the /64 network of an IPv6 address: one subscriber usually has all of that. */
export function ipPrefix(ip: string): string {
  const address = parseAddress(ip)
  return address instanceof ipaddr.IPv6 ? prefixOf(address, 64) : (address?.toString() ?? ip)
}

/** A network whose uses are counted together, and how many times the limit of one address it has. */
export type Network = { readonly prefix: string; readonly share: number }

/**
 * The networks of an address that are counted, the largest first. A subscriber or a rented machine often has a /56 or a
 * /48 of IPv6, and changes its /64 at will. The limits grow, because several subscribers may share the larger ones.
 */
export function networksOf(ip: string): readonly Network[] {
  // Every connection is counted, and the library takes 20 µs to parse an address.
  const plain = ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip
  if (isIPv4(plain)) return [{ prefix: plain, share: 1 }]
  const address = parseAddress(ip)
  if (!(address instanceof ipaddr.IPv6)) return [{ prefix: address?.toString() ?? ip, share: 1 }]
  return ipv6Networks.map(({ bits, share }) => ({
    prefix: bits === 64 ? prefixOf(address, bits) : `${prefixOf(address, bits)}/${bits}`,
    share,
  }))
}

/** Whether a client is on this machine. It may be a proxy for all others, so its open connections are not limited. */
export function isLoopbackAddress(ip: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(ip)
}

/** The largest network of an address, which has one turn in a queue, however many addresses it uses. */
export function fairShareOf(ip: string): string {
  return networksOf(ip)[0]?.prefix ?? ip
}

const ipv6Networks = [
  { bits: 48, share: 4 },
  { bits: 56, share: 2 },
  { bits: 64, share: 1 },
] as const

function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(ip) ? ipaddr.process(ip) : null
}

function prefixOf({ parts }: ipaddr.IPv6, bits: number): string {
  const words = parts.slice(0, Math.ceil(bits / 16))
  if (bits % 16 > 0) words.push((words.pop() ?? 0) & (0xffff << (16 - (bits % 16))))
  return words.map((word) => word.toString(16)).join(':')
}
