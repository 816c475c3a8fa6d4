import { escapeIdentifier, escapeLiteral, Pool } from 'pg'
import type { ConnectionParameters } from './embedded/embedded-postgres.ts'

/** Creates and deletes the databases of a temporary server. */
export type DatabaseServer = AsyncDisposable & {
  /**
   * Creates a copy of a database to which no new connections are made. Waits for the end of its last connections, and calls
   * `onCopying` when PostgreSQL has begun.
   */
  copy(source: string, name: string, onCopying?: () => void): Promise<void>
  delete(name: string): Promise<void>
  connectionTo(name: string): ConnectionParameters
}

/** Statements that run at once. Each copies files. */
const poolSize = 4
const pollMs = 1
/** The client has ended its connections; the processes of PostgreSQL need some milliseconds to end. */
const maxPolls = 4_000

/** `connection`: of a server that is used for temporary data only. */
export async function openDatabaseServer(connection: ConnectionParameters): Promise<DatabaseServer> {
  // Every server has this database, and no copy is made of it.
  const pool = new Pool({ ...connection, database: 'postgres', max: poolSize })
  pool.on('error', () => {})
  await configureForCopies(pool, connection)
  return {
    async copy(source, name, onCopying = () => {}) {
      await waitUntilUnused(pool, source)
      // A copy of the files costs half as much as a copy through the write-ahead log.
      const copied = pool.query(
        `create database ${escapeIdentifier(name)} template ${escapeIdentifier(source)} strategy file_copy`,
      )
      onCopying()
      await copied
    },
    delete: async (name) => void (await pool.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)),
    connectionTo: (name) => ({ ...connection, database: name }),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

async function waitUntilUnused(pool: Pool, database: string): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll++) {
    const { rows } = await pool.query('select from pg_stat_activity where datname = $1 limit 1', [database])
    if (rows.length === 0) return
    await new Promise((resolve) => void setTimeout(resolve, pollMs))
  }
  throw new Error(`The database ${database} is in use.`)
}

/**
 * The kernel copies the files. Autovacuum starts a process in every database once in this time, also where nothing has
 * changed: 25 to 40 ms of processor time each. A login takes one round of a hash instead of 4,096: the password is random,
 * and protects a temporary database.
 */
async function configureForCopies(pool: Pool, { user, password }: ConnectionParameters): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('alter system set file_copy_method = clone')
    await client.query("alter system set autovacuum_naptime = '5min'")
    await client.query('select pg_reload_conf()')
    await client.query('set scram_iterations = 1')
    await client.query(`alter role ${escapeIdentifier(user)} password ${escapeLiteral(password)}`)
  } finally {
    client.release()
  }
}
