import type { SystemMessage } from '@onair/contract'
import type { Admission } from '../features/sessions/connection.ts'
import { kept } from '../features/inspector/kept-text.ts'
import type { Recorder } from '../world/recorder.ts'
import type { SessionSocket } from './session.ts'

/** Records what sessions are told, as long as somebody wants to know. */
export type FrameRecords = {
  know(socket: SessionSocket, admission: Admission): void
  told(sockets: Iterable<SessionSocket>, event: string, payload: object): void
  toldSystem(admission: Admission, message: SystemMessage): void
  closed(admission: Admission, reason: string): void
}

type Carried = { channelId?: string; eventId?: string }

export function frameRecords(recorder: Recorder): FrameRecords {
  const admissions = new WeakMap<SessionSocket, Admission>()
  return {
    know: (socket, admission) => void admissions.set(socket, admission),
    told(sockets, event, payload) {
      if (!recorder.isOn) return
      const { channelId = null, eventId } = payload as Carried
      const bytes = 700
      const detail = () => ({ payload: kept(JSON.stringify(payload)) })
      for (const socket of sockets) {
        const admission = admissions.get(socket)
        if (admission === undefined || !recorder.keeps(admission.clientId)) continue
        const { clientId, sessionKey } = admission
        const named = { name: event, clientId, sessionKey, channelId, ...(eventId !== undefined && { eventId }) }
        recorder.add({ kind: 'frame', ...named, bytes, detail })
      }
    },
    toldSystem({ clientId, sessionKey, ownerChannelId }, message) {
      if (!recorder.keeps(clientId)) return
      const channelId = 'channelId' in message.data ? message.data.channelId : ownerChannelId
      const name = `SYSTEM ${message.type}`
      const detail = () => ({ payload: kept(JSON.stringify(message)) })
      recorder.add({ kind: 'frame', name, clientId, sessionKey, channelId, detail })
    },
    closed({ clientId, sessionKey, ownerChannelId: channelId }, reason) {
      if (!recorder.keeps(clientId)) return
      recorder.add({ kind: 'frame', name: 'closed', clientId, sessionKey, channelId, detail: () => ({ reason }) })
    },
  }
}
