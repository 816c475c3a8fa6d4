import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { closeRedis, openRedis, redisError, type RedisOptions } from './redis.ts'
import { isMoved, RedisTopology } from './redis-topology.ts'

/** Connections for commands about keys: one, or one to each node of a Redis Cluster. */
export type RedisCommands = AsyncDisposable & {
  /** Runs a command that uses keys of the hash slot of `key` at the node that serves them. */
  run<T>(key: string, command: (redis: Redis) => Promise<T>): Promise<T>
}

/** `prepare` is called with each connection. */
export async function openRedisCommands(
  name: string,
  options: RedisOptions,
  prepare: (redis: Redis) => void,
): Promise<RedisCommands> {
  if (options.cluster === true) return ClusterCommands.open(name, options, prepare)
  const redis = await openRedis(name, options)
  prepare(redis)
  return { run: (_key, command) => command(redis), [Symbol.asyncDispose]: () => closeRedis(redis) }
}

/** A command whose slot is being moved is repeated until then: 20 times, for a second. */
const maxAttempts = 20
const retryMs = 50

class ClusterCommands implements RedisCommands {
  readonly #name: string
  readonly #options: RedisOptions
  readonly #prepare: (redis: Redis) => void
  readonly #topology: RedisTopology
  /** The connections by address. A connection that failed to open is opened with its next command. */
  readonly #connections = new Map<string, Promise<Redis>>()

  private constructor(
    name: string,
    options: RedisOptions,
    { prepare, topology }: { prepare: (redis: Redis) => void; topology: RedisTopology },
  ) {
    this.#name = name
    this.#options = options
    this.#prepare = prepare
    this.#topology = topology
  }

  static async open(name: string, options: RedisOptions, prepare: (redis: Redis) => void): Promise<RedisCommands> {
    const topology = await RedisTopology.open(options, () => commands?.closeUnused())
    const commands = new ClusterCommands(name, options, { prepare, topology })
    return commands
  }

  async run<T>(key: string, command: (redis: Redis) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await command(await this.#connectionFor(key))
      } catch (error) {
        if (!isMoved(error) || attempt === maxAttempts) {
          // Another node may serve the slot of a node that was lost.
          this.#topology.refreshSoon()
          throw error
        }
      }
      await this.#topology.refresh()
      if (attempt > 1) await wait(retryMs)
    }
  }

  /** Closes the connections to nodes that serve no slots. */
  closeUnused(): void {
    const addresses = this.#topology.addresses()
    for (const [address, connection] of this.#connections)
      if (!addresses.includes(address)) {
        this.#connections.delete(address)
        void connection.then(closeRedis, () => {})
      }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#topology[Symbol.dispose]()
    await Promise.all([...this.#connections.values()].map((connection) => connection.then(closeRedis, () => {})))
  }

  #connectionFor(key: string): Promise<Redis> {
    const address = this.#topology.addressOf(key)
    if (address === undefined) throw redisError('CLUSTERDOWN the hash slot is not served')
    const existing = this.#connections.get(address)
    if (existing !== undefined) return existing
    const connection = openRedis(this.#name, { ...this.#options, url: this.#topology.urlOf(address) })
    this.#connections.set(address, connection)
    connection.then(this.#prepare, () => this.#connections.delete(address))
    return connection
  }
}
