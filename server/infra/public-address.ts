import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Whether an address belongs to the public internet: not to this machine, its network, its cloud, nor to a range set aside. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reservedRanges.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  const embedded = embeddedIPv4(parseIPv6(address))
  if (embedded !== null) return isPublicAddress(embedded)
  return globalUnicast.check(address, 'ipv6') && !reservedRanges.check(address, 'ipv6')
}

/** Whether an address is this machine's own loopback. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

const reservedRanges = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // the inside of a cloud, at an address that looks public
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reservedRanges.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedRanges.addSubnet(network, prefix, 'ipv6')

// Everything outside of it, such as ::1, 100::/64, fc00::/7, fe80::/10 and ff00::/8, is refused without being named.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

const mappedPrefix = [0, 0, 0, 0, 0, 0xffff].join()
const nat64Prefix = [0x64, 0xff9b, 0, 0, 0, 0].join()

/** The IPv4 address within a mapped (::ffff:0:0/96) or translated (64:ff9b::/96) one. */
function embeddedIPv4(groups: number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6)
  const prefix = groups.slice(0, 6).join()
  if (prefix !== mappedPrefix && prefix !== nat64Prefix) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight numbers of an IPv6 address, however it was written. */
function parseIPv6(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [before, after] = [parseGroups(head), parseGroups(tail ?? '')]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function parseGroups(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16))
}
