import type { Config } from '../../config/config.ts'
import { channelEventIn, appRecordedTopic, subscribe } from '../../shared/bus-messages.ts'
import type { BusMessage } from '../../infra/bus/bus.ts'
import { noRecorder, type Recorder } from '../../infra/recorder.ts'
import type { Deps } from '../../infra/deps.ts'
import { truncate } from './truncate.ts'
import { RecordQueue } from './record-queue.ts'
import { Deadlines } from '../../shared/deadlines.ts'
import { findGrantedChannels } from './record-store.ts'

type OpenRecorder = Recorder &
  AsyncDisposable & {
    /** Records the channel event of a bus message, before the message is published. */
    recordChannelEvent(busMessage: BusMessage): void
  }

/** Opens the recorder of a process. Decision 6. */
export async function openRecorder(
  deps: Pick<Deps, 'bus' | 'clock' | 'config' | 'db' | 'log' | 'metrics' | 'policy'>,
): Promise<OpenRecorder> {
  const mode = recordingMode(deps)
  if (mode === 'off') return { ...noRecorder, recordChannelEvent: () => {}, [Symbol.asyncDispose]: async () => {} }
  const isAll = mode === 'all' || mode === 'last-hour'
  const recordedApps = await openRecordedApps(deps)
  const queue = new RecordQueue(deps)

  return {
    get isEnabled() {
      return isAll || !recordedApps.isEmpty
    },
    isRecording: (clientId) => isAll || (clientId !== null && recordedApps.hasApp(clientId)),
    add: (record) => queue.add(record),
    nextSequence: () => queue.nextSequence(),
    startRecording: async (clientId) => (isAll ? undefined : recordedApps.startRecording(clientId)),
    flush: () => queue.flush(),
    recordChannelEvent(busMessage) {
      const channelEvent = isAll || !recordedApps.isEmpty ? channelEventIn(busMessage) : null
      if (channelEvent === null) return
      const { type: name, channelId, event } = channelEvent
      if (!isAll && !recordedApps.hasChannel(channelId)) return
      const { eventId } = event as { eventId: string }
      const detail = () => ({ payload: truncate(JSON.stringify(event)) })
      queue.add({ kind: 'event', name, channelId, eventId, bytes: 2_000, detail })
    },
    async [Symbol.asyncDispose]() {
      await recordedApps[Symbol.asyncDispose]()
      await queue[Symbol.asyncDispose]()
    },
  }
}

/** The setting, or the default of the policy. */
function recordingMode({ config, policy }: Pick<Deps, 'config' | 'policy'>): NonNullable<Config['inspector']> {
  return config.inspector ?? policy.recordedRequests
}

const recordedForMs = 60_000
const publishIntervalMs = 10_000
const maxChannels = 10_000

/** Opens the set of applications whose records are being read. A bus message names them to every process. */
async function openRecordedApps(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>): Promise<RecordedApps> {
  const recordedApps = new RecordedApps(deps)
  await recordedApps.open()
  return recordedApps
}

class RecordedApps implements AsyncDisposable {
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
