import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types, type ClientConfig } from 'pg'
import type { Bus, BusEvent } from '../bus/bus.ts'
import { currentTraceId } from '../trace.ts'
import type { Log } from '../log.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>
export type Reader = Kysely<Tables>
/** Announces a signal once the change is committed, and never before. */
export type Publish = (event: BusEvent) => void

/** The database: `read` looks, `change` decides and writes in one transaction and then tells the others. What it is given may be run again. */
export type Db = AsyncDisposable & {
  readonly read: Reader
  transaction<T>(work: (tx: Tx, publish: Publish) => Promise<T>): Promise<T>
}

/** How to reach a database: a URL, or the parts of one. */
export type ConnectionConfig = string | { host: string; port: number; user: string; password: string; database: string }

type DbOptions = {
  bus: Bus
  log: Log
  poolSize?: number
  /** Called with each signal of a committed change, before anybody hears it. */
  onPublish?: (event: BusEvent) => void
}

/** Opens a pool on a database whose schema is in place. A statement that runs longer than 4 s is given up, and so is the wait for a connection. */
export function openDb(connection: ConnectionConfig, { bus, log, poolSize = 10, onPublish = () => {} }: DbOptions): Db {
  const pool = new Pool({
    ...clientConfig(connection),
    max: poolSize,
    connectionTimeoutMillis: 4_000,
    statement_timeout: 4_000,
    query_timeout: 4_250,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  })
  // A connection that breaks while it is in use tells nobody but itself, and an error that nobody hears ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error: error.message }, 'db.connection_lost'))
  })
  // One that is idle tells the pool as well.
  pool.on('error', () => {})
  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) })

  return {
    read,
    async transaction(work) {
      const { result, signals: events } = await commit()
      for (const event of events) {
        onPublish(event)
        const { topic, message } = withTraceId(event)
        await bus.publish(topic, message).catch((error: unknown) => {
          log.error({ topic, error: String(error) }, 'bus.publish_failed')
        })
      }
      return result

      async function commit(attempt = 1) {
        const events: BusEvent[] = []
        try {
          const result = await read.transaction().execute((tx) => work(tx, (event) => void events.push(event)))
          return { result, signals: events }
        } catch (error) {
          if (attempt === maxAttempts || !isDeadlock(error)) throw error
          return commit(attempt + 1)
        }
      }
    },
    [Symbol.asyncDispose]: () => read.destroy(),
  }
}

/** A signal that says which chain it is part of, where that is known. */
function withTraceId({ topic, message }: BusEvent): BusEvent {
  const traceId = currentTraceId()
  return { topic, message: traceId === undefined ? message : { ...(message as object), traceId } }
}

/** Of changes that wait for each other PostgreSQL undoes one; that one is run again. */
const maxAttempts = 5

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

/**
 * Whether an error says that the database could not be reached or did not answer in time, and nothing of what it was asked.
 * A connection that is of no use, a statement given up, no place for a connection, and what `pg` and the system say.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    isUnusable(error) ||
    /^(57014|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code ?? '') ||
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}

export function clientConfig(connection: ConnectionConfig): ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection
}

// Times are bigint columns; as numbers they are exact until the year 287396.
types.setTypeParser(types.builtins.INT8, Number)

/** Each distinct statement gets a name, so that PostgreSQL parses and plans it once per connection. */
function withNamedStatements(pool: Pool) {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    let name = names.get(text)
    if (name === undefined && names.size < 1_000) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
      names.set(text, name)
    }
    return name
  }
  return {
    async connect() {
      const client = await pool.connect()
      let broken: Error | undefined
      return {
        async query(text: string, values: unknown[]) {
          if (broken !== undefined) throw broken
          const name = nameOf(text)
          try {
            return await (name === undefined ? client.query(text, values) : client.query({ name, text, values }))
          } catch (error) {
            if (error instanceof Error && isUnusable(error)) broken = error
            throw error
          }
        },
        release: () => client.release(broken),
      }
    },
    end: () => pool.end(),
  } as unknown as Pool
}

/**
 * Whether after this error nobody may use the connection again, not even to roll back: one whose answer did not come may
 * still answer, and one that the server is about to close looks open a moment longer (classes 08, 25P03 and 57P of PostgreSQL).
 */
function isUnusable(error: Error): boolean {
  return error.message === 'Query read timeout' || ('code' in error && /^(08|25P03|57P)/.test(String(error.code)))
}
