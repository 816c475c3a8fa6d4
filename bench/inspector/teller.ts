import { audience } from '../../server/gateway/audience.ts'
import { frameRecords } from '../../server/gateway/record-frames.ts'
import type { SessionSocket } from '../../server/gateway/session.ts'
import { noRecorder, type Recorder } from '../../server/world/recorder.ts'
import { chat } from '../chat-fanout/rooms.ts'

/** A process that tells chats to 1,000 sockets that take them and do nothing, so that what telling itself costs is seen. */
export type ToTeller = { chats: number }
export type FromTeller = { microsEach: number }

const listeners = 1_000
const [kind] = process.argv.slice(2)
let taken = 0
/** As many are taken as the queue holds; the rest is counted. */
const everything: Recorder = { ...noRecorder, isOn: true, keeps: () => true, add: () => void (taken += 1) }
const records = frameRecords(kind === 'all' ? everything : noRecorder)
const rooms = kind === 'off' ? audience() : audience((sockets, event, payload) => records.told(sockets, event, payload))
for (let nth = 0; nth < listeners; nth++) {
  const socket: SessionSocket = { send: () => {}, emit: () => {}, close: () => {} }
  records.know(socket, {
    sessionKey: String(nth),
    clientId: 'a client',
    ownerChannelId: null,
    wireProfile: 'documented',
  })
  rooms.join('room', socket, 'documented')
}
process.on('message', ({ chats }: ToTeller) => {
  const used = process.cpuUsage()
  for (let nth = 0; nth < chats; nth++) rooms.tell('room', 'CHAT', chat(nth))
  const { user, system } = process.cpuUsage(used)
  const answer: FromTeller = { microsEach: (user + system) / chats }
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
