import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Bus, BusMessage } from '../bus/bus.ts'
import type { Log } from '../observability/log.ts'
import { currentTraceId } from '../observability/trace.ts'
import { noTracing, type Tracing } from '../observability/tracing.ts'
import type { Clock } from '../clock.ts'
import { Availability } from './availability.ts'
import {
  diskFullReport,
  isStalePlan,
  openPool,
  type ConnectionConfig,
  type PausablePool,
  type PoolCounts,
} from './pool.ts'
import { scanConnections } from './scan-connections.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>
export type Reader = Kysely<Tables>
/**
 * Publishes a bus message after the transaction has committed. If it rolls back, nothing is published. The events of a topic
 * are published in the order of these calls, whichever transaction of the process commits first.
 */
export type Publish = (message: BusMessage) => void

type RunTransaction = <T>(work: (tx: Tx, publish: Publish) => Promise<T>) => Promise<T>

/** `read` runs single queries. `transaction` runs `work` in a transaction, and again if PostgreSQL detects a deadlock or moved a row that it waits for. */
export type Db = AsyncDisposable & {
  readonly read: Reader
  readonly transaction: RunTransaction
  /** A transaction on a connection of its own, which is opened at the first use: it never waits for other work. */
  readonly reservedTransaction: RunTransaction
  /** The same database, whose `read` has few connections of its own and a shorter time limit, for queries that read many rows. */
  readonly scanning: Db
  /** Publishes a bus message about what is committed already, after the earlier messages of its topic. */
  publish(message: BusMessage): Promise<void>
  /** The connections of the pool, and the work that waits for one. */
  readonly poolCounts: PoolCounts
  readonly isAvailable: boolean
  /** Whether the database responds now, on the connection of `reservedTransaction`. */
  ping(): Promise<boolean>
  /** Calls `handler` each time the database responds again after connections to it had failed. */
  onRecovered(handler: () => void): Disposable
  /**
   * Runs `act` while this process has no connection to the database, as for a copy of it. Running transactions end first,
   * and new ones wait. Calls run one after the other.
   */
  paused<T>(act: () => Promise<T>): Promise<T>
}

type DbOptions = {
  bus: Bus
  clock: Pick<Clock, 'after'>
  log: Log
  poolSize?: number
  timeLimits?: TimeLimits
  tracing?: Tracing
  /** Called with each message of a committed transaction before it is published. */
  onPublish?: (message: BusMessage) => void
}

/** The time limits of a statement, and of the wait for a connection. */
export type TimeLimits = {
  pooledMs: number
  /** The limit of the reserved connection: a gateway must try its lease again before it ends. */
  reservedMs: number
  scanningMs: number
}
const defaultTimeLimits: TimeLimits = { pooledMs: 4_000, reservedMs: 2_000, scanningMs: 2_000 }

/** Opens a connection pool. A statement and a wait for a connection each fail with DatabaseUnavailable at their time limit. */
export function openDb(
  connection: ConnectionConfig,
  {
    bus,
    clock,
    log,
    poolSize = 10,
    timeLimits = defaultTimeLimits,
    tracing = noTracing,
    onPublish = () => {},
  }: DbOptions,
): Db {
  const availability = new Availability({ clock, log, probe: () => sql`select`.execute(read) })
  const reportDiskFull = diskFullReport(log)
  const pools: PausablePool[] = []
  const open = (size: number, timeoutMs: number) => {
    const pool = openPool(connection, { availability, log, reportDiskFull, size, timeoutMs })
    pools.push(pool)
    return pool
  }
  const pool = open(poolSize, timeLimits.pooledMs)
  const traced = tracing.isEnabled ? { log: (event: LogEvent) => traceStatement(event, tracing) } : {}
  const connectTo = (ownPool: PausablePool) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: ownPool }), ...traced })
  const read = connectTo(pool)
  const reserved = connectTo(open(1, timeLimits.reservedMs))
  const scanningRead = connectTo(open(scanConnections, timeLimits.scanningMs))
  const publications = new Publications({ bus, log, onPublish })
  const transactionOn =
    (connections: Reader): RunTransaction =>
    async (work) => {
      const { result, enqueued } = await runTransaction(connections, publications, work)
      await publications.commit(enqueued)
      return result
    }
  const db: Omit<Db, 'scanning'> = {
    read,
    transaction: transactionOn(read),
    reservedTransaction: transactionOn(reserved),
    publish: (message) => publications.commit([publications.enqueue(message)]),
    get poolCounts() {
      return pool.counts()
    },
    get isAvailable() {
      return availability.isAvailable
    },
    ping: () =>
      sql`select`.execute(reserved).then(
        () => true,
        () => false,
      ),
    onRecovered: (handler) => availability.onRecovered(handler),
    paused: oneAtATime((act) => runPaused(pools, act)),
    async [Symbol.asyncDispose]() {
      availability[Symbol.dispose]()
      await Promise.all([read, reserved, scanningRead].map((each) => each.destroy()))
    },
  }
  const scanning: Db = Object.defineProperty(Object.create(db), 'read', { value: scanningRead })
  return Object.assign(db, { scanning })
}

