import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { disconnectCodes, type DisconnectCode } from '@onair/contract'
import { isViewerTicket } from '../features/watch/viewer-ticket.ts'
import { chunk } from '../shared/chunk.ts'
import { accountEndedTopic, resetTopic, subscribe } from '../shared/bus-messages.ts'
import { RefusalSums } from '../shared/callers/refusal-sums.ts'
import { repeat } from '../shared/repeat.ts'
import type { Deps } from '../infra/deps.ts'
import { connectionLimitOf } from '../infra/files/open-files.ts'
import type { ClientSocket, ConnectionHandler } from './engine-io/connection.ts'
import { EngineIo3 } from './engine-io/engine-io-3.ts'
import { clientNetworks } from './client-network.ts'
import { ChannelEvents } from './channel-events.ts'
import { FrameRecorder } from './frame-recorder.ts'
import { Hub } from './hub.ts'
import { reportRefusedUpgrade } from './refused-upgrade.ts'
import { Sessions } from './sessions.ts'
import { TimeSlices } from './time-slices.ts'
import { Viewers } from './viewers.ts'

/** How often sessions, feeds and viewers are compared with the database, because the bus may lose messages. */
const reconcileIntervalMs = 2_000
const closeBatchSize = 500
const closeBatchPauseMs = 100

/** `onAuthenticated` is called with the socket of each client that has redeemed a ticket by a websocket. */
export async function openGateway(deps: Deps, onAuthenticated?: (socket: Socket) => void): Promise<Gateway> {
  await using stack = new AsyncDisposableStack()
  const gateway = stack.use(new Gateway(deps, onAuthenticated))
  await gateway.open()
  stack.move()
  return gateway
}

/**
 * The role that holds sockets: connects sessions and viewers by their tickets, and broadcasts the
 * events of channels to those that are subscribed. Disposing closes all sockets in batches.
 */
export class Gateway implements AsyncDisposable {
  readonly #deps: Deps
  readonly #channelEvents: ChannelEvents
  readonly #hub: Hub
  readonly #sessions: Sessions
  readonly #viewers: Viewers
  readonly #engineIo: EngineIo3
  readonly #resources = new AsyncDisposableStack()
  #isStopping = false

