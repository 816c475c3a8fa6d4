import { Hub } from '@onair/server/gateway/hub.ts'
import { TimeSlices } from '@onair/server/gateway/time-slices.ts'
import { processTime } from '@onair/server/infra/clock.ts'
import { FrameRecorder } from '@onair/server/gateway/frame-recorder.ts'
import type { ClientSocket } from '@onair/server/gateway/engine-io/connection.ts'
import { systemRandom } from '@onair/server/infra/random.ts'
import { noRecorder, type Recorder } from '@onair/server/infra/recorder.ts'
import { createMessage } from '../chat-fanout/rooms.ts'

/** Broadcasts messages to 1,000 sockets that discard them. The result is the CPU time per message without the sockets. */
export type ToBroadcaster = { messages: number }
export type FromBroadcaster = { cpuMicrosEach: number }

const socketCount = 1_000
const [mode] = process.argv.slice(2)
let recordedCount = 0
const countingRecorder: Recorder = {
  ...noRecorder,
  isEnabled: true,
  isRecording: () => true,
  add: () => void (recordedCount += 1),
}
const frameRecorder = new FrameRecorder({
  recorder: mode === 'all' ? countingRecorder : noRecorder,
  random: systemRandom,
})
const hub =
  mode === 'off'
    ? new Hub({ uptime: processTime, slices: new TimeSlices() })
    : new Hub({
        onBroadcast: (audience, event, payload) => frameRecorder.recordEvent(audience, event, payload),
        uptime: processTime,
        slices: new TimeSlices(),
      })
for (let n = 0; n < socketCount; n++) {
  const socket: ClientSocket = { send: () => {}, emit: () => {}, close: () => {} }
  frameRecorder.register(socket, {
    sessionKey: String(n),
    clientId: 'an app',
    ownerChannelId: null,
    wireProfile: 'documented',
  })
  await hub.subscribe('room', socket, 'documented')
}
process.on('message', ({ messages }: ToBroadcaster) => {
  const usageAtStart = process.cpuUsage()
  for (let n = 0; n < messages; n++) hub.broadcast('room', 'CHAT', createMessage(n))
  const { user, system } = process.cpuUsage(usageAtStart)
  const response: FromBroadcaster = { cpuMicrosEach: (user + system) / messages }
  process.send?.(response)
})
process.on('disconnect', () => process.exit())
