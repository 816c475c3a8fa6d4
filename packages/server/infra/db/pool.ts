import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, types, type ClientConfig, type PoolClient } from 'pg'
import type { Log } from '../observability/log.ts'
import type { Availability } from './availability.ts'

/** A URL, or connection parameters. */
export type ConnectionConfig = string | { host: string; port: number; user: string; password: string; database: string }

/** The database cannot be reached or did not respond in time. The statement may have been executed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super('The database is unavailable', { cause })
  }
}

export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable
}

export type PoolCounts = { open: number; idle: number; waiting: number }

export function clientConfig(connection: ConnectionConfig): ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection
}

// Times are bigint columns. As numbers they are exact until the year 287396.
types.setTypeParser(types.builtins.INT8, Number)

/** A query fails later than by the statement timeout, so that this only applies when the database does not respond. */
const responseGraceMs = 250

/** A pool that can close all its connections for a while. */
export type PausablePool = PostgresPool & {
  counts(): PoolCounts
  /** Resolves when the work in progress has ended and every connection is closed. New work waits. */
  pause(): Promise<void>
  resume(): void
}

/** A pool that names its statements and throws DatabaseUnavailable. A connection that failed is not used again. */
export function openPool(
  connection: ConnectionConfig,
  options: {
    availability: Availability
    log: Log
    reportDiskFull: (error: unknown) => void
    size: number
    timeoutMs: number
  },
): PausablePool {
  const { availability, log, reportDiskFull, size, timeoutMs } = options
  const lostConnections = new WeakSet<PoolClient>()
  const open = () => openClientPool(connection, { lostConnections, log, size, timeoutMs })
  let pool = open()
  const gate = new Gate(timeoutMs)
  const statements = statementNames()
  return {
    async connect() {
      await gate.enter()
      const client = await pool.connect().catch((error: unknown) => {
        gate.leave()
        if (isConnectionFailure(error)) availability.reportFailure()
        throw isStatementError(error) ? error : new DatabaseUnavailable(error)
      })
      const isLost = () => lostConnections.has(client)
      const onRelease = () => gate.leave()
      const queryTimeoutMs = timeoutMs + responseGraceMs
      const ownOptions = { statements, isLost, onRelease, queryTimeoutMs, reportDiskFull, availability }
      return new PooledConnection(client, ownOptions)
    },
    end: () => pool.end(),
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async pause() {
      await gate.close()
      await pool.end()
      pool = open()
    },
    resume: () => gate.open(),
  }
}

function openClientPool(
  connection: ConnectionConfig,
  options: { lostConnections: WeakSet<PoolClient>; log: Log; size: number; timeoutMs: number },
): Pool {
  const { lostConnections, log, size, timeoutMs } = options
  const pool = new Pool({
    ...clientConfig(connection),
    max: size,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  })
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      lostConnections.add(client)
      log.warn({ error: error.message }, 'database.connection_lost')
    })
  })
  // The pool repeats the errors of idle clients. Without a listener, they would end the process.
  pool.on('error', () => {})
  return pool
}

/** The time, beyond the longest statement, that a pause waits for the work in progress. */
const pauseGraceMs = 500

/** Counts the work of a pool. While it is closed, new work waits, at most for as long as for a connection. */
class Gate {
  readonly #timeoutMs: number
  #inside = 0
  #opened: PromiseWithResolvers<void> | null = null
  #emptied: PromiseWithResolvers<void> | null = null

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  async enter(): Promise<void> {
    while (this.#opened !== null)
      await rejectAfter(this.#timeoutMs, this.#opened.promise).catch((error: unknown) => {
        throw new DatabaseUnavailable(error)
      })
    this.#inside += 1
  }

