import type { Config } from '../../config.ts'
import { channelEventIn } from '../../shared/events.ts'
import type { BusEvent } from '../../infra/bus/bus.ts'
import { noRecorder, type Recorder } from '../../infra/recorder.ts'
import type { Deps } from '../../infra/deps.ts'
import { openObservedApps } from './observed-apps.ts'
import { truncate } from './truncate.ts'
import { openRecordQueue } from './record-queue.ts'

export type OpenRecorder = Recorder &
  AsyncDisposable & {
    /** Records the event that a signal tells of, before anybody hears it. */
    recordEvent(busEvent: BusEvent): void
  }

/** What is recorded where the settings do not say. */
function recordingMode({ inspector, mode }: Config): NonNullable<Config['inspector']> {
  return inspector ?? (mode === 'sandbox' ? 'all' : 'looked-at')
}

/** Opens the recorder of a process, which records all, what somebody looks at, or nothing. */
export async function openRecorder(deps: Pick<Deps, 'bus' | 'clock' | 'config' | 'db' | 'log'>): Promise<OpenRecorder> {
  const mode = recordingMode(deps.config)
  if (mode === 'off') return { ...noRecorder, recordEvent: () => {}, [Symbol.asyncDispose]: async () => {} }
  const isAll = mode === 'all'
  const observedApps = await openObservedApps(deps)
  const queue = openRecordQueue(deps)

  return {
    get isEnabled() {
      return isAll || !observedApps.isEmpty
    },
    isRecording: (clientId) => isAll || (clientId !== null && observedApps.hasApp(clientId)),
    add: (record) => queue.add(record),
    nextSequence: () => queue.nextSequence(),
    observe: async (clientId) => (isAll ? undefined : observedApps.observe(clientId)),
    flush: () => queue.flushed(),
    recordEvent(busEvent) {
      const sessionEvent = isAll || !observedApps.isEmpty ? channelEventIn(busEvent) : null
      if (sessionEvent === null) return
      const { type, channelId, event } = sessionEvent
      if (!isAll && !observedApps.hasChannel(channelId)) return
      const { eventId } = event as { eventId: string }
      queue.add({
        kind: 'event',
        name: type,
        channelId,
        eventId,
        bytes: 2_000,
        detail: () => ({ payload: truncate(JSON.stringify(event)) }),
      })
    },
    async [Symbol.asyncDispose]() {
      await observedApps[Symbol.asyncDispose]()
      await queue[Symbol.asyncDispose]()
    },
  }
}
