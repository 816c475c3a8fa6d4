import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SystemMessage } from '@onair/contract'
import { connectSession, disconnectSession, type Admission } from '../features/sessions/connection.ts'
import { holdLease } from '../features/sessions/lease.ts'
import { channelTopic, gatewayTopic, listen, resetTopic, type SessionTold } from '../kit/signals.ts'
import { socketPayload } from '../kit/wire-profile.ts'
import type { World } from '../world/world.ts'
import { audience } from './audience.ts'
import { ears as openEars } from './ears.ts'
import { engineIo3 } from './engine-io-3.ts'
import type { Admitted, SessionSocket } from './session.ts'

/**
 * The role that holds sockets: lets tickets in, tells each session what is meant for it, and a channel's events to
 * whoever subscribed to them.
 */
export type Gateway = AsyncDisposable & {
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  readonly sockets: number
}

/** A session that this process holds; what it is told goes one after the other behind `told`. */
type Held = Admission & { socket: SessionSocket; topics: Set<string>; told: Promise<void> }

export async function openGateway(world: World): Promise<Gateway> {
  const { bus, clock, log, random } = world
  const id = random.uuid()
  const held = new Map<string, Held>()
  const leaving = new Set<Promise<void>>()
  const hearers = audience()
  const ears = openEars(bus, (topic, { type, event }) => hearers.tell(topic, type, event))

  await using opening = new AsyncDisposableStack()
  opening.use(await holdLease(id, world))
  opening.defer(async () => void (await Promise.all(leaving)))
  opening.use(await listen(bus, gatewayTopic(id), hear))
  opening.use(
    await listen(bus, resetTopic, () => {
      for (const { socket } of held.values()) socket.close('the world was reset')
    }),
  )
  const sockets = opening.use(engineIo3({ clock, random, log, admit }))
  const opened = opening.move()

  async function admit(ticket: string): Promise<Admitted | null> {
    const admission = await connectSession(ticket, id, world)
    if (admission === null) return null
    const { sessionKey } = admission
    return {
      opened(socket) {
        const session = { ...admission, socket, topics: new Set<string>(), told: Promise.resolve() }
        held.set(sessionKey, session)
        log.info({ sessionKey }, 'session.connected')
        tell(session, { type: 'connected', data: { sessionKey } })
      },
      closed(reason) {
        log.info({ sessionKey, reason }, 'session.disconnected')
        const session = held.get(sessionKey)
        held.delete(sessionKey)
        const left = leave(sessionKey, session).catch((error: unknown) => {
          log.error({ sessionKey, error }, 'session.not-ended')
        })
        leaving.add(left)
        void left.finally(() => leaving.delete(left))
      },
    }
  }

  async function leave(sessionKey: string, session: Held | undefined) {
    if (session !== undefined) {
      hearers.leaveAll(session.socket)
      for (const topic of session.topics) await ears.close({ name: topic })
    }
    await disconnectSession(sessionKey, world)
  }

  function hear(told: SessionTold) {
    const session = held.get(told.sessionKey)
    if (session === undefined) return
    session.told = session.told
      .then(() => act(session, told))
      .catch((error: unknown) => {
        log.error({ sessionKey: told.sessionKey, error }, 'session.failed')
        session.socket.close('could not be made whole')
      })
  }

  async function act(session: Held, told: SessionTold) {
    if (held.get(told.sessionKey) !== session) return
    if (told.act === 'close') return session.socket.close(told.reason)
    if (told.system.type === 'connected') return
    const { channelId, eventType } = told.system.data
    const topic = channelTopic(channelId, eventType)
    if (told.system.type === 'subscribed') await begin(session, topic.name)
    else await end(session, topic.name)
    tell(session, told.system)
  }

  async function begin(session: Held, topic: string) {
    if (session.topics.has(topic)) return
    session.topics.add(topic)
    await ears.open({ name: topic })
    if (held.get(session.sessionKey) === session) hearers.join(topic, session.socket, session.wireProfile)
  }

  async function end(session: Held, topic: string) {
    if (!session.topics.delete(topic)) return
    hearers.leave(topic, session.socket)
    await ears.close({ name: topic })
  }

  return {
    handleRequest: (request, response) => sockets.handleRequest(request, response),
    handleUpgrade: (request, stream, head) => sockets.handleUpgrade(request, stream, head),
    get sockets() {
      return sockets.sockets
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function tell({ socket, wireProfile }: Held, system: SystemMessage) {
  socket.emit('SYSTEM', socketPayload(wireProfile, JSON.stringify(system)))
}