/** Statements contain no values: these are parameters. */
function traceStatement({ level, query, queryDurationMillis }: LogEvent, tracing: Tracing): void {
  tracing.end({
    name: /^\s*(\w+)/.exec(query.sql)?.[1]?.toUpperCase() ?? 'query',
    kind: 'client',
    startedAt: tracing.now() - queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': query.sql.slice(0, 2_000) },
    isError: level === 'error',
  })
}

async function runPaused<T>(pools: readonly PausablePool[], act: () => Promise<T>): Promise<T> {
  try {
    const results = await Promise.allSettled(pools.map((pool) => pool.pause()))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    return await act()
  } finally {
    for (const pool of pools) pool.resume()
  }
}

function oneAtATime(run: <T>(act: () => Promise<T>) => Promise<T>): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(() => run(act))
    last = next.catch(() => {})
    return next
  }
}

const maxAttempts = 5

async function runTransaction<T>(
  connections: Reader,
  publications: Publications,
  work: (tx: Tx, publish: Publish) => Promise<T>,
) {
  for (let attempt = 1; ; attempt++) {
    const enqueued: Publication[] = []
    const publish = (message: BusMessage) => void enqueued.push(publications.enqueue(message))
    try {
      const result = await connections.transaction().execute((tx) => work(tx, publish))
      return { result, enqueued }
    } catch (error) {
      publications.drop(enqueued)
      if (attempt === maxAttempts || !isRetryable(error)) throw error
    }
  }
}

/** A deadlock, a row that another transaction moved to another partition, or a statement of before a migration. */
function isRetryable(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === '40P01' || error.code === '40001' || isStalePlan(error))
  )
}

/** An event that a transaction will publish when it has committed, or drop when it rolls back. */
type Publication = {
  readonly topic: string
  /** Publishes the event. Called when all earlier events of the topic are settled. */
  readonly publish: () => Promise<void>
  state: 'waiting' | 'committed' | 'dropped'
  readonly published: PromiseWithResolvers<void>
}

type PublicationDeps = Required<Pick<DbOptions, 'bus' | 'log' | 'onPublish'>>

/**
 * Publishes the events of a topic in the order in which transactions of this process enqueued them, whichever commits
 * first. An event waits until the transactions of the events before it have ended, at most for the statement timeout.
 * The number of waiting events is bounded by the requests in flight. A transaction that enqueued an event must not wait
 * for another one that enqueues an event of the same topic.
 */
class Publications {
  readonly #deps: PublicationDeps
  readonly #queues = new Map<string, Publication[]>()

  constructor(deps: PublicationDeps) {
    this.#deps = deps
  }

  /** Adds an event to the queue of its topic. Settle it with `commit` or `drop`. */
  enqueue(event: BusMessage): Publication {
    const { bus, log, onPublish } = this.#deps
    const { topic } = event
    const message = withTraceId(event.message)
    const inContext = AsyncLocalStorage.snapshot()
    const publish = async () => {
      onPublish(event)
      await bus
        .publish(topic, message)
        .catch((error: unknown) => log.error({ topic, error: String(error) }, 'bus.publish_failed'))
    }
    const publication: Publication = {
      topic,
      publish: () => inContext(publish),
      state: 'waiting',
      published: Promise.withResolvers(),
    }
    const queue = this.#queues.get(topic)
    if (queue === undefined) this.#queues.set(topic, [publication])
    else queue.push(publication)
    return publication
  }

  /** Resolves when all are published, or their publication failed. */
  async commit(publications: readonly Publication[]): Promise<void> {
    for (const publication of publications) this.#settle(publication, 'committed')
    await Promise.all(publications.map(({ published }) => published.promise))
  }

  drop(publications: readonly Publication[]): void {
    for (const publication of publications) this.#settle(publication, 'dropped')
  }

  #settle(publication: Publication, state: 'committed' | 'dropped'): void {
    publication.state = state
    const queue = this.#queues.get(publication.topic) ?? []
    while (queue[0] !== undefined && queue[0].state !== 'waiting') {
      const { state: settled, publish, published } = queue.shift()!
      if (settled === 'committed') published.resolve(publish())
    }
    if (queue.length === 0) this.#queues.delete(publication.topic)
  }
}

/** Adds the current trace id to the message, so that subscribers can record what caused it. */
function withTraceId(message: unknown): unknown {
  const traceId = currentTraceId()
  return traceId === undefined ? message : { ...(message as object), traceId }
}
