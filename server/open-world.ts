import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigFault, type Config } from './config.ts'
import { openRecorder } from './features/inspector/recorder.ts'
import { memoryBus } from './world/bus/memory-bus.ts'
import { redisBus } from './world/bus/redis-bus.ts'
import { memoryCounters } from './world/counters/memory-counters.ts'
import { redisCounters } from './world/counters/redis-counters.ts'
import type { OffsetClock } from './world/clock.ts'
import { openDb, type Connection } from './world/db/db.ts'
import { cannotOpen } from './world/db/embedded/cannot-open.ts'
import { connectEmbeddedPostgres, openEmbeddedPostgres } from './world/db/embedded/embedded-postgres.ts'
import { migrate } from './world/db/migrate.ts'
import { identityProvider } from './world/identity-provider.ts'
import type { Log } from './world/log.ts'
import { outgoing } from './world/outgoing.ts'
import { systemRandom } from './world/random.ts'
import { noRecorder } from './world/recorder.ts'
import type { Addresses, World } from './world/world.ts'
import packageJson from './package.json' with { type: 'json' }

type Given = { config: Config; addresses: Addresses; clock: OffsetClock; log: Log; say: (text: string) => void }

/** Opens everything that is not our own code, as the settings say: which database, which bus. */
export async function openWorld({ config, addresses, clock, log, say }: Given): Promise<World & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const out = await openOutgoing(config, clock)
  const { connection, programKey } = await openDatabase(config, opening, say)
  await migrate(connection)
  const bus = opening.use(config.redisUrl === null ? memoryBus({ log }) : await redisBus(redisOptions(config, log)))
  const counters = opening.use(
    config.redisUrl === null ? memoryCounters() : await redisCounters(redisOptions(config, log)),
  )
  const db = opening.use(
    openDb(connection, { bus, log, size: config.databasePool, told: (signal) => recorder.told(signal) }),
  )
  const recorder = opening.use(await openRecorder({ bus, clock, config, db, log }))
  const opened = opening.move()
  return {
    addresses,
    bus,
    clock,
    config,
    counters,
    db,
    identityProvider: identityProvider(config, clock),
    log,
    outgoing: out,
    programKey,
    random: systemRandom,
    recorder,
    version: packageJson.version,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** For a command that works on the data beside the running program, or alone when none runs. It tells nobody what it changed. */
export async function openWorldBeside({ config, clock, log }: Pick<Given, 'config' | 'clock' | 'log'>) {
  await using opening = new AsyncDisposableStack()
  const out = await openOutgoing(config, clock)
  const running = config.databaseUrl === null ? await connectEmbeddedPostgres(config.dataDir) : null
  const { connection, programKey } =
    running === null
      ? await openDatabase(config, opening, () => {})
      : { connection: running, programKey: config.secretKey ?? (await keyIn(config.dataDir)) }
  await migrate(connection)
  const bus = opening.use(memoryBus({ log }))
  const db = opening.use(openDb(connection, { bus, log, size: 2 }))
  const opened = opening.move()
  return {
    clock,
    config,
    db,
    outgoing: out,
    programKey,
    random: systemRandom,
    recorder: noRecorder,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function openOutgoing({ allowLoopbackHttp, mode, outgoingCa }: Config, clock: OffsetClock) {
  const extraCa = outgoingCa === null ? undefined : await readFile(outgoingCa, 'utf8').catch(cannotRead(outgoingCa))
  const rules = { allowLoopbackHttp: allowLoopbackHttp ?? mode === 'sandbox' }
  return outgoing({ clock, ...rules, ...(extraCa !== undefined && { extraCa }) })
}

function cannotRead(file: string) {
  return (error: Error) => {
    throw new ConfigFault([`OUTGOING_CA names ${file}, which cannot be read: ${error.message}`])
  }
}

function redisOptions({ redisUrl, redisPrefix }: Config, log: Log) {
  return { url: redisUrl ?? '', prefix: redisPrefix, log }
}

async function openDatabase(config: Config, opening: AsyncDisposableStack, say: (text: string) => void) {
  if (config.databaseUrl !== null) return databaseOfYours(config)
  const dir = config.ephemeral ? await throwAwayFolder(opening) : config.dataDir
  const database = opening.use(await openEmbeddedPostgres({ dir, durable: !config.ephemeral, say }))
  return { connection: database.connection as Connection, programKey: config.secretKey ?? (await keyIn(dir)) }
}

function databaseOfYours({ databaseUrl, secretKey }: Config) {
  if (databaseUrl === null || secretKey === null)
    throw new Error('readConfig lets no DATABASE_URL pass without SECRET_KEY')
  return { connection: databaseUrl as Connection, programKey: secretKey }
}

async function throwAwayFolder(opening: AsyncDisposableStack): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'onair-'))
  opening.defer(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** The program's key, kept beside the data that it seals; made at the first start. */
async function keyIn(dir: string): Promise<Buffer> {
  const file = join(dir, 'secret-key')
  await writeFile(file, systemRandom.bytes(32).toString('base64'), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) => {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    },
  )
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw cannotOpen(`The key in ${file} is damaged: it must be 32 bytes in base64`)
  return key
}
