import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cannotOpen } from './cannot-open.ts'
import { syncFolder } from './cluster.ts'

const fileIn = (dir: string) => join(dir, 'postgres-password')

/** A new password, on disk before the cluster that will ask for it. */
export async function makePassword(dir: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const making = `${fileIn(dir)}.new`
  await writeFile(making, password, { mode: 0o600, flush: true })
  await rename(making, fileIn(dir))
  await syncFolder(dir)
  return password
}

export async function loadPassword(dir: string): Promise<string> {
  try {
    return await readFile(fileIn(dir), 'utf8')
  } catch (error) {
    throw cannotOpen(`The password of the database cannot be read from ${fileIn(dir)}`, error)
  }
}