  constructor(deps: Deps, onAuthenticated?: (socket: Socket) => void) {
    const slices = new TimeSlices()
    const frameRecorder = new FrameRecorder(deps)
    const channelEvents = new ChannelEvents(deps)
    const hub = new Hub({
      source: channelEvents,
      slices,
      uptime: () => deps.clock.uptime(),
      onBroadcast(audience, event, payload, socketCount) {
        deps.metrics.eventSent(event, socketCount)
        frameRecorder.recordEvent(audience, event, payload)
        traceDelivery(deps, event, payload, socketCount)
      },
    })
    const refusals = this.#resources.use(new RefusalSums(deps, 'upgrade.refusals_summed'))
    this.#deps = deps
    this.#channelEvents = channelEvents
    this.#hub = hub
    this.#sessions = new Sessions(deps.random.uuid(), {
      ...deps,
      hub,
      frameRecorder,
      closeAll: (code) => this.#closeAll(code),
    })
    this.#viewers = new Viewers({
      ...deps,
      hub,
      maxConnections: connectionLimitOf(deps.config)?.maxConnections ?? null,
    })
    this.#engineIo = new EngineIo3({
      ...deps,
      slices,
      authenticate: (ticket) => this.#authenticate(ticket),
      ...(onAuthenticated && { onAuthenticated }),
      networksOf: (request) => clientNetworks(request, deps.config),
      limits: { maxTotalPendingBytes: deps.config.socketPendingMb * 1_000_000 },
      onRefused: (reason) => deps.metrics.connectionRefused(reason),
      onUpgradeRefused: (refusal) => reportRefusedUpgrade(refusal, { ...deps, refusals }),
      refusePoll: () => deps.hooks.onPoll?.() ?? null,
      refuseUpgrade: () => deps.hooks.onUpgrade?.() ?? null,
      deliverWaiting: (socket) => hub.deliverWaiting(socket),
    })
  }

  async open(): Promise<void> {
    const { bus, clock, db, log } = this.#deps
    this.#observe()
    this.#resources.use(this.#sessions)
    await this.#sessions.open()
    const reconcileLoop = repeat(() => this.#reconcile(), {
      clock,
      intervalMs: reconcileIntervalMs,
      onError: (error) => log.warn({ error: String(error) }, 'gateway.reconcile_failed'),
    })
    this.#resources.use(reconcileLoop)
    this.#resources.use(this.#viewers)
    this.#resources.use(await subscribe(bus, resetTopic, () => this.#closeAll(disconnectCodes.SANDBOX_RESET)))
    this.#resources.use(
      await subscribe(bus, accountEndedTopic, ({ channelId }) => this.#viewers.closePeople(new Set([channelId]))),
    )
    const onHealthChange = (isHealthy: boolean) => {
      if (!isHealthy) return
      reconcileLoop.runNow()
      this.#viewers.broadcastResync()
    }
    this.#resources.use(bus.onHealthChange(onHealthChange))
    this.#resources.use(db.onRecovered(() => reconcileLoop.runNow()))
    this.#resources.use(this.#engineIo)
    this.#resources.defer(() => this.#drain())
  }

  get connectionCount(): number {
    return this.#engineIo.connectionCount
  }

  /** False when the path is not the gateway's; request and response are then untouched. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    return this.#engineIo.handleRequest(request, response)
  }

  /** Handles an upgrade request. `isSocketUpgrade(request)` must be true. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#engineIo.handleUpgrade(request, stream, head)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync()
  }

  #observe(): void {
    const { metrics } = this.#deps
    this.#resources.use(metrics.observe('onair_gateway_connections', () => this.connectionCount))
    this.#resources.use(metrics.observe('onair_gateway_sessions', () => this.#sessions.count))
    this.#resources.use(metrics.observe('onair_gateway_viewers', () => this.#viewers.listSockets().length))
    this.#resources.use(metrics.observe('onair_gateway_topics', () => this.#hub.topicCount))
    this.#resources.use(metrics.observe('onair_events_dropped_total', () => this.#engineIo.droppedPackets))
  }

  async #authenticate(ticket: string): Promise<ConnectionHandler | null> {
    if (!isViewerTicket(ticket)) return this.#sessions.authenticate(ticket)
    return this.#isStopping ? null : this.#viewers.authenticate(ticket)
  }

  async #reconcile(): Promise<void> {
    const results = await Promise.allSettled([
      this.#sessions.reconcile(),
      this.#channelEvents.backfill(),
      this.#viewers.reconcile(),
    ])
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  #listSockets(): ClientSocket[] {
    return [...this.#sessions.listSockets(), ...this.#viewers.listSockets()]
  }

  #closeAll(code: DisconnectCode): void {
    for (const socket of this.#listSockets()) socket.close(code)
  }

  /** Closes in batches, so that clients do not all reconnect at the same moment. */
  async #drain(): Promise<void> {
    this.#isStopping = true
    this.#sessions.stopAccepting()
    // Delivers the events that were committed before the shutdown.
    await this.#reconcile().catch(() => {})
    const [first = [], ...others] = chunk(this.#listSockets(), closeBatchSize)
    closeSockets(first)
    for (const batch of others) {
      await new Promise<void>((resolve) => void this.#deps.clock.after(closeBatchPauseMs, resolve))
      closeSockets(batch)
    }
  }
}

function closeSockets(sockets: readonly ClientSocket[]) {
  for (const socket of sockets) socket.close(disconnectCodes.SERVER_STOPPING)
}

function traceDelivery({ tracing }: Pick<Deps, 'tracing'>, event: string, payload: object, sockets: number): void {
  if (!tracing.isEnabled) return
  const { eventId } = payload as { eventId?: string }
  const attributes = { 'onair.sockets': sockets, 'onair.event_id': eventId }
  tracing.end({ name: `deliver ${event}`, kind: 'consumer', startedAt: tracing.now(), attributes })
}
