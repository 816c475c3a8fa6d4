import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentOf, sandboxApi } from '@onair/contract'
import type { Config } from './config.ts'
import { createDeps, type Database } from './create-deps.ts'
import { getOverview } from './features/demo/overview.ts'
import { prepareDemo } from './features/demo/demo.ts'
import { systemClock } from './infra/clock.ts'
import { copyDatabase } from './infra/db/copy-database.ts'
import { deleteDataDirectory } from './infra/db/embedded/data-directory.ts'
import { openEmbeddedPostgres, type ConnectionParameters } from './infra/db/embedded/embedded-postgres.ts'
import type { ProgramKey } from './infra/deps.ts'
import type { Log } from './infra/log.ts'
import { systemRandom } from './infra/random.ts'
import { openProgram } from './program.ts'

/** A sandbox with a database, clock, bus, sockets and port of its own, in this process. Disposing deletes it. */
export type World = AsyncDisposable & { overview: ContentOf<typeof sandboxApi.demo.getOverview> }

/** Worlds begin with the demo data, and share its credentials. */
export type Worlds = AsyncDisposable & {
  /** Throws TooManyWorlds at the limit. */
  open(): Promise<World>
}

export class TooManyWorlds extends Error {
  override readonly name = 'TooManyWorlds'
  constructor() {
    super(`${maxWorlds} worlds are open, which is the most. Close one first.`)
  }
}

const maxWorlds = 50
const poolSize = 2
/** Those of the pool, for the lease and for commands; and some for the creation of databases. */
const maxConnections = (poolSize + 2) * maxWorlds + 20

/** Starts a temporary database server. `config`: the settings of every world. */
export async function openWorlds({
  config,
  log,
  onFailure,
}: {
  config: Config
  log: Log
  onFailure: (error: Error) => void
}): Promise<Worlds> {
  await using opening = new AsyncDisposableStack()
  const dir = await mkdtemp(join(await temporaryDirectory(), 'onair-'))
  opening.defer(() => deleteDataDirectory(dir))
  const options = { dir, durable: false, print: () => {}, maxConnections, log, onFailure }
  const { connection } = opening.use(await openEmbeddedPostgres(options))
  const programKey = { current: systemRandom.bytes(32), previous: null }
  const worldConfig = { ...config, port: 0, databasePool: poolSize }
  await createTemplate(worldConfig, { connection, programKey }, log)
  let count = 0
  let created = 0
  const opened = opening.move()
  return {
    async open() {
      if (count >= maxWorlds) throw new TooManyWorlds()
      count += 1
      created += 1
      const database = `world_${created}`
      return openWorld({ config: worldConfig, log, database, connection, programKey }, () => (count -= 1))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type WorldOptions = {
  config: Config
  log: Log
  /** The name of its database. */
  database: string
  /** To the database that is copied. */
  connection: ConnectionParameters
  programKey: ProgramKey
}

async function openWorld(
  { config, log, database, connection, programKey }: WorldOptions,
  onClosed: () => void,
): Promise<World> {
  await using opening = new AsyncDisposableStack()
  opening.defer(onClosed)
  const copy = opening.use(await copyDatabase(connection, database))
  const { deps } = opening.use(
    await openProgram({ config, log, database: { connection: copy.connection, programKey } }),
  )
  const opened = opening.move()
  return { overview: getOverview(deps), [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** The schema and the demo data, in a database without connections, because it is copied. */
async function createTemplate(config: Config, database: Database, log: Log): Promise<void> {
  const clock = systemClock()
  const url = 'http://127.0.0.1:4747'
  const addresses = { baseUrl: url, authUrl: url, socketUrl: url }
  await using deps = await createDeps({ config, addresses, clock, log, print: () => {}, database })
  await deps.db.transaction(await prepareDemo(deps))
}

/** Memory, where there is room: a database there is created in a tenth of the time. */
async function temporaryDirectory(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  return memory !== null && memory.bavail * memory.bsize > 2e9 ? '/dev/shm' : tmpdir()
}
