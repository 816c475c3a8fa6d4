import { stat, truncate, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Log } from '../../observability/log.ts'
import { findBinaries } from './binaries.ts'
import { createCluster, clusterMajorVersion, requireRoomForCluster } from './cluster.ts'
import { isDirectoryLocked, lockDirectory } from './directory-lock.ts'
import { resolveClusterDirectory, findClusterDirectory } from './data-directory.ts'
import { readPostmasterFile } from './postmaster.ts'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { openDataDirectory, requirePrivateCluster, rootWarning, serverUser } from './permissions.ts'
import { stopOrphans } from './orphans.ts'
import { toDatabaseOpenError } from './start-failure.ts'
import { superviseServer } from './supervisor.ts'
import { writeAtomic } from '../../files/write-atomic.ts'

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
  /** Called before a database is created, under the lock of the directory. */
  onCreate?: (dir: string) => Promise<void>
  log?: Pick<Log, 'warn' | 'error'>
  /** Starts in a row, after each of which the server ends soon, before it counts as one that cannot be started. */
  maxUnstableStarts?: number
  /** Called when the server process was started, before it accepts connections. */
  onSpawned?: () => void
  /** Called when the server ended and cannot be started again. */
  onFailure?: (error: Error) => void
}

/**
 * Starts PostgreSQL from the binaries of an npm package, with its data in `dir`, and starts it again when it ends;
 * disposing stops it. One process uses a directory at a time. The server of a killed process is stopped first, so no
 * committed transaction is lost. Throws a DatabaseOpenError if the operator can fix the cause.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await open(options)
  } catch (error) {
    throw toDatabaseOpenError(error, options.dir)
  }
}

async function open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable, print, maxConnections = 100, log = { warn: () => {}, error: () => {} } } = options
  await using opened = new AsyncDisposableStack()
  const dir = await openDataDirectory(options.dir)
  opened.use(lockDirectory(dir))
  const user = await serverUser(join((await findClusterDirectory(dir)) ?? dir, 'postgres'))
  if (user !== null && durable) print(rootWarning(user))
  const binaries = await findBinaries(user)
  const clusterDirectory = await resolveClusterDirectory(dir, user, print)
  if (clusterDirectory !== dir) opened.use(lockDirectory(clusterDirectory))
  await stopOrphans(clusterDirectory, print)

  const data = join(clusterDirectory, 'postgres')
  const major = await clusterMajorVersion(data).catch(async (error: unknown) => {
    if (systemErrorCode(error) === 'EACCES') await requirePrivateCluster(data, user)
    throw error
  })
  if (major !== null && major !== binaries.major)
    throw databaseOpenError(
      `The database in ${data} was created by PostgreSQL ${major}, but this version of Onair includes PostgreSQL ${binaries.major}.`,
    )
  if (major === null) {
    await requireRoomForCluster({ clusterDirectory, data })
    await options.onCreate?.(dir)
    print(`Creating a database in ${data}`)
    await createCluster({ clusterDirectory, data, password: await createPassword(dir), user, binaries, durable })
  } else await requirePrivateCluster(data, user)
  const password = await loadPassword(dir)
  const logFile = join(dir, 'postgres.log')
  await emptyLargeFile(logFile)
  const { maxUnstableStarts, onSpawned, onFailure = () => {} } = options
  const server = opened.use(
    await superviseServer({
      data,
      logFile,
      user,
      binaries,
      durable,
      maxConnections,
      maxUnstableStarts,
      log,
      onSpawned,
      onFailure,
    }),
  )
  const resources = opened.move()
  return {
    connection: connectionParameters(server, password),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** A log that became larger is emptied by the next start. */
const maxLogBytes = 10 << 20

async function emptyLargeFile(file: string) {
  const stats = await stat(file).catch(() => null)
  if (stats !== null && stats.size > maxLogBytes) await truncate(file)
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

const passwordFile = (dir: string) => join(dir, 'postgres-password')

/** Creates the password and stores it before the cluster that uses it is created. */
export async function createPassword(dir: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await writeAtomic(passwordFile(dir), password)
  return password
}

export async function loadPassword(dir: string): Promise<string> {
  try {
    return await readFile(passwordFile(dir), 'utf8')
  } catch (error) {
    throw databaseOpenError(`Cannot read the database password from ${passwordFile(dir)}.`, error)
  }
}
