import { BlockList } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Larger networks than these are not blocked at once: a mistake would keep a whole country out. */
const shortest = { ipv4: 16, ipv6: 32 }

/** The network in CIDR notation, with the bits of hosts cleared, of an address or a network. Null for any other text, and for one that is too large. */
export function parseNetwork(text: string): string | null {
  const [address = '', bits, ...rest] = text.trim().split('/')
  if (rest.length > 0 || !ipaddr.isValid(address) || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const parsed = ipaddr.process(address)
  const [kind, all] = parsed instanceof ipaddr.IPv6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
  // An address of IPv6 stands for the network of its subscriber.
  const prefix = bits === undefined ? (kind === 'ipv6' ? 64 : all) : Number(bits)
  if (prefix < shortest[kind] || prefix > all) return null
  const cidr = `${parsed.toString()}/${prefix}`
  const network = kind === 'ipv6' ? ipaddr.IPv6.networkAddressFromCIDR(cidr) : ipaddr.IPv4.networkAddressFromCIDR(cidr)
  return `${network.toString()}/${prefix}`
}

/** Whether an address is in one of these networks. */
export function contains(list: BlockList, ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return list.check(address.toString(), address instanceof ipaddr.IPv6 ? 'ipv6' : 'ipv4')
}

export function toBlockList(rows: readonly { network: string }[]): BlockList {
  const list = new BlockList()
  for (const { network } of rows) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}
