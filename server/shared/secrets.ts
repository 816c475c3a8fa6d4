import { createCipheriv, createDecipheriv, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Random } from '../infra/random.ts'

/** A secret of 256 bits: 43 URL-safe characters. */
export function newSecret(random: Random): string {
  return random.bytes(32).toString('base64url')
}

/** The SHA-256 hash under which a random secret is stored and found. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** A key of 32 bytes for one purpose, derived from the program key. */
export function deriveKey(purpose: string, programKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', programKey, Buffer.alloc(0), `onair ${purpose}`, 32))
}

/** Encrypts with AES-256-GCM. `context` is the associated data, so the result decrypts in the same context only. */
export function seal(text: string, context: string, key: Buffer, random: Random): Buffer {
  const nonce = random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed text. Throws if the key or the context differs, or a byte was changed. */
export function unseal(sealed: Buffer, context: string, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** Compares in constant time. */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b))
}
