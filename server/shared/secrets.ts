import { createCipheriv, createDecipheriv, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Random } from '../infra/random.ts'

/** A new secret of 256 bits: 43 characters that are safe in URLs. */
export function newSecret(random: Random): string {
  return random.bytes(32).toString('base64url')
}

/** How a secret of full strength is stored and found: by its SHA-256, 32 bytes. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** A key for one purpose, made from the program's own key. 32 bytes. */
export function deriveKey(purpose: string, programKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', programKey, Buffer.alloc(0), `onair ${purpose}`, 32))
}

/** Encrypts a text so that only the holder of the key reads it, and only in the same place (AES-256-GCM, `place` as associated data). */
export function seal(text: string, context: string, key: Buffer, random: Random): Buffer {
  const nonce = random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The text that was sealed. Throws when the key or the place is another, or a byte was changed. */
export function unseal(sealed: Buffer, context: string, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b))
}
