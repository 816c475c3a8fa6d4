import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { failureCodes } from '@onair/contract'
import { createTicketRedeemer } from '../features/sessions/redeem-ticket.ts'
import { DisconnectWriter } from '../features/sessions/disconnect-writer.ts'
import { acquireLease } from '../features/sessions/lease.ts'
import { isViewerTicket } from '../features/watch/viewer-ticket.ts'
import { gatewayTopic, subscribe, syncResultTopic, resetTopic, type GatewayCommand } from '../shared/events.ts'
import { chunk } from '../shared/chunk.ts'
import type { Deps } from '../infra/deps.ts'
import { createHub } from './hub.ts'
import { createEventFeed } from './event-feed.ts'
import { createEngineIo3 } from './engine-io/engine-io-3.ts'
import { createFrameRecorder } from './frame-recorder.ts'
import { repeat } from '../shared/repeat.ts'
import type { ConnectionHandler } from './connection.ts'
import { createSubscriptionSync } from './subscription-sync.ts'
import { createViewers } from './viewers.ts'

/**
 * The role that holds sockets: lets tickets in, tells each session what is meant for it, and a channel's events to
 * whoever subscribed to them.
 */
export type Gateway = AsyncDisposable & {
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  readonly connectionCount: number
}

/** How often everything is compared with the database, whatever the bus brought. */
const reconcileIntervalMs = 2_000
/** How sessions are closed when the process ends: so many, a pause, and the next. */
const closeBatchSize = 500
const closeBatchPauseMs = 100

export async function openGateway(deps: Deps): Promise<Gateway> {
  const { bus, clock, log, random } = deps
  const gatewayId = random.uuid()
  const frameRecorder = createFrameRecorder(deps.recorder)
  const hub = createHub((sockets, event, payload) => frameRecorder.recordEvent(sockets, event, payload))
  const eventFeed = createEventFeed(deps, hub)
  const subscriptionSync = createSubscriptionSync(gatewayId, deps, {
    hub: hub,
    eventFeed: eventFeed,
    frameRecorder: frameRecorder,
  })
  const disconnectWriter = new DisconnectWriter(gatewayId, deps)
  const redeemTicket = createTicketRedeemer(gatewayId, deps)
  const viewers = createViewers(deps, hub, eventFeed)

  await using stack = new AsyncDisposableStack()
  const lease = stack.use(await acquireLease(gatewayId, deps, () => closeSessions(failureCodes.LEASE_LOST)))
  stack.defer(() => disconnectWriter.flush().catch(() => {}))
  const reconcileLoop = stack.use(
    repeat(reconcile, {
      clock,
      intervalMs: reconcileIntervalMs,
      onError: (error) => log.warn({ error: String(error) }, 'gateway.reconcile_failed'),
    }),
  )
  stack.use(viewers)
  stack.use(await subscribe(bus, gatewayTopic(gatewayId), handleMessage))
  stack.use(
    await subscribe(bus, resetTopic, () => {
      closeSessions(failureCodes.SANDBOX_RESET)
      closeViewers(failureCodes.SANDBOX_RESET)
    }),
  )
  stack.use(
    bus.onHealthChange((isHealthy) => {
      if (!isHealthy) return
      reconcileLoop.runNow()
      viewers.broadcastResync()
    }),
  )
  const engineIo = stack.use(createEngineIo3({ clock, random, log, authenticate }))
  let isStopping = false
  stack.defer(async () => {
    isStopping = true
    // What was acknowledged before the end is told before the end.
    await reconcile().catch(() => {})
    await closeInBatches()
  })
  const resources = stack.move()

  async function authenticate(ticket: string): Promise<ConnectionHandler | null> {
    if (isViewerTicket(ticket)) return isStopping ? null : viewers.authenticate(ticket)
    const session = await redeem(ticket).catch((error: unknown) => {
      disconnectWriter.rejectTicket(ticket)
      throw error
    })
    if (session === null) return null
    const { sessionKey } = session
    return {
      onOpen(socket) {
        log.info({ sessionKey }, 'session.connected')
        subscriptionSync.add(session, socket)
      },
      onClose(reason) {
        log.info({ sessionKey, reason }, 'session.disconnected')
        frameRecorder.recordClose(session, reason)
        subscriptionSync.remove(sessionKey)
        disconnectWriter.add(sessionKey)
      },
    }
  }

  async function redeem(ticket: string) {
    if (isStopping || !lease.isHeld) throw new Error(isStopping ? 'the gateway stops' : 'the gateway holds no lease')
    return disconnectWriter.isTicketRejected(ticket) ? null : redeemTicket(ticket)
  }

  function handleMessage(message: GatewayCommand) {
    if (message.type === 'close') subscriptionSync.close(message.sessionKey, message.reason)
    else if (message.replyTo === undefined) subscriptionSync.sync(message.sessionKeys).catch(logSyncError)
    else for (const key of message.sessionKeys) void syncAndReply(key, message.replyTo).catch(logSyncError)
  }

  async function syncAndReply(sessionKey: string, replyTo: string) {
    const result = await subscriptionSync.syncSession(sessionKey)
    await bus.publish(syncResultTopic(replyTo).name, { result })
  }

  function logSyncError(error: unknown) {
    log.warn({ error: String(error) }, 'session.sync_failed')
  }

  async function reconcile() {
    const results = await Promise.allSettled([
      disconnectWriter.flush(),
      subscriptionSync.sync(subscriptionSync.sessionKeys()),
      eventFeed.backfill(),
      viewers.reconcile(),
    ])
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  function closeSessions(reason: string) {
    for (const key of subscriptionSync.sessionKeys()) subscriptionSync.close(key, reason)
  }

  function closeViewers(reason: string) {
    for (const socket of viewers.listSockets()) socket.close(reason)
  }

  /** So that not everybody comes back at the same moment, and others are answered meanwhile. */
  async function closeInBatches() {
    const reason = failureCodes.SERVER_STOPPING
    const closeCalls = [
      ...subscriptionSync.sessionKeys().map((key) => () => subscriptionSync.close(key, reason)),
      ...viewers.listSockets().map((socket) => () => socket.close(reason)),
    ]
    for (const batch of chunk(closeCalls, closeBatchSize)) {
      for (const close of batch) close()
      if (batch.at(-1) === closeCalls.at(-1)) return
      const { promise: pause, resolve } = Promise.withResolvers<void>()
      clock.after(closeBatchPauseMs, resolve)
      await pause
    }
  }

  return {
    handleRequest: (request, response) => engineIo.handleRequest(request, response),
    handleUpgrade: (request, stream, head) => engineIo.handleUpgrade(request, stream, head),
    get connectionCount() {
      return engineIo.connectionCount
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
