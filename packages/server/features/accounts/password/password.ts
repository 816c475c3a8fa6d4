import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '../../../config/config.ts'
import { FairQueue, type Turn } from '../../../shared/fair-queue.ts'
import { fairShareOf } from '../../../shared/networks/ip-prefix.ts'
import { compose } from '../../../shared/text.ts'
import type { Random } from '../../../infra/random.ts'

/** A salt of 16 bytes and a key of 32. */
const storedHash = /^\$argon2id\$v=19\$m=(\d{1,10}),t=2,p=1\$([\w+/]{22})\$([\w+/]{43})$/

const argon2Async = promisify(argon2)

/**
 * Each hash takes a thread and `ONAIR_ARGON_MEMORY_KIB` of memory. People at a browser that is known wait apart from all others,
 * and what the operator or the sandbox does, which may create many people at once, apart from both.
 */
const hashing = new FairQueue({ maxRunning: 2, maxWaiting: { known: 20, unknown: 20, operator: 1_000 } })

export type HashingTurn = Turn<'known' | 'unknown' | 'operator'>

/** The turn of an address, and of a browser that signed in to the account before. */
export function hashingTurnOf(ip: string, isKnown: boolean): HashingTurn {
  return { lane: isKnown ? 'known' : 'unknown', key: fairShareOf(ip) }
}

const operatorTurn: HashingTurn = { lane: 'operator', key: '' }

/** An argon2id hash in PHC form: `$argon2id$v=19$m=…,t=2,p=1$salt$hash`. The default memory is OWASP's minimum. */
export async function hashPassword(
  password: string,
  random: Pick<Random, 'bytes'>,
  config: Pick<Config, 'argonMemoryKiB'>,
  turn = operatorTurn,
) {
  const salt = random.bytes(16)
  const key = await deriveKey(password, salt, config.argonMemoryKiB, turn)
  return `${hashPrefix(salt, config)}${base64(key)}`
}

/** Whether a hash was made with this salt and the configured memory. */
export function hasSalt(passwordHash: string, salt: Buffer, config: Pick<Config, 'argonMemoryKiB'>): boolean {
  return passwordHash.startsWith(hashPrefix(salt, config))
}

/** The memory that a stored hash may ask for, in KiB, where `ONAIR_ARGON_MEMORY_KIB` is less: hashes of a snapshot are foreign. */
const maxStoredMemory = 262_144

export async function verifyPassword(
  password: string,
  passwordHash: string,
  { argonMemoryKiB }: Pick<Config, 'argonMemoryKiB'>,
  turn = operatorTurn,
): Promise<boolean> {
  const [, memory = '', salt = '', key = ''] = storedHash.exec(passwordHash) ?? []
  if (memory === '' || Number(memory) > Math.max(argonMemoryKiB, maxStoredMemory))
    throw new Error('a stored password hash has an unknown format, or asks for too much memory')
  const expected = Buffer.from(key, 'base64')
  return timingSafeEqual(await deriveKey(password, Buffer.from(salt, 'base64'), Number(memory), turn), expected)
}

/**
 * A hash that no password matches. Verifying it takes as long as a real one, which hides that an account does
 * not exist.
 */
export function dummyPasswordHash({ argonMemoryKiB }: Pick<Config, 'argonMemoryKiB'>): string {
  return `${hashPrefix(Buffer.alloc(16), { argonMemoryKiB })}${base64(Buffer.alloc(32))}`
}

/** Whether a stored hash is that of a password: an account without one has a hash that no password matches. */
export function isPassword(passwordHash: string): boolean {
  return !passwordHash.endsWith(`$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(32))}`)
}

const passes = 2

function hashPrefix(salt: Buffer, { argonMemoryKiB }: Pick<Config, 'argonMemoryKiB'>): string {
  return `$argon2id$v=19$m=${argonMemoryKiB},t=${passes},p=1$${base64(salt)}$`
}

function deriveKey(password: string, nonce: Buffer, memory: number, turn: HashingTurn): Promise<Buffer> {
  const message = compose(password)
  const parameters = { message, nonce, memory, passes, parallelism: 1, tagLength: 32 }
  return hashing.run(() => argon2Async('argon2id', parameters), turn)
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
