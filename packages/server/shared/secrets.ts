import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { limits } from '@onair/contract'
import type { Deps, ProgramKey, SecretKey } from '../infra/deps.ts'
import type { Random } from '../infra/random.ts'

/** A secret of 256 bits: 43 URL-safe characters. */
export function newSecret(random: Random): string {
  return random.bytes(32).toString('base64url')
}

const [secretBytes, macBytes] = [32, 8]

/**
 * A secret of 256 bits that a caller authenticates with: 54 URL-safe characters, which end with a code by which this
 * platform recognizes it without the database.
 */
export function newCredential({ dataKey, random }: { dataKey: Buffer; random: Random }): string {
  return toCredential(random.bytes(secretBytes), dataKey)
}

export function toCredential(secret: Buffer, dataKey: Buffer): string {
  return Buffer.concat([secret, credentialMac(secret, dataKey)]).toString('base64url')
}

/** Whether this platform issued the credential, at any time. In constant time. */
export function isIssuedCredential(credential: string, dataKey: Buffer): boolean {
  if (credential.length !== limits.credentialLength || !/^[\w-]+$/.test(credential)) return false
  const bytes = Buffer.from(credential, 'base64url')
  const secret = bytes.subarray(0, secretBytes)
  return timingSafeEqual(bytes.subarray(secretBytes), credentialMac(secret, dataKey))
}

function credentialMac(secret: Buffer, dataKey: Buffer): Buffer {
  return createHmac('sha256', derive('credential', dataKey).key).update(secret).digest().subarray(0, macBytes)
}

/** The SHA-256 hash under which a random secret is stored and found. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/**
 * The keys of an installation, from its secret key. The program key seals rows, and leaves the installation with them in a
 * snapshot of a sandbox. It does not reveal the other two.
 */
export function keysOfInstallation({ current, previous }: SecretKey): Pick<Deps, 'installationKey' | 'programKey'> {
  const sealing = (key: Buffer) => derive('program key', key).bytes
  return {
    installationKey: derive('installation key', current).bytes,
    programKey: { current: sealing(current), previous: previous && sealing(previous) },
  }
}

/** A key of 32 bytes for one purpose, derived from another key. */
export function deriveKey(purpose: string, key: Buffer): Buffer {
  return derive(purpose, key).bytes
}

/** The purpose and the context of a sealed value. A value unseals only with the same context (associated data). */
export type SealFor = { purpose: string; context: string }

const [keyIdBytes, nonceBytes, tagBytes] = [8, 12, 16]

/** Encrypts with AES-256-GCM. The result begins with the id of the key. */
export function seal(text: string, { purpose, context }: SealFor, { current }: ProgramKey, random: Random): Buffer {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', derive(purpose, current).key, nonce).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([keyId(current), nonce, cipher.getAuthTag(), encrypted])
}

/** Decrypts a sealed text. Throws if its key is unknown, the purpose or context differs, or a byte was changed. */
export function unseal(sealed: Buffer, { purpose, context }: SealFor, { current, previous }: ProgramKey): string {
  const id = sealed.subarray(0, keyIdBytes)
  const key = [current, previous].find((each) => each !== null && keyId(each).equals(id))
  if (!key) throw new Error('The value was sealed with another key.')
  const [nonce, rest] = [sealed.subarray(keyIdBytes, keyIdBytes + nonceBytes), sealed.subarray(keyIdBytes + nonceBytes)]
  const decipher = createDecipheriv('aes-256-gcm', derive(purpose, key).key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(rest.subarray(0, tagBytes))
  return Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()]).toString('utf8')
}

/** The id of a program key. It reveals nothing about the key. */
export function keyId(key: Buffer): Buffer {
  return derive('key id', key).bytes.subarray(0, keyIdBytes)
}

/** To use a key that is given as bytes, Node takes four times as long. */
type DerivedKey = { bytes: Buffer; key: KeyObject }

const derivedKeys = new WeakMap<Buffer, Map<string, DerivedKey>>()

/** Derived once per key and purpose: HKDF costs more than to seal a short text. */
function derive(purpose: string, key: Buffer): DerivedKey {
  const keys = derivedKeys.get(key) ?? new Map<string, DerivedKey>()
  derivedKeys.set(key, keys)
  let derived = keys.get(purpose)
  if (derived === undefined) {
    const bytes = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `onair ${purpose}`, 32))
    derived = { bytes, key: createSecretKey(bytes) }
    keys.set(purpose, derived)
  }
  return derived
}

/** Compares in constant time. */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b))
}

/** The hash of the id in a device cookie, by which a browser is stored. */
export function deviceHashOf(deviceCookie: string): Buffer {
  const [deviceId = ''] = deviceCookie.split('.')
  return hashSecret(deviceId)
}
