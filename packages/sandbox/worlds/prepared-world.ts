import type { Config } from '@onair/server/config/config.ts'
import { extendLeases } from '@onair/server/features/sessions/session-store.ts'
import { hasWaitingDeliveries } from '@onair/server/features/webhooks/delivery-store.ts'
import type { Clock } from '@onair/server/infra/clock.ts'
import type { Log } from '@onair/server/infra/observability/log.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import { createSandbox } from '../sandbox.ts'
import type { Worlds } from '../worlds.ts'
import { openProgram, type Program } from '@onair/server/program.ts'
import type { CopySource, ProgramSource } from '@onair/server/program-source.ts'
import type { Copy, Keys, WorldServer } from './copy-sandbox.ts'
import { WorldActivity } from './world-activity.ts'

type Options = {
  config: Config
  log: Log
  time: Pick<Clock, 'after' | 'uptime'>
  server: WorldServer
  createWorlds: (source: ProgramSource, worldId: string) => Worlds
}

/**
 * A program that waits for its data: it has a listener, a pool without a connection, and the routes of its API, which take
 * most of the processor time of a start. Its timers do not run.
 */
export class PreparedWorld implements AsyncDisposable {
  readonly worldId = systemRandom.bytes(8).toString('hex')
  readonly keys: Keys
  readonly activity: WorldActivity
  readonly #server: WorldServer
  readonly #data = Promise.withResolvers<CopySource>()
  readonly #program: Promise<Program>
  #source: ProgramSource | null = null

  constructor(keys: Keys, { config, log, time, server, createWorlds }: Options) {
    const { installationKey, programKey, dataKey } = keys
    this.keys = keys
    this.#server = server
    this.activity = new WorldActivity(time, async () => prepareSleep(await this.#program))
    this.#program = openProgram({
      config,
      log,
      database: {
        connection: server.databases.connectionTo(this.#database),
        installationKey,
        programKey,
        copy: { name: this.#database, dataKey },
      },
      copiedFrom: this.#data.promise,
      endsGracefully: false,
      createClock: () => this.activity.createClock(),
      openExtension: createSandbox((source) => {
        this.#source = source
        return createWorlds(source, this.worldId)
      }),
    })
    // `open` reports the error.
    this.#program.catch(() => {})
    this.#data.promise.catch(() => {})
  }

  fits({ installationKey, programKey, dataKey }: Keys): boolean {
    const { current, previous } = this.keys.programKey
    return (
      installationKey.equals(this.keys.installationKey) &&
      dataKey.equals(this.keys.dataKey) &&
      programKey.current.equals(current) &&
      (programKey.previous === null ? previous === null : previous?.equals(programKey.previous) === true)
    )
  }

  /** Creates the data and starts the program on it. */
  async open(copy: Copy, onCopying: () => void): Promise<{ program: Program; source: ProgramSource }> {
    await copy.create(this.#database, this.#server, onCopying)
    this.activity.wake()
    this.#data.resolve(copy.copiedFrom)
    const program = await this.#program
    this.activity.watch(program.server)
    return { program, source: this.#source! }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#data.reject(new Error('The world is not used.'))
    this.activity[Symbol.dispose]()
    const program = await this.#program.catch(() => null)
    await program?.[Symbol.asyncDispose]()
    await this.#server.databases.delete(this.#database)
  }

  get #database(): string {
    return `world_${this.worldId}`
  }
}

/** The gateway of a world that sleeps does not renew its lease, and no other process could take its slots. */
async function prepareSleep({ deps }: Program): Promise<boolean> {
  if (await hasWaitingDeliveries(deps.db.read)) return false
  await deps.db.transaction((tx) => extendLeases(tx))
  return true
}
