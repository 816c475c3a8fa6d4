import { appRecordedTopic, subscribe } from '../../shared/bus-messages.ts'
import { Deadlines } from '../../shared/deadlines.ts'
import type { Deps } from '../../infra/deps.ts'
import { findGrantedChannels } from './record-store.ts'

const recordedForMs = 60_000
const publishIntervalMs = 10_000
const maxChannels = 10_000

/** Opens the set of applications whose records are being read. A bus message names them to every process. */
export async function openRecordedApps(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>): Promise<RecordedApps> {
  const recordedApps = new RecordedApps(deps)
  await recordedApps.open()
  return recordedApps
}

export class RecordedApps implements AsyncDisposable {
  readonly #deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>
  /** The channels that granted each recorded application a scope. */
  readonly #channelsByApp = new Map<string, ReadonlySet<string>>()
  readonly #expiry: Deadlines<string>
  /** Applications published less than `publishIntervalMs` ago. */
  readonly #recentlyPublished = new Set<string>()
  readonly #publishable: Deadlines<string>
  #subscription: AsyncDisposable | null = null

  constructor(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>) {
    this.#deps = deps
    this.#expiry = new Deadlines(deps.clock, recordedForMs, (clientId) => this.#channelsByApp.delete(clientId))
    this.#publishable = new Deadlines(deps.clock, publishIntervalMs, (clientId) =>
      this.#recentlyPublished.delete(clientId),
    )
  }

  async open(): Promise<void> {
    const onPublished = ({ clientId }: { clientId: string }) => this.#record(clientId)
    this.#subscription = await subscribe(this.#deps.bus, appRecordedTopic, onPublished)
  }

  get isEmpty(): boolean {
    return this.#channelsByApp.size === 0
  }

  hasApp(clientId: string): boolean {
    return this.#channelsByApp.has(clientId)
  }

  /** Whether the channel granted a scope to a recorded application. */
  hasChannel(channelId: string): boolean {
    return [...this.#channelsByApp.values()].some((channels) => channels.has(channelId))
  }

  /** Starts recording of the application in every process, for the next minute. */
  async startRecording(clientId: string): Promise<void> {
    if (this.#recentlyPublished.has(clientId)) return
    this.#recentlyPublished.add(clientId)
    this.#publishable.set(clientId)
    const { bus, log } = this.#deps
    await bus.publish(appRecordedTopic.name, { clientId }).catch((error: unknown) => {
      log.warn({ clientId, error: String(error) }, 'inspector.publish_failed')
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#expiry[Symbol.dispose]()
    this.#publishable[Symbol.dispose]()
    await this.#subscription?.[Symbol.asyncDispose]()
  }

  #record(clientId: string): void {
    const { db, log } = this.#deps
    this.#channelsByApp.set(clientId, this.#channelsByApp.get(clientId) ?? new Set())
    this.#expiry.set(clientId)
    findGrantedChannels(db.read, clientId, maxChannels).then(
      (channels) => void (this.hasApp(clientId) && this.#channelsByApp.set(clientId, new Set(channels))),
      (error: unknown) => log.warn({ clientId, error: String(error) }, 'inspector.channels_read_failed'),
    )
  }
}
