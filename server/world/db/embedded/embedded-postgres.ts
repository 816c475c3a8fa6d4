import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { makeCluster, majorOf } from './cluster.ts'
import { folderIsLocked, lockFolder } from './folder-lock.ts'
import { loadPassword, makePassword } from './password.ts'
import { clusterPlace, findClusterPlace } from './place.ts'
import { readPostmasterFile, startPostmaster } from './postmaster.ts'
import { cannotOpen } from './cannot-open.ts'
import { openFolder, serverUser } from './reachable.ts'
import { endLeftovers } from './leftovers.ts'

/** Where a database is reached, as the `pg` package takes it: a host that is a path is the folder of a Unix socket. */
export type Connection = { host: string; port: number; user: string; password: string; database: string }

export type EmbeddedPostgres = AsyncDisposable & { connection: Connection }

export type EmbeddedPostgresOptions = {
  /** The program's data folder; made if missing. */
  dir: string
  /** False for data to be thrown away: nothing waits for the disk, and a crash of the machine may leave it broken. */
  durable: boolean
  /** Hears, one line at a time, what a person should know. */
  say: (text: string) => void
  maxConnections?: number
}

/**
 * PostgreSQL as a part of this program: started from the binaries of a registry package, its data below `dir`, stopped
 * when disposed of. One program has a folder at a time. A server left behind by a program that was killed is stopped
 * first, so nothing that was acknowledged is missing. What keeps it from opening is thrown as a line for people.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable, say, maxConnections = 100 } = options
  await using opened = new AsyncDisposableStack()
  const dir = await openFolder(options.dir)
  opened.use(lockFolder(dir))
  const user = await serverUser(join((await findClusterPlace(dir)) ?? dir, 'postgres'))
  const binaries = await findBinaries(user)
  const place = await clusterPlace(dir, user, say)
  if (place !== dir) opened.use(lockFolder(place))
  await endLeftovers(place, say)

  const data = join(place, 'postgres')
  const major = await majorOf(data)
  if (major !== null && major !== binaries.major)
    throw cannotOpen(
      `The database in ${data} was made by PostgreSQL ${major}, and this program brings ${binaries.major}`,
    )
  const password = major === null ? await makePassword(dir) : await loadPassword(dir)
  if (major === null) {
    say(`Making a database in ${data}`)
    await makeCluster({ place, data, password, user, binaries, durable })
  }
  const postmaster = opened.use(
    await startPostmaster({ data, log: join(dir, 'postgres.log'), user, binaries, durable, maxConnections, say }),
  )
  const open = opened.move()
  return { connection: connectionAt(postmaster, password), [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** The way to the database of a program that has `dir` open now, for another command of the same program; else null. */
export async function connectEmbeddedPostgres(dir: string): Promise<Connection | null> {
  const place = await findClusterPlace(dir)
  if (place === null || !folderIsLocked(place)) return null
  const running = await readPostmasterFile(join(place, 'postgres'))
  return running?.ready ? connectionAt(running, await loadPassword(dir)) : null
}

const connectionAt = ({ host, port }: { host: string; port: number }, password: string): Connection => ({
  host,
  port,
  user: 'onair',
  password,
  database: 'onair',
})
