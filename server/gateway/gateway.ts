import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { causes } from '@onair/contract'
import { ticketTaker } from '../features/sessions/connection.ts'
import { endings } from '../features/sessions/endings.ts'
import { holdLease } from '../features/sessions/lease.ts'
import { isViewerTicket } from '../features/watch/viewer-ticket.ts'
import { gatewayTopic, listen, lookedTopic, resetTopic, type SessionTold } from '../kit/signals.ts'
import { slices } from '../kit/slices.ts'
import type { World } from '../world/world.ts'
import { audience } from './audience.ts'
import { channelEvents } from './channel-events.ts'
import { engineIo3 } from './engine-io-3.ts'
import { frameRecords } from './record-frames.ts'
import { rounds } from './rounds.ts'
import type { Admitted } from './session.ts'
import { subscriptions } from './subscriptions.ts'
import { viewers } from './viewers.ts'

/**
 * The role that holds sockets: lets tickets in, tells each session what is meant for it, and a channel's events to
 * whoever subscribed to them.
 */
export type Gateway = AsyncDisposable & {
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  readonly sockets: number
}

/** How often everything is compared with the database, whatever the bus brought. */
const roundMs = 2_000
/** How sessions are closed when the process ends: so many, a pause, and the next. */
const closedAtOnce = 500
const pauseMs = 100

export async function openGateway(world: World): Promise<Gateway> {
  const { bus, clock, log, random } = world
  const id = random.uuid()
  const records = frameRecords(world.recorder)
  const hearers = audience((sockets, event, payload) => records.told(sockets, event, payload))
  const channels = channelEvents(world, hearers)
  const sessions = subscriptions(id, world, { audience: hearers, channels, records })
  const ended = endings(id, world)
  const takeTicket = ticketTaker(id, world)
  const watching = viewers(world, hearers, channels)

  await using opening = new AsyncDisposableStack()
  const lease = opening.use(await holdLease(id, world, () => closeAll(causes.LEASE_LOST)))
  opening.defer(() => ended.write().catch(() => {}))
  const looking = opening.use(rounds(roundMs, lookAtAll, world))
  opening.use(watching)
  opening.use(await listen(bus, gatewayTopic(id), hear))
  opening.use(
    await listen(bus, resetTopic, () => {
      closeAll(causes.WORLD_RESET)
      closeViewers(causes.WORLD_RESET)
    }),
  )
  opening.use(
    bus.onHealth((whole) => {
      if (!whole) return
      looking.now()
      watching.tellAgain()
    }),
  )
  const sockets = opening.use(engineIo3({ clock, random, log, admit }))
  let stopping = false
  opening.defer(async () => {
    stopping = true
    // What was acknowledged before the end is told before the end.
    await lookAtAll().catch(() => {})
    await closeInBatches()
  })
  const opened = opening.move()

  async function admit(ticket: string): Promise<Admitted | null> {
    if (isViewerTicket(ticket)) return stopping ? null : watching.admit(ticket)
    const admission = await use(ticket).catch((error: unknown) => {
      ended.addRefused(ticket)
      throw error
    })
    if (admission === null) return null
    const { sessionKey } = admission
    return {
      opened(socket) {
        log.info({ sessionKey }, 'session.connected')
        sessions.hold(admission, socket)
      },
      closed(reason) {
        log.info({ sessionKey, reason }, 'session.disconnected')
        records.closed(admission, reason)
        sessions.release(sessionKey)
        ended.add(sessionKey)
      },
    }
  }

  async function use(ticket: string) {
    if (stopping || !lease.held) throw new Error(stopping ? 'the gateway stops' : 'the gateway holds no lease')
    return ended.isRefused(ticket) ? null : takeTicket(ticket)
  }

  function hear(told: SessionTold) {
    if (told.act === 'close') sessions.close(told.sessionKey, told.reason)
    else if (told.answerTo === undefined) sessions.look(told.sessionKeys).catch(logLook)
    else for (const key of told.sessionKeys) void answer(key, told.answerTo).catch(logLook)
  }

  async function answer(sessionKey: string, answerTo: string) {
    const result = await sessions.lookWhole(sessionKey)
    await bus.publish(lookedTopic(answerTo).name, { result })
  }

  function logLook(error: unknown) {
    log.warn({ error: String(error) }, 'session.not-looked-at')
  }

  async function lookAtAll() {
    const done = await Promise.allSettled([
      ended.write(),
      sessions.look(sessions.keys()),
      channels.readOn(),
      watching.lookAtAll(),
    ])
    for (const one of done) if (one.status === 'rejected') throw one.reason
  }

  function closeAll(reason: string) {
    for (const key of sessions.keys()) sessions.close(key, reason)
  }

  function closeViewers(reason: string) {
    for (const socket of watching.sockets()) socket.close(reason)
  }

  /** So that not everybody comes back at the same moment, and others are answered meanwhile. */
  async function closeInBatches() {
    const reason = causes.SERVER_STOPPING
    const closings = [
      ...sessions.keys().map((key) => () => sessions.close(key, reason)),
      ...watching.sockets().map((socket) => () => socket.close(reason)),
    ]
    for (const batch of slices(closings, closedAtOnce)) {
      for (const close of batch) close()
      if (batch.at(-1) === closings.at(-1)) return
      const { promise: pause, resolve } = Promise.withResolvers<void>()
      clock.after(pauseMs, resolve)
      await pause
    }
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
