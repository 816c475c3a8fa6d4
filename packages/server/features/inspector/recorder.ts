import type { Config } from '../../config/config.ts'
import { channelEventIn } from '../../shared/bus-messages.ts'
import type { BusMessage } from '../../infra/bus/bus.ts'
import { noRecorder, type Recorder } from '../../infra/recorder.ts'
import type { Deps } from '../../infra/deps.ts'
import { openRecordedApps } from './recorded-apps.ts'
import { truncate } from './truncate.ts'
import { RecordQueue } from './record-queue.ts'

export type OpenRecorder = Recorder &
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
