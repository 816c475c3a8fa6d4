import { failure, type DisconnectCode, type SystemMessage } from '@onair/contract'
import type { ConnectedSession } from '../features/sessions/redeem-ticket.ts'
import { clientFailures } from '../features/inspector/missing-event-rules.ts'
import { truncate } from '../features/inspector/truncate.ts'
import type { Recorder } from '../infra/recorder.ts'
import type { ClientSocket } from './engine-io/connection.ts'

/** Approximate memory of the record of an event: the size of a chat message. */
const eventBytes = 700

type EventIds = { channelId?: string; eventId?: string }

/** Records what is sent to sessions, for applications that the inspector records. */
export class FrameRecorder {
  readonly #recorder: Recorder
  readonly #sessions = new WeakMap<ClientSocket, ConnectedSession>()

  constructor(recorder: Recorder) {
    this.#recorder = recorder
  }

  register(socket: ClientSocket, session: ConnectedSession): void {
    this.#sessions.set(socket, session)
  }

  recordEvent(sockets: Iterable<ClientSocket>, eventName: string, payload: object): void {
    if (!this.#recorder.isEnabled) return
    const { channelId = null, eventId } = payload as EventIds
    const detail = () => ({ payload: truncate(JSON.stringify(payload)) })
    for (const socket of sockets) {
      const session = this.#sessions.get(socket)
      if (session === undefined || !this.#recorder.isRecording(session.clientId)) continue
      const { clientId, sessionKey } = session
      const fields = { name: eventName, clientId, sessionKey, channelId, ...(eventId !== undefined && { eventId }) }
      this.#recorder.add({ kind: 'frame', ...fields, bytes: eventBytes, detail })
    }
  }

  recordSystemMessage({ clientId, sessionKey, ownerChannelId }: ConnectedSession, message: SystemMessage): void {
    if (!this.#recorder.isRecording(clientId)) return
    const channelId = 'channelId' in message.data ? message.data.channelId : ownerChannelId
    const name = `SYSTEM ${message.type}`
    const detail = () => ({ payload: truncate(JSON.stringify(message)) })
    this.#recorder.add({ kind: 'frame', name, clientId, sessionKey, channelId, detail })
  }

  recordClose(session: ConnectedSession, code: DisconnectCode, { hasSubscribed }: { hasSubscribed: boolean }): void {
    const { clientId, sessionKey, ownerChannelId: channelId, wireProfile } = session
    if (!this.#recorder.isRecording(clientId)) return
    const detail = () => ({ failure: failure(code) })
    const suspected = !hasSubscribed && clientFailures.has(code) ? { wireProfile } : {}
    this.#recorder.add({ kind: 'frame', name: 'closed', clientId, sessionKey, channelId, ...suspected, detail })
  }
}
