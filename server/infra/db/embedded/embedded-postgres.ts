import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { createCluster, clusterMajorVersion } from './cluster.ts'
import { isDirectoryLocked, lockDirectory } from './directory-lock.ts'
import { loadPassword, createPassword } from './password.ts'
import { resolveClusterDirectory, findClusterDirectory } from './data-directory.ts'
import { readPostmasterFile, startPostmaster } from './postmaster.ts'
import { databaseOpenError } from './errors.ts'
import { openDataDirectory, serverUser } from './permissions.ts'
import { stopOrphans } from './orphans.ts'

/** Where a database is reached, as the `pg` package takes it: a host that is a path is the folder of a Unix socket. */
export type ConnectionParameters = { host: string; port: number; user: string; password: string; database: string }

export type EmbeddedPostgres = AsyncDisposable & { connection: ConnectionParameters }

export type EmbeddedPostgresOptions = {
  /** The program's data folder; made if missing. */
  dir: string
  /** False for data to be thrown away: nothing waits for the disk, and a crash of the machine may leave it broken. */
  durable: boolean
  /** Hears, one line at a time, what a person should know. */
  print: (text: string) => void
  maxConnections?: number
}

/**
 * PostgreSQL as a part of this program: started from the binaries of a registry package, its data below `dir`, stopped
 * when disposed of. One program has a folder at a time. A server left behind by a program that was killed is stopped
 * first, so nothing that was acknowledged is missing. What keeps it from opening is thrown as a line for people.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable, print, maxConnections = 100 } = options
  await using opened = new AsyncDisposableStack()
  const dir = await openDataDirectory(options.dir)
  opened.use(lockDirectory(dir))
  const user = await serverUser(join((await findClusterDirectory(dir)) ?? dir, 'postgres'))
  const binaries = await findBinaries(user)
  const clusterDirectory = await resolveClusterDirectory(dir, user, print)
  if (clusterDirectory !== dir) opened.use(lockDirectory(clusterDirectory))
  await stopOrphans(clusterDirectory, print)

  const data = join(clusterDirectory, 'postgres')
  const major = await clusterMajorVersion(data)
  if (major !== null && major !== binaries.major)
    throw databaseOpenError(
      `The database in ${data} was made by PostgreSQL ${major}, and this program brings ${binaries.major}`,
    )
  const password = major === null ? await createPassword(dir) : await loadPassword(dir)
  if (major === null) {
    print(`Making a database in ${data}`)
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

/** The way to the database of a program that has `dir` open now, for another command of the same program; else null. */
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
