import { appObservedTopic, subscribe } from '../../shared/events.ts'
import type { Deps } from '../../infra/deps.ts'
import { findGrantedChannels } from './record-store.ts'

/** Which applications somebody looks at now. Every process knows, because whoever looks has it told. */
export type ObservedApps = AsyncDisposable & {
  readonly isEmpty: boolean
  hasApp(clientId: string): boolean
  /** Whether the channel granted something to one of them. */
  hasChannel(channelId: string): boolean
  observe(clientId: string): Promise<void>
}

const observedForMs = 60_000
const announceIntervalMs = 10_000
const maxChannels = 10_000

type ObservedApp = { until: number; channels: ReadonlySet<string> }

export async function openObservedApps({
  bus,
  clock,
  db,
  log,
}: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>): Promise<ObservedApps> {
  const apps = new Map<string, ObservedApp>()
  const announcedAt = new Map<string, number>()
  let timer: Disposable | null = null

  const expire = () => {
    timer = null
    const now = clock.uptime()
    for (const [clientId, { until }] of apps) if (until <= now) apps.delete(clientId)
    for (const [clientId, announced] of announcedAt)
      if (announced + announceIntervalMs <= now) announcedAt.delete(clientId)
    if (apps.size > 0) timer = clock.after(announceIntervalMs, expire)
  }
  const onObserved = (clientId: string) => {
    const observedApp = {
      until: clock.uptime() + observedForMs,
      channels: apps.get(clientId)?.channels ?? new Set<string>(),
    }
    apps.set(clientId, observedApp)
    timer ??= clock.after(announceIntervalMs, expire)
    findGrantedChannels(db.read, clientId, maxChannels).then(
      (channels) => void (observedApp.channels = new Set(channels)),
      (error: unknown) => log.warn({ clientId, error: String(error) }, 'inspector.channels_read_failed'),
    )
  }
  const subscription = await subscribe(bus, appObservedTopic, ({ clientId }) => onObserved(clientId))
  return {
    get isEmpty() {
      return apps.size === 0
    },
    hasApp: (clientId) => apps.has(clientId),
    hasChannel: (channelId) => [...apps.values()].some(({ channels }) => channels.has(channelId)),
    async observe(clientId) {
      const now = clock.uptime()
      if ((announcedAt.get(clientId) ?? -announceIntervalMs) + announceIntervalMs > now) return
      announcedAt.set(clientId, now)
      await bus.publish(appObservedTopic.name, { clientId }).catch((error: unknown) => {
        log.warn({ clientId, error: String(error) }, 'inspector.announce_failed')
      })
    },
    async [Symbol.asyncDispose]() {
      timer?.[Symbol.dispose]()
      await subscription[Symbol.asyncDispose]()
    },
  }
}
