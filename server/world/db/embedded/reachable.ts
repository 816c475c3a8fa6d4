import { constants } from 'node:fs'
import { access, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { cannotOpen, codeOf } from './cannot-open.ts'

/** Who PostgreSQL runs as. */
export type User = { uid: number; gid: number }

/** PostgreSQL refuses to run as root; a program started as root runs it as the user that owns nothing. Else null. */
export const serverUser = (): User | null => (process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null)

/** Makes the folder if it is missing, and answers with its real path: the same folder has one name. */
export async function openFolder(dir: string): Promise<string> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await access(dir, constants.W_OK | constants.X_OK)
    return await realpath(dir)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST' || code === 'ENOTDIR') throw cannotOpen(`The data folder ${dir} is not a folder`, error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw cannotOpen(`The data folder ${dir} cannot be written by this user`, error)
    throw cannotOpen(`The data folder ${dir} cannot be used: ${String(error)}`, error)
  }
}

/** Whether the user may read this file or enter this folder, and enter every folder above it. */
export async function isReachable(path: string, user: User | null): Promise<boolean> {
  if (user === null) return true
  for (let at = resolve(path); ; at = dirname(at)) {
    const found = await stat(at)
    const needed = found.isDirectory() ? 0o1 : 0o4
    const shift = found.uid === user.uid ? 6 : found.gid === user.gid ? 3 : 0
    if (((found.mode >> shift) & needed) === 0) return false
    if (at === dirname(at)) return true
  }
}
