import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../../shared/secrets.ts'

const stepMs = 30_000
/** Codes of one step before and after are accepted, for clocks that differ (RFC 6238, section 5.2). */
const window = 1

/**
 * The time step of a code, or null where the code is wrong. `systemNow` is the time of the machine: the clock of a sandbox does
 * not move the phones of people.
 */
export function stepOfCode(secret: Buffer, code: string, systemNow: number): number | null {
  const now = Math.floor(systemNow / stepMs)
  let found: number | null = null
  for (let step = now - window; step <= now + window; step++)
    if (constantTimeEqual(code, codeOf(secret, step))) found ??= step
  return found
}

/** The code of a time step: 6 digits (RFC 4226, section 5.3, with HMAC-SHA-1, which every app knows). */
function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** The URI that an authenticator app reads from a QR code. `site`: the host of the pages. */
export function otpauthUri(secret: string, { email, site }: { email: string; site: string }): string {
  const label = [site, email].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(site)}`
}
