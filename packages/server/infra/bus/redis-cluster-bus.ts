import { redisError } from '../redis/redis.ts'
import { RedisTopology } from '../redis/redis-topology.ts'
import { type Bus, HealthHandlers } from './bus.ts'
import { shardBus, type RedisBusOptions } from './redis-bus.ts'

type Subscription = {
  readonly topic: string
  readonly handler: (message: unknown) => void
  /** The node, and the subscription there. Null while there is none. */
  at: { bus: Bus; subscription: AsyncDisposable } | null
  isDisposed: boolean
}

/** While a node is missing, the cluster is asked in this interval whether another one serves its slots. */
const retryMs = 500

/**
 * The bus over a Redis Cluster with sharded Pub/Sub (Redis 7 or newer, Valkey): each topic is at the node that serves its
 * hash slot, so that publications and subscriptions spread over the nodes. When slots move to another node, the bus
 * subscribes to their topics there. It is healthy while every node is.
 */
export async function redisClusterBus(options: RedisBusOptions): Promise<Bus> {
  const bus = new RedisClusterBus(options)
  try {
    await bus.open()
    return bus
  } catch (error) {
    await bus[Symbol.asyncDispose]()
    throw error
  }
}

class RedisClusterBus implements Bus {
  readonly #options: RedisBusOptions
  readonly #nodes = new Map<string, Bus>()
  readonly #unhealthyNodes = new Set<Bus>()
  readonly #subscriptions = new Set<Subscription>()
  readonly #healthHandlers = new HealthHandlers()
  #topology: RedisTopology | null = null
  #moving: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isInPlace = true
  #isHealthy = true
  #isClosed = false

  constructor(options: RedisBusOptions) {
    this.#options = options
  }

  async open() {
    this.#topology = await RedisTopology.open(this.#options, () => this.#moveLater())
    await Promise.all(this.#topology.addresses().map((address) => this.#openNode(address)))
  }

  async publish(topic: string, message: unknown): Promise<void> {
    this.#requireOpen()
    const bus = this.#nodeOf(topic)
    if (bus === undefined) throw redisError('not connected')
    await bus.publish(topic, message)
  }

  async subscribe(topic: string, handler: (message: unknown) => void): Promise<AsyncDisposable> {
    this.#requireOpen()
    const subscription: Subscription = { topic, handler, at: null, isDisposed: false }
    const unsubscribe = async () => {
      subscription.isDisposed = true
      this.#subscriptions.delete(subscription)
      await this.#leaveNode(subscription)
    }
    try {
      await this.#subscribeAt(subscription)
      this.#subscriptions.add(subscription)
      // The slot moved while Redis confirmed the subscription.
      if (this.#isMisplaced(subscription)) {
        this.#moveLater()
        await this.#moving
      }
    } catch (error) {
      await unsubscribe()
      throw error
    }
    return { [Symbol.asyncDispose]: unsubscribe }
  }

  onHealthChange(handler: (isHealthy: boolean) => void): Disposable {
    return this.#healthHandlers.add(handler)
  }

  async [Symbol.asyncDispose]() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#topology?.[Symbol.dispose]()
    this.#healthHandlers.clear()
    this.#subscriptions.clear()
    await Promise.all([...this.#nodes.values()].map((bus) => bus[Symbol.asyncDispose]()))
  }

  #requireOpen() {
    if (this.#isClosed) throw new Error('the bus is closed')
  }

  #addressOf(topic: string): string | undefined {
    return this.#topology?.addressOf(this.#options.prefix + topic)
  }

  #nodeOf(topic: string): Bus | undefined {
    return this.#nodes.get(this.#addressOf(topic) ?? '')
  }

  #isMisplaced({ topic, at }: Subscription): boolean {
    return at === null || at.bus !== this.#nodeOf(topic)
  }

  async #openNode(address: string) {
    const url = this.#topology!.urlOf(address)
    const bus = await shardBus({ ...this.#options, url }, () => void this.#topology?.refresh())
    if (this.#isClosed) return bus[Symbol.asyncDispose]()
    this.#nodes.set(address, bus)
    bus.onHealthChange((isHealthy) => {
      if (isHealthy) this.#unhealthyNodes.delete(bus)
      else this.#unhealthyNodes.add(bus)
      this.#updateHealth()
    })
  }

  async #subscribeAt(subscription: Subscription) {
    const bus = this.#nodeOf(subscription.topic)
    if (bus === undefined) throw redisError('not connected')
    const added = await bus.subscribe(subscription.topic, subscription.handler)
    await this.#leaveNode(subscription)
    if (subscription.isDisposed) await added[Symbol.asyncDispose]()
    else subscription.at = { bus, subscription: added }
  }

  async #leaveNode(subscription: Subscription) {
    const { at } = subscription
    subscription.at = null
    await at?.subscription[Symbol.asyncDispose]()
  }

  /** Moves run one at a time, in the order of the changes. */
  #moveLater() {
    this.#moving = this.#moving.then(() => this.#move()).catch((error: unknown) => this.#warn(error))
  }

  /** Opens new nodes, moves the subscriptions whose slots have moved, and closes nodes that serve no slots. */
  async #move() {
    if (this.#isClosed || this.#topology === null) return
    const addresses = this.#topology.addresses()
    const added = addresses.filter((address) => !this.#nodes.has(address))
    const misplaced = () => [...this.#subscriptions].filter((subscription) => this.#isMisplaced(subscription))
    if (added.length > 0 || misplaced().length > 0) this.#setInPlace(false)
    const opened = await Promise.allSettled(added.map((address) => this.#openNode(address)))
    const results = await Promise.allSettled(misplaced().map((subscription) => this.#subscribeAt(subscription)))
    for (const [address, bus] of this.#nodes)
      if (!addresses.includes(address)) {
        this.#nodes.delete(address)
        this.#unhealthyNodes.delete(bus)
        await bus[Symbol.asyncDispose]()
      }
    const failures = [...opened, ...results].filter((result) => result.status === 'rejected')
    if (failures[0] !== undefined) this.#warn(failures[0].reason, failures.length)
    this.#setInPlace(failures.length === 0)
  }

  #warn(error: unknown, count = 1) {
    if (!this.#isClosed) this.#options.log.warn({ count, error: String(error) }, 'bus.move_failed')
  }

  #setInPlace(isInPlace: boolean) {
    this.#isInPlace = isInPlace
    this.#updateHealth()
  }

  #updateHealth() {
    if (this.#isClosed) return
    const isHealthy = this.#isInPlace && this.#unhealthyNodes.size === 0
    clearTimeout(this.#timer)
    if (!isHealthy) this.#timer = setTimeout(() => void this.#retry(), retryMs).unref()
    if (this.#isHealthy === isHealthy) return
    this.#isHealthy = isHealthy
    this.#healthHandlers.call(isHealthy)
  }

  async #retry() {
    await this.#topology?.refresh()
    if (!this.#isInPlace) this.#moveLater()
    await this.#moving
    this.#updateHealth()
  }
}
