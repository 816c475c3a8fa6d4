import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { isAccessible, createDirectory } from './permissions.ts'
import type { User } from './server-user.ts'
import { writeAtomic } from '../../write-atomic.ts'

/** Where clusters are placed that cannot be in their data directory. */
export const clusterRoot = '/var/lib/onair/clusters'
const locationFile = (dir: string) => join(dir, 'postgres-location.txt')

/** The directory of the cluster: `dir`, or one outside it if PostgreSQL's user cannot access `dir`. */
export async function resolveClusterDirectory(
  dir: string,
  user: User | null,
  print: (text: string) => void,
): Promise<string> {
  const known = await readLocationFile(dir)
  if (known !== null) {
    if (existsSync(known)) return known
    throw databaseOpenError(`The database directory ${known}, which is named in ${locationFile(dir)}, does not exist.`)
  }
  if (user === null) return dir
  await allowTraversal(dir, user)
  if (await isAccessible(dir, user)) return dir
  if (existsSync(join(dir, 'postgres')))
    throw databaseOpenError(`PostgreSQL runs as user ${user.uid}, which cannot access the database in ${dir}.`)

  await createDirectory(clusterRoot)
  const clusterDirectory = await mkdtemp(join(clusterRoot, `${basename(dir)}-`))
  await chmod(clusterDirectory, 0o711)
  if (!(await isAccessible(clusterDirectory, user)))
    throw databaseOpenError(
      `PostgreSQL runs as user ${user.uid}, which can access neither ${dir} nor ${clusterDirectory}.`,
    )
  await writeFile(join(clusterDirectory, 'owner.txt'), `${dir}\n`)
  await writeAtomic(locationFile(dir), `${clusterDirectory}\n`)
  print(`PostgreSQL cannot run as root, and its user cannot access ${dir}. The database is in ${clusterDirectory}`)
  return clusterDirectory
}

/** The directory of an existing cluster, or null. Changes nothing. */
export async function findClusterDirectory(dir: string): Promise<string | null> {
  const clusterDirectory = (await readLocationFile(dir)) ?? dir
  return existsSync(join(clusterDirectory, 'postgres')) ? realpath(clusterDirectory) : null
}

/** Deletes a data directory, and the cluster that it names. */
export async function deleteDataDirectory(dir: string): Promise<void> {
  const clusterDirectory = await readLocationFile(dir)
  for (const path of [dir, clusterDirectory]) if (path !== null) await rm(path, { recursive: true, force: true })
}

/** Makes a directory of this user traversable if its parents are. Does not change the parents. */
async function allowTraversal(dir: string, user: User) {
  const { uid, mode } = await stat(dir)
  if (uid === process.getuid?.() && (await isAccessible(dirname(dir), user))) await chmod(dir, (mode & 0o7777) | 0o001)
}

/** The cluster directory that a data directory names; null if it contains its cluster or does not exist. */
export async function readLocationFile(dir: string): Promise<string | null> {
  try {
    return (await readFile(locationFile(dir), 'utf8')).trim()
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
