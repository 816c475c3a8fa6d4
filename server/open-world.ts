import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { memoryBus } from './world/bus/memory-bus.ts'
import { memoryCounters } from './world/counters/memory-counters.ts'
import type { OffsetClock } from './world/clock.ts'
import { openDb, type Connection } from './world/db/db.ts'
import { openEmbeddedPostgres } from './world/db/embedded/embedded-postgres.ts'
import { migrate } from './world/db/migrate.ts'
import type { Log } from './world/log.ts'
import { systemRandom } from './world/random.ts'
import type { Addresses, World } from './world/world.ts'
import packageJson from './package.json' with { type: 'json' }

type Given = { config: Config; addresses: Addresses; clock: OffsetClock; log: Log; say: (text: string) => void }

/** Opens everything that is not our own code, as the settings say: which database, which bus. */
export async function openWorld({ config, addresses, clock, log, say }: Given): Promise<World & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const { connection, programKey } = await openDatabase(config, opening, say)
  await migrate(connection)

  const bus = opening.use(memoryBus({ log }))
  const counters = opening.use(memoryCounters())
  const db = opening.use(openDb(connection, { bus, log, size: config.databasePool }))
  const world = { addresses, bus, clock, config, counters, db, log, programKey, random: systemRandom, version: packageJson.version }
  const opened = opening.move()
  return { ...world, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function openDatabase(config: Config, opening: AsyncDisposableStack, say: (text: string) => void) {
  if (config.databaseUrl !== null) {
    if (config.secretKey === null) throw new Error('SECRET_KEY is missing')
    return { connection: config.databaseUrl as Connection, programKey: config.secretKey }
  }
  const dir = config.ephemeral ? await throwAwayFolder(opening) : config.dataDir
  const database = opening.use(await openEmbeddedPostgres({ dir, durable: !config.ephemeral, say }))
  return { connection: database.connection as Connection, programKey: config.secretKey ?? (await keyIn(dir)) }
}

async function throwAwayFolder(opening: AsyncDisposableStack): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'onair-'))
  opening.defer(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** The program's key, kept beside the data that it seals; made at the first start. */
async function keyIn(dir: string): Promise<Buffer> {
  const file = join(dir, 'secret-key')
  await writeFile(file, systemRandom.bytes(32).toString('base64'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  })
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new Error(`The key in ${file} is damaged: it must be 32 bytes in base64.`)
  return key
}