  leave(): void {
    this.#inside -= 1
    if (this.#inside === 0) this.#emptied?.resolve()
  }

  /** Resolves when nothing is inside. If that takes too long, it opens again and throws. */
  async close(): Promise<void> {
    this.#opened ??= Promise.withResolvers()
    if (this.#inside === 0) return
    this.#emptied = Promise.withResolvers()
    try {
      await rejectAfter(this.#timeoutMs + pauseGraceMs, this.#emptied.promise)
    } catch (error) {
      this.open()
      throw new DatabaseUnavailable(error)
    } finally {
      this.#emptied = null
    }
  }

  open(): void {
    this.#opened?.resolve()
    this.#opened = null
  }
}

type ConnectionOptions = {
  onRelease: () => void
  statements: StatementNames
  isLost: () => boolean
  queryTimeoutMs: number
  reportDiskFull: (error: unknown) => void
  availability: Availability
}

class PooledConnection implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #options: ConnectionOptions
  #failure: DatabaseUnavailable | undefined

  constructor(client: PoolClient, options: ConnectionOptions) {
    this.#client = client
    this.#options = options
  }

  // Kysely also declares an overload for cursors, which are not used.
  query = (async (text: string, values: unknown[]) => {
    if (this.#failure !== undefined) throw this.#failure
    try {
      const result = await this.#run(text, values)
      this.#options.availability.reportSuccess()
      return result
    } catch (error) {
      throw this.#classify(error)
    }
  }) as unknown as PostgresPoolClient['query']

  /** Runs a statement again whose columns a migration changed after it was prepared. In a transaction it fails. */
  async #run(text: string, values: unknown[]) {
    const { queryTimeoutMs, statements } = this.#options
    const send = () => rejectAfter(queryTimeoutMs, this.#client.query({ name: statements.nameOf(text), text, values }))
    try {
      return await send()
    } catch (error) {
      if (!isStalePlan(error)) throw error
      statements.renew()
      return await send().catch((later: unknown) => {
        throw later instanceof DatabaseError && later.code === abortedTransactionState ? error : later
      })
    }
  }

  release() {
    this.#client.release(this.#failure)
    this.#options.onRelease()
  }

  #classify(error: unknown): unknown {
    if (isStatementError(error)) return error
    this.#options.reportDiskFull(error)
    const isDatabaseError = error instanceof DatabaseError
    // Otherwise it is a mistake in this program, such as a parameter that cannot be serialized.
    if (!isDatabaseError && !(error instanceof QueryTimeout) && !this.#options.isLost()) return error
    const unavailable = new DatabaseUnavailable(error)
    if (!isDatabaseError || closesConnection(error.code)) {
      this.#failure = unavailable
      this.#options.availability.reportFailure()
    }
    return unavailable
  }
}

const abortedTransactionState = '25P02'

/** Whether a prepared statement has other columns since a migration. PostgreSQL has no code of its own for it. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Whether PostgreSQL processed the request and reported an error about it. */
function isStatementError(error: unknown): boolean {
  return error instanceof DatabaseError && !unavailableStates.test(error.code ?? '')
}

/**
 * SQLSTATE class 08 (connection exception), 25P03 (idle in transaction timeout), class 53 (disk full, out of memory, too many
 * connections), 57014 (statement timeout) and 57Pxx (shutdown).
 */
const unavailableStates = /^(?:08|25P03|53|57014|57P)/

const diskFullState = '53100'
/** Many statements fail while the disk is full. */
const diskFullLogIntervalMs = 60_000

/** Logs at most once per interval that the disk of the database is full, whichever pool sees it. */
export function diskFullReport(log: Log): (error: unknown) => void {
  let reportedAt = -Infinity
  return (error) => {
    const isDiskFull = error instanceof DatabaseError && error.code === diskFullState
    if (!isDiskFull || performance.now() - reportedAt < diskFullLogIntervalMs) return
    reportedAt = performance.now()
    log.error({ reason: error.message }, 'database.disk_full')
  }
}

/** After these, the connection is lost, or the server is about to close it. */
function closesConnection(state = ''): boolean {
  return /^(?:08|25P03|57P)/.test(state)
}

/** False where the database responded, and where every connection of the pool is in use. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return closesConnection(error.code)
  return !(error instanceof Error && error.message === 'timeout exceeded when trying to connect')
}

class QueryTimeout extends Error {}

async function rejectAfter<T>(ms: number, promise: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new QueryTimeout(`no response within ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

type StatementNames = {
  nameOf: (text: string) => string | undefined
  /** Gives all statements new names, so that every connection prepares them again. */
  renew: () => void
}

/** PostgreSQL parses and plans a named statement once per connection. Statements beyond the first 1,000 have no name. */
function statementNames(): StatementNames {
  const names = new Map<string, string>()
  let renewals = 0
  return {
    nameOf(text) {
      let name = names.get(text)
      if (name === undefined && names.size < 1_000) {
        name = createHash('sha256').update(`${renewals} ${text}`).digest('base64url').slice(0, 24)
        names.set(text, name)
      }
      return name
    },
    renew() {
      renewals++
      names.clear()
    },
  }
}
