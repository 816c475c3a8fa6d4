import { constants, existsSync } from 'node:fs'
import { access, chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { databaseOpenError, systemErrorCode } from './errors.ts'

/** Who PostgreSQL runs as. */
export type User = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root: started as root, the program runs it as the owner of the cluster if there is one,
 * else as the user that owns nothing. Null where the program's own user will do.
 */
export async function serverUser(data?: string): Promise<User | null> {
  if (process.getuid?.() !== 0) return null
  const owner = data !== undefined && existsSync(data) ? await stat(data) : { uid: 0, gid: 0 }
  return owner.uid === 0 ? { uid: 65534, gid: 65534 } : { uid: owner.uid, gid: owner.gid }
}

/**
 * Makes a folder and what is missing above it; where another user must come through, what we made lets them.
 * One at a time: where folders cannot be made at all, as below /proc, Node's own recursive way never comes to an end.
 */
export async function createDirectory(dir: string): Promise<void> {
  const missing: string[] = []
  for (let at = resolve(dir); !existsSync(at); at = dirname(at)) missing.unshift(at)
  for (const at of missing) {
    await mkdir(at, { mode: 0o700 }).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'EEXIST') throw error
    })
    if (process.getuid?.() === 0) await chmod(at, 0o711)
  }
}

/** Makes the folder if it is missing, and answers with its real path: the same folder has one name. */
export async function openDataDirectory(dir: string): Promise<string> {
  try {
    await createDirectory(dir)
    if (!(await stat(dir)).isDirectory()) throw databaseOpenError(`The data folder ${dir} is not a folder`)
    await access(dir, constants.W_OK | constants.X_OK)
    return await realpath(dir)
  } catch (error) {
    const code = systemErrorCode(error)
    if (error instanceof Error && error.name === 'DatabaseOpenError') throw error
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw databaseOpenError(`The data folder ${dir} is not a folder`, error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw databaseOpenError(`The data folder ${dir} cannot be written by this user`, error)
    throw databaseOpenError(`The data folder ${dir} cannot be made: ${code ?? String(error)}`, error)
  }
}

/** Whether the user may read this file or enter this folder, and enter every folder above it. */
export async function isAccessible(path: string, user: User | null): Promise<boolean> {
  if (user === null) return true
  for (let current = resolve(path); ; current = dirname(current)) {
    const stats = await stat(current)
    const requiredBit = stats.isDirectory() ? 0o1 : 0o4
    const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0
    if (((stats.mode >> shift) & requiredBit) === 0) return false
    if (current === dirname(current)) return true
  }
}
