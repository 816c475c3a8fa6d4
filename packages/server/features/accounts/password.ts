import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '../../config/config.ts'
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts'
import type { Random } from '../../infra/random.ts'

const argon2Async = promisify(argon2)

/** Each hash takes a thread and `ONAIR_ARGON_MEMORY_KIB` of memory. */
const hashing = new ConcurrencyLimit(2)
/** Further hashes are refused with 503. */
const maxWaiting = 20

/** An argon2id hash in PHC form: `$argon2id$v=19$m=…,t=2,p=1$salt$hash`. The default memory is OWASP's minimum. */
export async function hashPassword(
  password: string,
  random: Pick<Random, 'bytes'>,
  config: Pick<Config, 'argonMemoryKiB'>,
  queueLength = maxWaiting,
) {
  const salt = random.bytes(16)
  const key = await deriveKey(password, salt, config.argonMemoryKiB, queueLength)
  return `${hashPrefix(salt, config)}${base64(key)}`
}

/** Whether a hash was made with this salt and the configured memory. */
export function hasSalt(passwordHash: string, salt: Buffer, config: Pick<Config, 'argonMemoryKiB'>): boolean {
  return passwordHash.startsWith(hashPrefix(salt, config))
}

export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const [, memory, salt, key] = /^\$argon2id\$v=19\$m=(\d+),t=2,p=1\$([^$]+)\$([^$]+)$/.exec(passwordHash) ?? []
  if (memory === undefined || salt === undefined || key === undefined)
    throw new Error('a stored password hash has an unknown format')
  const expected = Buffer.from(key, 'base64')
  return timingSafeEqual(await deriveKey(password, Buffer.from(salt, 'base64'), Number(memory), maxWaiting), expected)
}

/**
 * A hash that no password matches. Verifying it takes as long as a real one, which hides that an account does
 * not exist.
 */
export function dummyPasswordHash({ argonMemoryKiB }: Pick<Config, 'argonMemoryKiB'>): string {
  return `${hashPrefix(Buffer.alloc(16), { argonMemoryKiB })}${base64(Buffer.alloc(32))}`
}

const passes = 2

function hashPrefix(salt: Buffer, { argonMemoryKiB }: Pick<Config, 'argonMemoryKiB'>): string {
  return `$argon2id$v=19$m=${argonMemoryKiB},t=${passes},p=1$${base64(salt)}$`
}

function deriveKey(password: string, nonce: Buffer, memory: number, queueLength: number): Promise<Buffer> {
  const message = password.normalize('NFC')
  const parameters = { message, nonce, memory, passes, parallelism: 1, tagLength: 32 }
  return hashing.run(() => argon2Async('argon2id', parameters), queueLength)
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
