import { failure, type DisconnectCode, type SystemMessage } from '@onair/contract'
import type { ConnectedSession } from '../features/sessions/redeem-ticket.ts'
import { truncate } from '../features/inspector/truncate.ts'
import type { Recorder } from '../infra/recorder.ts'
import type { ClientSocket } from './connection.ts'

/** Records what sessions are told, as long as somebody wants to know. */
export type FrameRecorder = {
  register(socket: ClientSocket, session: ConnectedSession): void
  recordEvent(sockets: Iterable<ClientSocket>, event: string, payload: object): void
  recordSystemMessage(session: ConnectedSession, message: SystemMessage): void
  recordClose(session: ConnectedSession, reason: string): void
}

type EventIds = { channelId?: string; eventId?: string }

export function createFrameRecorder(recorder: Recorder): FrameRecorder {
  const sessions = new WeakMap<ClientSocket, ConnectedSession>()
  return {
    register: (socket, session) => void sessions.set(socket, session),
    recordEvent(sockets, event, payload) {
      if (!recorder.isEnabled) return
      const { channelId = null, eventId } = payload as EventIds
      const bytes = 700
      const detail = () => ({ payload: truncate(JSON.stringify(payload)) })
      for (const socket of sockets) {
        const session = sessions.get(socket)
        if (session === undefined || !recorder.isRecording(session.clientId)) continue
        const { clientId, sessionKey } = session
        const fields = { name: event, clientId, sessionKey, channelId, ...(eventId !== undefined && { eventId }) }
        recorder.add({ kind: 'frame', ...fields, bytes, detail })
      }
    },
    recordSystemMessage({ clientId, sessionKey, ownerChannelId }, message) {
      if (!recorder.isRecording(clientId)) return
      const channelId = 'channelId' in message.data ? message.data.channelId : ownerChannelId
      const name = `SYSTEM ${message.type}`
      const detail = () => ({ payload: truncate(JSON.stringify(message)) })
      recorder.add({ kind: 'frame', name, clientId, sessionKey, channelId, detail })
    },
    recordClose({ clientId, sessionKey, ownerChannelId: channelId }, reason) {
      if (!recorder.isRecording(clientId)) return
      const detail = () => ({ failure: failure(reason as DisconnectCode) })
      recorder.add({ kind: 'frame', name: 'closed', clientId, sessionKey, channelId, detail })
    },
  }
}
