import { redisDeadlineMs, redisError, type RedisOptions } from './redis.ts'
import { hashSlot, slotCount } from './hash-slot.ts'

/** The interval at which a healthy cluster is asked which node serves which hash slots. */
const refreshMs = 5_000
const soonMs = 250

/**
 * Which node of a Redis Cluster serves which keys and channels, by hash slot. It is asked for at the start, regularly, and
 * when a node replied that a slot has moved.
 */
export class RedisTopology implements Disposable {
  readonly #options: RedisOptions
  readonly #seeds: URL[]
  readonly #onChange: () => void
  #addresses: (string | undefined)[] = []
  #refreshing: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined

  private constructor(options: RedisOptions, onChange: () => void) {
    this.#options = options
    this.#seeds = options.url.split(',').map((url) => new URL(url))
    this.#onChange = onChange
  }

  /** `onChange` is called when slots moved to another node. */
  static async open(options: RedisOptions, onChange: () => void = () => {}): Promise<RedisTopology> {
    const topology = new RedisTopology(options, onChange)
    await topology.#load()
    topology.#refreshLater()
    return topology
  }

  /** The address of the node that serves a key, as `host:port`. */
  addressOf(key: string): string | undefined {
    return this.#addresses[hashSlot(key)]
  }

  /** The nodes that serve slots. */
  addresses(): string[] {
    return [...new Set(this.#addresses)].filter((address) => address !== undefined)
  }

  /** The URL of a node, with the credentials and the scheme of ONAIR_REDIS_URL. */
  urlOf(address: string): string {
    const url = new URL(this.#seeds[0]!)
    url.host = address
    return url.href
  }

  /** Asks the cluster, unless that is being done. A cluster that does not respond leaves everything as it was. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#load()
      .catch((error: unknown) => this.#options.log.warn({ error: String(error) }, 'redis.topology_unknown'))
      .finally(() => (this.#refreshing = null))
    return this.#refreshing
  }

  /** Asks the cluster in a moment, once for all calls until then. */
  refreshSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      void this.refresh()
    }, soonMs).unref()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
  }

  #refreshLater() {
    this.#timer = setInterval(() => void this.refresh(), refreshMs)
    this.#timer.unref()
  }

  /** The first response of a node counts; one that was out of date is corrected when commands reply that slots moved. */
  async #load() {
    const urls = new Set([...this.addresses().map((address) => this.urlOf(address)), ...this.#seeds.map(String)])
    let lastError: unknown
    const responses = [...urls].map((url) =>
      this.#ask(url).catch((error: unknown) => {
        lastError = error
        throw error
      }),
    )
    const addresses = await Promise.any(responses).catch(() => {
      throw redisError(`Cannot connect to Redis: ${redisError(lastError).message}. Check ONAIR_REDIS_URL.`)
    })
    const known = this.#addresses
    this.#addresses = addresses
    if (known.length > 0 && addresses.some((address, slot) => address !== known[slot])) this.#onChange()
  }

  async #ask(url: string): Promise<(string | undefined)[]> {
    const { deadlineMs = redisDeadlineMs } = this.#options
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      connectionName: 'topology',
      lazyConnect: true,
      connectTimeout: deadlineMs,
      socketTimeout: deadlineMs,
      retryStrategy: null,
      maxRetriesPerRequest: 0,
    })
    let failure: Error | undefined
    redis.on('error', (error: Error) => (failure = error))
    try {
      return slotAddresses(await redis.cluster('SLOTS'), new URL(url))
    } catch (error) {
      throw failure ?? error
    } finally {
      redis.disconnect()
    }
  }
}

/** The node replied that it does not serve the hash slot of the key, or not for now. The command was not executed. */
export function isMoved(error: unknown): boolean {
  return error instanceof Error && /\b(?:MOVED|ASK|TRYAGAIN) /.test(`${error.message} `)
}

/** The primary of each slot. A node may leave out its own host name. */
function slotAddresses(reply: unknown, asked: URL): (string | undefined)[] {
  const addresses: (string | undefined)[] = Array.from({ length: slotCount })
  for (const [start, end, [host, port]] of reply as [number, number, [string | null, number]][]) {
    const name = host === null || host === '' || host === '?' ? asked.hostname : host
    const address = `${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`
    addresses.fill(address, start, end + 1)
  }
  if (addresses.every((address) => address === undefined)) throw new Error('the cluster has no slots')
  return addresses
}
