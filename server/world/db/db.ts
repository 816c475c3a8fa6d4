import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types, type ClientConfig } from 'pg'
import type { Bus, Signal } from '../bus/bus.ts'
import { chainNow } from '../chain.ts'
import type { Log } from '../log.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>
export type Reader = Kysely<Tables>
/** Announces a signal once the change is committed, and never before. */
export type Tell = (signal: Signal) => void

/** The database: `read` looks, `change` decides and writes in one transaction and then tells the others. What it is given may be run again. */
export type Db = AsyncDisposable & {
  readonly read: Reader
  change<T>(act: (tx: Tx, tell: Tell) => Promise<T>): Promise<T>
}

/** How to reach a database: a URL, or the parts of one. */
export type Connection = string | { host: string; port: number; user: string; password: string; database: string }

type Surroundings = {
  bus: Bus
  log: Log
  size?: number
  /** Called with each signal of a committed change, before anybody hears it. */
  told?: (signal: Signal) => void
}

/** Opens a pool on a database whose schema is in place. A statement that runs longer than 4 s is given up, and so is the wait for a connection. */
export function openDb(connection: Connection, { bus, log, size = 10, told = () => {} }: Surroundings): Db {
  const pool = new Pool({
    ...connectionParts(connection),
    max: size,
    connectionTimeoutMillis: 4_000,
    statement_timeout: 4_000,
    query_timeout: 4_250,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  })
  // A connection that breaks while it is in use tells nobody but itself, and an error that nobody hears ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error: error.message }, 'db.connection-lost'))
  })
  // One that is idle tells the pool as well.
  pool.on('error', () => {})
  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namingStatements(pool) }) })

  return {
    read,
    async change(act) {
      const { result, signals } = await committed()
      for (const each of signals) {
        told(each)
        const { topic, message } = caused(each)
        await bus.publish(topic, message).catch((error: unknown) => {
          log.error({ topic, error: String(error) }, 'signal.lost')
        })
      }
      return result

      async function committed(attempt = 1) {
        const signals: Signal[] = []
        try {
          const result = await read.transaction().execute((tx) => act(tx, (signal) => void signals.push(signal)))
          return { result, signals }
        } catch (error) {
          if (attempt === attemptsAtMost || !isDeadlock(error)) throw error
          return committed(attempt + 1)
        }
      }
    },
    [Symbol.asyncDispose]: () => read.destroy(),
  }
}

/** A signal that says which chain it is part of, where that is known. */
function caused({ topic, message }: Signal): Signal {
  const chain = chainNow()
  return { topic, message: chain === undefined ? message : { ...(message as object), chain } }
}

/** Of changes that wait for each other PostgreSQL undoes one; that one is run again. */
const attemptsAtMost = 5

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

/**
 * Whether an error says that the database could not be reached or did not answer in time, and nothing of what it was asked.
 * A connection that is of no use, a statement given up, no place for a connection, and what `pg` and the system say.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    isOfNoUse(error) ||
    /^(57014|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code ?? '') ||
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}

export function connectionParts(connection: Connection): ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection
}

// Times are bigint columns; as numbers they are exact until the year 287396.
types.setTypeParser(types.builtins.INT8, Number)

/** Each distinct statement gets a name, so that PostgreSQL parses and plans it once per connection. */
function namingStatements(pool: Pool) {
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
            if (error instanceof Error && isOfNoUse(error)) broken = error
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
function isOfNoUse(error: Error): boolean {
  return error.message === 'Query read timeout' || ('code' in error && /^(08|25P03|57P)/.test(String(error.code)))
}
