import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cannotOpen } from './cannot-open.ts'
import { writeWhole } from './write-whole.ts'

const fileIn = (dir: string) => join(dir, 'postgres-password')

/** A new password, on disk before the cluster that will ask for it. */
export async function makePassword(dir: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await writeWhole(fileIn(dir), password)
  return password
}

export async function loadPassword(dir: string): Promise<string> {
  try {
    return await readFile(fileIn(dir), 'utf8')
  } catch (error) {
    throw cannotOpen(`The password of the database cannot be read from ${fileIn(dir)}`, error)
  }
}
