import { Hub } from '../../server/gateway/hub.ts'
import { FrameRecorder } from '../../server/gateway/frame-recorder.ts'
import type { ClientSocket } from '../../server/gateway/engine-io/connection.ts'
import { noRecorder, type Recorder } from '../../server/infra/recorder.ts'
import { createChat } from '../chat-fanout/rooms.ts'

/** A process that tells chats to 1,000 sockets that take them and do nothing, so that what telling itself costs is seen. */
export type ToBroadcaster = { chats: number }
export type FromBroadcaster = { microsEach: number }

const listeners = 1_000
const [kind] = process.argv.slice(2)
let recordedCount = 0
/** As many are taken as the queue holds; the rest is counted. */
const countingRecorder: Recorder = {
  ...noRecorder,
  isEnabled: true,
  isRecording: () => true,
  add: () => void (recordedCount += 1),
}
const records = new FrameRecorder(kind === 'all' ? countingRecorder : noRecorder)
const testHub =
  kind === 'off' ? new Hub() : new Hub((sockets, event, payload) => records.recordEvent(sockets, event, payload))
for (let nth = 0; nth < listeners; nth++) {
  const socket: ClientSocket = { send: () => {}, emit: () => {}, close: () => {} }
  records.register(socket, {
    sessionKey: String(nth),
    clientId: 'a client',
    ownerChannelId: null,
    wireProfile: 'documented',
  })
  testHub.subscribe('room', socket, 'documented')
}
process.on('message', ({ chats }: ToBroadcaster) => {
  const usageAtStart = process.cpuUsage()
  for (let nth = 0; nth < chats; nth++) testHub.broadcast('room', 'CHAT', createChat(nth))
  const { user, system } = process.cpuUsage(usageAtStart)
  const answer: FromBroadcaster = { microsEach: (user + system) / chats }
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
