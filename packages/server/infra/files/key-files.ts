import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseOpenError, systemErrorCode } from '../db/embedded/errors.ts'
import { writeAtomic } from './write-atomic.ts'
import type { SecretKey } from '../deps.ts'
import type { Random } from '../random.ts'

/** The files of the secret key in a data directory. `previous` exists while the key is rotated. */
export function keyFiles(dir: string): { current: string; previous: string } {
  return { current: join(dir, 'secret-key'), previous: join(dir, 'secret-key.previous') }
}

export async function loadKeyFiles(dir: string): Promise<SecretKey> {
  const files = keyFiles(dir)
  const current = await readKey(files.current)
  if (current === null)
    throw databaseOpenError(
      `The key of this database, ${files.current}, is missing. Restore it from a backup, set ONAIR_SECRET_KEY to its content, or choose another data directory with --data-dir.`,
    )
  return { current, previous: await readKey(files.previous) }
}

async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw databaseOpenError(
      `The key in ${file} is damaged: it must be 32 bytes in base64. Restore the file from a backup. A new key cannot decrypt the stored secrets.`,
    )
  return key
}

/** Stores a new key, and keeps the current one as the previous one. An interrupted rotation continues with its new key. */
export async function storeNewKey(dir: string, random: Random): Promise<void> {
  const files = keyFiles(dir)
  const { current, previous } = await loadKeyFiles(dir)
  if (previous !== null && !previous.equals(current)) return
  await writeAtomic(files.previous, current.toString('base64'))
  await writeAtomic(files.current, random.bytes(32).toString('base64'))
}

/** Ends a rotation, when nothing is sealed with the previous key. */
export async function removePreviousKey(dir: string): Promise<void> {
  await rm(keyFiles(dir).previous, { force: true })
}
