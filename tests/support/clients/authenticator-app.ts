import { createHmac } from 'node:crypto'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows for a secret at a time (RFC 6238). */
export function authenticatorCode(secret: string, at: number): string {
  const bits = Array.from(secret, (character) => base32.indexOf(character).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** A code that the app shows neither now nor a step before or after. */
export function wrongCode(secret: string, at: number): string {
  const codes = [-30_000, 0, 30_000].map((distance) => authenticatorCode(secret, at + distance))
  return ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code)) ?? ''
}
