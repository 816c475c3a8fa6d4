import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseOpenError } from './errors.ts'
import { writeAtomic } from '../../files/write-atomic.ts'

const passwordFile = (dir: string) => join(dir, 'postgres-password')

/** Creates the password and stores it before the cluster that uses it is created. */
export async function createPassword(dir: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await writeAtomic(passwordFile(dir), password)
  return password
}

export async function loadPassword(dir: string): Promise<string> {
  try {
    return await readFile(passwordFile(dir), 'utf8')
  } catch (error) {
    throw databaseOpenError(`Cannot read the database password from ${passwordFile(dir)}.`, error)
  }
}
