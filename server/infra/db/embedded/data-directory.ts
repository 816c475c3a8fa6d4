import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { isAccessible, createDirectory, type User } from './permissions.ts'
import { writeAtomic } from './write-atomic.ts'

const fallbackDirectory = '/var/lib/onair/clusters'
const locationFile = (dir: string) => join(dir, 'postgres-location.txt')

/** The folder that holds the cluster: `dir` itself, or one outside if the server's user cannot come to `dir`. */
export async function resolveClusterDirectory(
  dir: string,
  user: User | null,
  print: (text: string) => void,
): Promise<string> {
  const known = await readLocationFile(dir)
  if (known !== null) {
    if (existsSync(known)) return known
    throw databaseOpenError(
      `The database of ${dir} was kept in ${known}, which is gone (${locationFile(dir)} names it)`,
    )
  }
  if (user === null) return dir
  await allowTraversal(dir, user)
  if (await isAccessible(dir, user)) return dir
  if (existsSync(join(dir, 'postgres')))
    throw databaseOpenError(`The database is in ${dir}, which user ${user.uid}, whom PostgreSQL runs as, cannot reach`)

  await createDirectory(fallbackDirectory)
  const clusterDirectory = await mkdtemp(join(fallbackDirectory, `${basename(dir)}-`))
  await chmod(clusterDirectory, 0o711)
  if (!(await isAccessible(clusterDirectory, user)))
    throw databaseOpenError(
      `User ${user.uid}, whom PostgreSQL runs as, can reach neither ${dir} nor ${clusterDirectory}`,
    )
  await writeFile(join(clusterDirectory, 'owner.txt'), `${dir}\n`)
  await writeAtomic(locationFile(dir), `${clusterDirectory}\n`)
  print(
    `PostgreSQL does not run as root, and its user cannot reach ${dir}: the database is kept in ${clusterDirectory}`,
  )
  return clusterDirectory
}

/** Where the cluster of a folder is, for one who only looks; null if there is none. */
export async function findClusterDirectory(dir: string): Promise<string | null> {
  const clusterDirectory = (await readLocationFile(dir)) ?? dir
  return existsSync(join(clusterDirectory, 'postgres')) ? realpath(clusterDirectory) : null
}

/** Opens a folder of ours for passing through, if that is all that is missing; nothing above it is touched. */
async function allowTraversal(dir: string, user: User) {
  const { uid, mode } = await stat(dir)
  if (uid === process.getuid?.() && (await isAccessible(dirname(dir), user))) await chmod(dir, (mode & 0o7777) | 0o001)
}

async function readLocationFile(dir: string) {
  try {
    return (await readFile(locationFile(dir), 'utf8')).trim()
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
