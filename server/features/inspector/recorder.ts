import type { Config } from '../../config.ts'
import { happenedIn } from '../../kit/signals.ts'
import type { Signal } from '../../world/bus/bus.ts'
import { noRecorder, type Recorder } from '../../world/recorder.ts'
import type { World } from '../../world/world.ts'
import { openLookedAt } from './looked-at.ts'
import { kept } from './kept-text.ts'
import { openRecordQueue } from './record-queue.ts'

export type OpenRecorder = Recorder &
  AsyncDisposable & {
    /** Records the event that a signal tells of, before anybody hears it. */
    told(signal: Signal): void
  }

/** What is recorded where the settings do not say. */
function recorded({ inspector, mode }: Config): NonNullable<Config['inspector']> {
  return inspector ?? (mode === 'sandbox' ? 'all' : 'looked-at')
}

/** Opens the recorder of a process, which records all, what somebody looks at, or nothing. */
export async function openRecorder(
  world: Pick<World, 'bus' | 'clock' | 'config' | 'db' | 'log'>,
): Promise<OpenRecorder> {
  const what = recorded(world.config)
  if (what === 'off') return { ...noRecorder, told: () => {}, [Symbol.asyncDispose]: async () => {} }
  const isAll = what === 'all'
  const looked = await openLookedAt(world)
  const queue = openRecordQueue(world)

  return {
    get isOn() {
      return isAll || !looked.isEmpty
    },
    keeps: (clientId) => isAll || (clientId !== null && looked.hasApp(clientId)),
    add: (record) => queue.add(record),
    takePlace: () => queue.takePlace(),
    look: async (clientId) => (isAll ? undefined : looked.look(clientId)),
    written: () => queue.written(),
    told(signal) {
      const happened = isAll || !looked.isEmpty ? happenedIn(signal) : null
      if (happened === null) return
      const { type, channelId, event } = happened
      if (!isAll && !looked.hasChannel(channelId)) return
      const { eventId } = event as { eventId: string }
      queue.add({
        kind: 'event',
        name: type,
        channelId,
        eventId,
        bytes: 2_000,
        detail: () => ({ payload: kept(JSON.stringify(event)) }),
      })
    },
    async [Symbol.asyncDispose]() {
      await looked[Symbol.asyncDispose]()
      await queue[Symbol.asyncDispose]()
    },
  }
}
