import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { createDirectory, isTrueFor, type User } from './permissions.ts'
import { writeAtomic } from '../../files/write-atomic.ts'

/** The place of clusters that cannot be in their data directory. */
const clusterRoot = '/var/lib/onair/clusters'
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
  const { uid, mode } = await stat(dir)
  if (uid === 0) await chmod(dir, (mode & 0o7777) | 0o001)
  if (await isTrueFor(user, '-x', dir)) return dir
  if (existsSync(join(dir, 'postgres')))
    throw databaseOpenError(`PostgreSQL runs as user ${user.uid}, which cannot access the database in ${dir}.`)

  await createDirectory(clusterRoot)
  const clusterDirectory = await mkdtemp(join(clusterRoot, `${basename(dir)}-`))
  await chmod(clusterDirectory, 0o711)
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

/** The cluster directory that a data directory names; null if it contains its cluster or does not exist. */
async function readLocationFile(dir: string): Promise<string | null> {
  try {
    return (await readFile(locationFile(dir), 'utf8')).trim()
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
