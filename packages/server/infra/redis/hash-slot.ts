export const slotCount = 16_384

/** The hash slot of a key or channel of a Redis Cluster: CRC16 (XMODEM) of the key, or of its first hash tag. */
export function hashSlot(key: string): number {
  const start = key.indexOf('{')
  const end = start === -1 ? -1 : key.indexOf('}', start + 1)
  const hashed = end > start + 1 ? key.slice(start + 1, end) : key
  let crc = 0
  for (const byte of Buffer.from(hashed)) crc = ((crc << 8) & 0xffff) ^ table[((crc >> 8) ^ byte) & 0xff]!
  return crc % slotCount
}

const table = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
  return crc & 0xffff
})
