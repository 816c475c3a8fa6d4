import { failure, limits, type DisconnectCode, type SystemMessage } from '@onair/contract'
import type { ConnectedSession } from '../features/sessions/redeem-ticket.ts'
import { clientFailures } from '../features/inspector/missing-event-rules.ts'
import { truncate } from '../features/inspector/truncate.ts'
import type { FrameFilter, HookedSession } from '../hooks.ts'
import { chunk } from '../shared/chunk.ts'
import type { Deps } from '../infra/deps.ts'
import type { Random } from '../infra/random.ts'
import type { ReceiverList, Recorder } from '../infra/recorder.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import type { Audience } from './hub.ts'

/** Approximate memory of the record of an event: the size of a chat message. */
const eventBytes = 700

/** Approximate memory of a session key in a list while the list is written. Records that share the list count it each. */
const listedKeyBytes = 8

/** The sessions of an application in an audience: one, or a list of up to `limits.receiversPerRecord`. */
type Receivers = {
  clientId: string
  to: { sessionKey: string } | { receivers: ReceiverList }
  listBytes: number
}

type EventIds = { channelId?: string; eventId?: string }

/** Records what is sent to sessions, for applications that the inspector records. */
export class FrameRecorder {
  readonly #recorder: Recorder
  readonly #random: Random
  readonly #sessions = new WeakMap<ClientSocket, ConnectedSession>()
  readonly #receivers = new WeakMap<Audience, Receivers[]>()
  readonly #filters = new WeakMap<ClientSocket, FrameFilter>()
  #hasFilters = false

  constructor({ recorder, random }: Pick<Deps, 'recorder' | 'random'>) {
    this.#recorder = recorder
    this.#random = random
  }

  register(socket: ClientSocket, session: ConnectedSession): void {
    this.#sessions.set(socket, session)
  }

  /** While the filter records the events of the socket, this recorder does not. */
  registerFilter(socket: ClientSocket, filter: FrameFilter): void {
    this.#filters.set(socket, filter)
    this.#hasFilters = true
  }

  /** Adds one record for each application, whatever the number of its sessions. */
  recordEvent(audience: Audience, eventName: string, payload: object): void {
    if (!this.#recorder.isEnabled) return
    const { channelId = null, eventId } = payload as EventIds
    const detail = () => ({ payload: truncate(JSON.stringify(payload)) })
    for (const { clientId, to, listBytes } of this.#receiversOf(audience)) {
      if (!this.#recorder.isRecording(clientId)) continue
      const fields = { name: eventName, clientId, ...to, channelId, ...(eventId !== undefined && { eventId }) }
      this.#recorder.add({ kind: 'frame', ...fields, bytes: eventBytes + listBytes, detail })
    }
  }

  #receiversOf(audience: Audience): readonly Receivers[] {
    const isLeft = (socket: ClientSocket) => this.#filters.get(socket)?.recordsEvents !== true
    if (this.#hasFilters && !Iterator.from(audience.sockets()).every(isLeft))
      return this.#group(Iterator.from(audience.sockets()).filter(isLeft))
    const known = this.#receivers.get(audience)
    if (known !== undefined) return known
    const receivers = this.#group(audience.sockets())
    this.#receivers.set(audience, receivers)
    return receivers
  }

  #group(sockets: Iterable<ClientSocket>): Receivers[] {
    const sessions = [...sockets].flatMap((socket) => this.#sessions.get(socket) ?? [])
    const byClient = Map.groupBy(sessions, ({ clientId }) => clientId)
    return [...byClient].flatMap(([clientId, ofClient]) =>
      [...chunk(ofClient, limits.receiversPerRecord)].map((part) => this.#toReceivers(clientId, part)),
    )
  }

  #toReceivers(clientId: string, sessions: readonly ConnectedSession[]): Receivers {
    const [first, second] = sessions
    if (first !== undefined && second === undefined)
      return { clientId, to: { sessionKey: first.sessionKey }, listBytes: 0 }
    const sessionKeys = sessions.map(({ sessionKey }) => sessionKey)
    const listBytes = sessionKeys.length * listedKeyBytes
    return { clientId, to: { receivers: { id: this.#random.uuid(), sessionKeys } }, listBytes }
  }

  recordSystemMessage(socket: ClientSocket, session: ConnectedSession, message: SystemMessage): void {
    if (this.#filters.get(socket)?.recordsEvents !== true) recordSystemMessage(this.#recorder, session, message)
  }

  /** Records that the client of a session has not subscribed for a while. */
  recordSilence({ clientId, sessionKey, ownerChannelId: channelId, wireProfile }: ConnectedSession): void {
    if (this.#recorder.isRecording(clientId))
      this.#recorder.add({ kind: 'frame', name: 'silent', clientId, sessionKey, channelId, wireProfile })
  }

  recordClose(session: ConnectedSession, code: DisconnectCode, { hasSubscribed }: { hasSubscribed: boolean }): void {
    const { clientId, sessionKey, ownerChannelId: channelId, wireProfile } = session
    if (!this.#recorder.isRecording(clientId)) return
    const detail = () => ({ failure: failure(code) })
    const suspected = !hasSubscribed && clientFailures.has(code) ? { wireProfile } : {}
    this.#recorder.add({ kind: 'frame', name: 'closed', clientId, sessionKey, channelId, ...suspected, detail })
  }
}

/** Records a message that a session is sent. */
export function recordSystemMessage(
  recorder: Recorder,
  { clientId, sessionKey, ownerChannelId, wireProfile }: HookedSession,
  message: SystemMessage,
): void {
  if (!recorder.isRecording(clientId)) return
  const channelId = 'channelId' in message.data ? message.data.channelId : ownerChannelId
  const name = `SYSTEM ${message.type}`
  const detail = () => ({ payload: truncate(JSON.stringify(message)) })
  const profile = message.type === 'connected' ? { wireProfile } : {}
  recorder.add({ kind: 'frame', name, clientId, sessionKey, channelId, ...profile, detail })
}
