import { appObservedTopic, subscribe } from '../../shared/bus-messages.ts'
import { Deadlines } from '../../shared/deadlines.ts'
import type { Deps } from '../../infra/deps.ts'
import { findGrantedChannels } from './record-store.ts'

const observedForMs = 60_000
const announceIntervalMs = 10_000
const maxChannels = 10_000

/** Opens the set of applications whose records are being read. The bus announces them to every process. */
export async function openObservedApps(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>): Promise<ObservedApps> {
  const observedApps = new ObservedApps(deps)
  await observedApps.open()
  return observedApps
}

export class ObservedApps implements AsyncDisposable {
  readonly #deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>
  /** The channels that granted each observed application a scope. */
  readonly #channelsByApp = new Map<string, ReadonlySet<string>>()
  readonly #expiry: Deadlines<string>
  /** Applications announced less than `announceIntervalMs` ago. */
  readonly #announced = new Set<string>()
  readonly #announceable: Deadlines<string>
  #subscription: AsyncDisposable | null = null

  constructor(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>) {
    this.#deps = deps
    this.#expiry = new Deadlines(deps.clock, observedForMs, (clientId) => this.#channelsByApp.delete(clientId))
    this.#announceable = new Deadlines(deps.clock, announceIntervalMs, (clientId) => this.#announced.delete(clientId))
  }

  async open(): Promise<void> {
    const onObserved = ({ clientId }: { clientId: string }) => this.#onObserved(clientId)
    this.#subscription = await subscribe(this.#deps.bus, appObservedTopic, onObserved)
  }

  get isEmpty(): boolean {
    return this.#channelsByApp.size === 0
  }

  hasApp(clientId: string): boolean {
    return this.#channelsByApp.has(clientId)
  }

  /** Whether the channel granted a scope to an observed application. */
  hasChannel(channelId: string): boolean {
    return [...this.#channelsByApp.values()].some((channels) => channels.has(channelId))
  }

  /** Announces to every process that the application is observed for the next minute. */
  async observe(clientId: string): Promise<void> {
    if (this.#announced.has(clientId)) return
    this.#announced.add(clientId)
    this.#announceable.set(clientId)
    const { bus, log } = this.#deps
    await bus.publish(appObservedTopic.name, { clientId }).catch((error: unknown) => {
      log.warn({ clientId, error: String(error) }, 'inspector.announce_failed')
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#expiry[Symbol.dispose]()
    this.#announceable[Symbol.dispose]()
    await this.#subscription?.[Symbol.asyncDispose]()
  }

  #onObserved(clientId: string): void {
    const { db, log } = this.#deps
    this.#channelsByApp.set(clientId, this.#channelsByApp.get(clientId) ?? new Set())
    this.#expiry.set(clientId)
    findGrantedChannels(db.read, clientId, maxChannels).then(
      (channels) => void (this.hasApp(clientId) && this.#channelsByApp.set(clientId, new Set(channels))),
      (error: unknown) => log.warn({ clientId, error: String(error) }, 'inspector.channels_read_failed'),
    )
  }
}
