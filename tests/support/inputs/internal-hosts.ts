/** Hosts of this machine, its network or its cloud, in every spelling that an attacker might try. */
export const internalHosts = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001 0x7F.1
  127.0.0.1. 127.1. 0 0.0.0.0 0x0 0.1.2.3 00000177.0.0.01 %31%32%37.0.0.1 127%2e0%2e0%2e1 ①②⑦.⓪.⓪.① １２７.０.０.１
  127。0。0。1 127．0．0．1 𝟏𝟐𝟕.0.0.1 [::1] [::] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [::FFFF:0:1] [::ffff:0:127.0.0.1] [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1]
  [2002:7f00:1::] [2001::7f00:1] [fe80::1] [fec0::1] [fc00::1] [fd12:3456::1] [ff02::1] [100::1] [2001:db8::1]
  [3fff::1] [5f00::1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [fd00:ec2::254] localhost LOCALHOST localhost.
  deep.localhost ⓛocalhost local%68ost 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 100.100.100.200
  169.254.169.254 2852039166 0xA9FEA9FE 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 192.0.0.1 192.0.2.1
  192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255 168.63.129.16
`
  .trim()
  .split(/\s+/)
/** DNS names that resolve to internal addresses, alone or next to a public address. */
export const internalNames: Record<string, string[]> = {
  'loop.example': ['127.0.0.1'],
  'loop6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mixed6.example': ['93.184.215.14', '::1'],
  'zone.example': ['fe80::1%lo'],
  'nothing.example': [],
  'odd.example': ['not an address'],
}
