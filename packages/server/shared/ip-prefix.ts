import ipaddr from 'ipaddr.js'

/** An IPv4 address, or the /64 network of an IPv6 address: one subscriber usually has all of that. */
export function ipPrefix(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
