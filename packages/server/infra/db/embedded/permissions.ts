import { constants, existsSync } from 'node:fs'
import { access, chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { databaseOpenError, systemErrorCode } from './errors.ts'

/**
 * Creates a directory and its missing parents. As root, makes them traversable for the user of PostgreSQL. Does not use
 * mkdir's `recursive` option, which never returns where no directory can be created, as below /proc.
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

/** Creates the directory if needed and returns its real path. */
export async function openDataDirectory(dir: string): Promise<string> {
  try {
    await createDirectory(dir)
    if (!(await stat(dir)).isDirectory()) throw databaseOpenError(`The data directory ${dir} is not a directory.`)
    await access(dir, constants.W_OK | constants.X_OK)
    return await realpath(dir)
  } catch (error) {
    const code = systemErrorCode(error)
    if (error instanceof Error && error.name === 'DatabaseOpenError') throw error
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw databaseOpenError(`The data directory ${dir} is not a directory.`, error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw databaseOpenError(`The data directory ${dir} is not writable for this user.`, error)
    throw databaseOpenError(`Cannot create the data directory ${dir}: ${code ?? String(error)}`, error)
  }
}

/**
 * Makes a cluster private, whose group a volume let in. Throws, with the command to run, if that is not possible: PostgreSQL
 * refuses a cluster that others can read or change, or that is not its own.
 */
export async function requirePrivateCluster(data: string, user: User | null): Promise<void> {
  const { uid, mode } = await stat(data)
  const owner = user?.uid ?? process.getuid?.() ?? uid
  if (uid !== owner)
    throw databaseOpenError(
      `The database in ${data} belongs to user ${uid}, and PostgreSQL runs as user ${owner}. Run: chown -R ${owner} ${data}`,
    )
  if ((mode & 0o027) === 0) return
  await chmod(data, mode & 0o7700).catch((error: unknown) => {
    throw databaseOpenError(`Other users can access the database in ${data}. Run: chmod 700 ${data}`, error)
  })
}

/** The user that PostgreSQL runs as. */
export type User = { uid: number; gid: number }

/** The user of many programs that have none of their own. */
const sharedUser: User = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. If this process is root, PostgreSQL runs as the owner of the cluster; a new cluster
 * belongs to user 65534. Null: as the user of this process.
 */
export async function serverUser(data: string): Promise<User | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(data).catch(() => sharedUser)
  return owner.uid === 0 ? sharedUser : { uid: owner.uid, gid: owner.gid }
}

/** The warning after a start as root. */
export const rootWarning = ({ uid }: User) =>
  `Onair runs as root, and PostgreSQL as user ${uid}. Start Onair as a user of its own: docs/operate/hardening.md.`

/** Whether an expression of the command `test`, such as `-x file`, is true for a user. */
export const isTrueFor = (user: User, ...expression: string[]): Promise<boolean> =>
  promisify(execFile)('test', expression, user).then(
    () => true,
    () => false,
  )
