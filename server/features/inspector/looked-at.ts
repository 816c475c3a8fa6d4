import { inspectedTopic, listen } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { findGrantedChannels } from './record-store.ts'

/** Which applications somebody looks at now. Every process knows, because whoever looks has it told. */
export type LookedAt = AsyncDisposable & {
  readonly isEmpty: boolean
  hasApp(clientId: string): boolean
  /** Whether the channel granted something to one of them. */
  hasChannel(channelId: string): boolean
  look(clientId: string): Promise<void>
}

const lookedForMs = 60_000
const toldEveryMs = 10_000
const channelsAtMost = 10_000

type Looked = { until: number; channels: ReadonlySet<string> }

export async function openLookedAt({
  bus,
  clock,
  db,
  log,
}: Pick<World, 'bus' | 'clock' | 'db' | 'log'>): Promise<LookedAt> {
  const apps = new Map<string, Looked>()
  const toldAt = new Map<string, number>()
  let timer: Disposable | null = null

  const forget = () => {
    timer = null
    const now = clock.real()
    for (const [clientId, { until }] of apps) if (until <= now) apps.delete(clientId)
    for (const [clientId, at] of toldAt) if (at + toldEveryMs <= now) toldAt.delete(clientId)
    if (apps.size > 0) timer = clock.after(toldEveryMs, forget)
  }
  const hear = (clientId: string) => {
    const looked = { until: clock.real() + lookedForMs, channels: apps.get(clientId)?.channels ?? new Set<string>() }
    apps.set(clientId, looked)
    timer ??= clock.after(toldEveryMs, forget)
    findGrantedChannels(db.read, clientId, channelsAtMost).then(
      (channels) => void (looked.channels = new Set(channels)),
      (error: unknown) => log.warn({ clientId, error: String(error) }, 'inspector.channels-not-read'),
    )
  }
  const listening = await listen(bus, inspectedTopic, ({ clientId }) => hear(clientId))
  return {
    get isEmpty() {
      return apps.size === 0
    },
    hasApp: (clientId) => apps.has(clientId),
    hasChannel: (channelId) => [...apps.values()].some(({ channels }) => channels.has(channelId)),
    async look(clientId) {
      const now = clock.real()
      if ((toldAt.get(clientId) ?? -toldEveryMs) + toldEveryMs > now) return
      toldAt.set(clientId, now)
      await bus.publish(inspectedTopic.name, { clientId }).catch((error: unknown) => {
        log.warn({ clientId, error: String(error) }, 'inspector.look-not-told')
      })
    },
    async [Symbol.asyncDispose]() {
      timer?.[Symbol.dispose]()
      await listening[Symbol.asyncDispose]()
    },
  }
}
