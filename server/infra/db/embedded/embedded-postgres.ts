import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { createCluster, clusterMajorVersion } from './cluster.ts'
import { isDirectoryLocked, lockDirectory } from './directory-lock.ts'
import { loadPassword, createPassword } from './password.ts'
import { resolveClusterDirectory, findClusterDirectory } from './data-directory.ts'
import { readPostmasterFile, startPostmaster } from './postmaster.ts'
import { databaseOpenError } from './errors.ts'
import { openDataDirectory } from './permissions.ts'
import { rootWarning, serverUser } from './server-user.ts'
import { stopOrphans } from './orphans.ts'

/** Connection parameters of the `pg` package. A host that is a path is the directory of a Unix socket. */
export type ConnectionParameters = { host: string; port: number; user: string; password: string; database: string }

export type EmbeddedPostgres = AsyncDisposable & { connection: ConnectionParameters }

export type EmbeddedPostgresOptions = {
  /** The data directory. Created if it does not exist. */
  dir: string
  /** False for temporary data: commits do not wait for the disk, and a system crash may corrupt the database. */
  durable: boolean
  /** Prints one line for the operator. */
  print: (text: string) => void
  maxConnections?: number
  /** As root: the user that a new database belongs to, if it exists. */
  dedicatedUser?: string
}

/**
 * Starts PostgreSQL from the binaries of an npm package, with its data in `dir`; disposing stops it. One process uses a
 * directory at a time. The server of a killed process is stopped first, so no committed transaction is lost. Throws a
 * DatabaseOpenError if the operator can fix the cause.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable, print, maxConnections = 100 } = options
  await using opened = new AsyncDisposableStack()
  const dir = await openDataDirectory(options.dir)
  opened.use(lockDirectory(dir))
  const user = await serverUser(join((await findClusterDirectory(dir)) ?? dir, 'postgres'), options.dedicatedUser)
  if (user !== null && durable) print(rootWarning(user))
  const binaries = await findBinaries(user)
  const clusterDirectory = await resolveClusterDirectory(dir, user, print)
  if (clusterDirectory !== dir) opened.use(lockDirectory(clusterDirectory))
  await stopOrphans(clusterDirectory, print)

  const data = join(clusterDirectory, 'postgres')
  const major = await clusterMajorVersion(data)
  if (major !== null && major !== binaries.major)
    throw databaseOpenError(
      `The database in ${data} was created by PostgreSQL ${major}, but this version of Onair includes PostgreSQL ${binaries.major}.`,
    )
  const password = major === null ? await createPassword(dir) : await loadPassword(dir)
  if (major === null) {
    print(`Creating a database in ${data}`)
    await createCluster({ clusterDirectory, data, password, user, binaries, durable })
  }
  const postmaster = opened.use(
    await startPostmaster({ data, log: join(dir, 'postgres.log'), user, binaries, durable, maxConnections, print }),
  )
  const resources = opened.move()
  return {
    connection: connectionParameters(postmaster, password),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** The connection to the database of a running process that uses `dir`; null if there is none. */
export async function connectEmbeddedPostgres(dir: string): Promise<ConnectionParameters | null> {
  const clusterDirectory = await findClusterDirectory(dir)
  if (clusterDirectory === null || !isDirectoryLocked(clusterDirectory)) return null
  const running = await readPostmasterFile(join(clusterDirectory, 'postgres'))
  return running?.ready ? connectionParameters(running, await loadPassword(dir)) : null
}

const connectionParameters = (
  { host, port }: { host: string; port: number },
  password: string,
): ConnectionParameters => ({
  host,
  port,
  user: 'onair',
  password,
  database: 'onair',
})
