import { disconnectCodes, type DisconnectCode } from '@onair/contract'
import { disconnectWriter } from '../features/sessions/end-sessions.ts'
import { RejectedTickets, TicketRedeemer, type ConnectedSession } from '../features/sessions/redeem-ticket.ts'
import { acquireLease, type Lease } from '../features/sessions/lease.ts'
import { gatewayTopic, subscribe, syncResultTopic, type GatewayCommand } from '../shared/bus-messages.ts'
import type { FrameFilter } from '../hooks.ts'
import type { Deps } from '../infra/deps.ts'
import type { ClientSocket, ConnectionHandler } from './engine-io/connection.ts'
import { ConnectedSessions, type SyncDeps } from './connected-sessions.ts'

export type SessionsDeps = SyncDeps &
  Pick<Deps, 'bus' | 'clock' | 'config' | 'hooks' | 'metrics'> & {
    /** Closes all sockets of the gateway. */
    closeAll: (code: DisconnectCode) => void
  }

/**
 * The sessions that are connected to one gateway. Disposing writes their disconnects and releases
 * the gateway's lease.
 */
export class Sessions implements AsyncDisposable {
  readonly #gatewayId: string
  readonly #deps: SessionsDeps
  readonly #connected: ConnectedSessions
  readonly #disconnects: ReturnType<typeof disconnectWriter>
  readonly #rejectedTickets: RejectedTickets
  readonly #resources = new AsyncDisposableStack()
  readonly #tickets: TicketRedeemer
  #lease: Lease | null = null
  #isStopping = false

  constructor(gatewayId: string, deps: SessionsDeps) {
    this.#gatewayId = gatewayId
    this.#deps = deps
    this.#connected = new ConnectedSessions(gatewayId, deps)
    this.#disconnects = disconnectWriter(gatewayId, deps)
    this.#rejectedTickets = new RejectedTickets(gatewayId, deps)
    this.#tickets = this.#resources.use(new TicketRedeemer(gatewayId, deps))
  }

  async open(): Promise<void> {
    const { bus } = this.#deps
    const closeAll = () => {
      for (const socket of this.listSockets()) socket.close(disconnectCodes.LEASE_LOST)
    }
    this.#lease = this.#resources.use(await acquireLease(this.#gatewayId, this.#deps, closeAll))
    this.#resources.defer(() => this.#rejectedTickets.endSessions().catch(() => {}))
    this.#resources.use(this.#disconnects)
    this.#resources.use(await subscribe(bus, gatewayTopic(this.#gatewayId), (command) => this.#handle(command)))
  }

  /** Redeems the ticket of a session URL. Null rejects the client. */
  async authenticate(ticket: string): Promise<ConnectionHandler | null> {
    const { onSession, onTicketRefused } = this.#deps.hooks
    const session = await this.#redeemTicket(ticket)
    if (session === null) onTicketRefused?.(ticket)
    if (session === null || onSession === null) return session && this.#handlerFor(session, null)
    const filter = await onSession(session, this.#deps.closeAll)
    if (filter !== null) return this.#handlerFor(session, filter)
    // The ticket is used up.
    this.#addDisconnect(session)
    return null
  }

  get count(): number {
    return this.#connected.count
  }

  listSockets(): ClientSocket[] {
    return this.#connected.listSockets()
  }

  /** Writes missing disconnects and compares all subscriptions with the database. */
  async reconcile(): Promise<void> {
    const results = await Promise.allSettled([this.#writeDisconnects(), this.#connected.syncAll()])
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  stopAccepting(): void {
    this.#isStopping = true
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync()
  }

  async #writeDisconnects(): Promise<void> {
    await this.#disconnects.flush()
    await this.#rejectedTickets.endSessions()
  }

  async #redeemTicket(ticket: string): Promise<ConnectedSession | null> {
    try {
      if (this.#isStopping) throw new Error('gateway is stopping')
      if (!this.#lease?.isHeld) throw new Error('gateway holds no lease')
      return this.#rejectedTickets.has(ticket) ? null : await this.#tickets.redeem(ticket)
    } catch (error) {
      this.#rejectedTickets.add(ticket)
      throw error
    }
  }

  #handlerFor(session: ConnectedSession, filter: FrameFilter | null): ConnectionHandler {
    const { sessionKey } = session
    return {
      ...(filter && { filter }),
      onOpen: (socket) => {
        this.#deps.log.info({ sessionKey }, 'session.connected')
        if (filter !== null) this.#deps.frameRecorder.registerFilter(socket, filter)
        this.#connected.add(session, socket)
      },
      onClose: (code) => {
        this.#deps.log.info({ sessionKey, code }, 'session.disconnected')
        this.#deps.metrics.sessionEnded(code)
        this.#connected.remove(session, code)
        this.#addDisconnect(session)
      },
    }
  }

  #addDisconnect({ sessionKey }: ConnectedSession): void {
    this.#disconnects.add({ key: sessionKey, at: this.#deps.clock.now() })
  }

  #handle(command: GatewayCommand): void {
    if (command.type === 'close') this.#connected.findSocket(command.sessionKey)?.close(command.code)
    else
      this.#syncSessions(command).catch((error: unknown) =>
        this.#deps.log.warn({ error: String(error) }, 'session.sync_failed'),
      )
  }

  async #syncSessions({ sessionKeys, replyTo }: Extract<GatewayCommand, { type: 'sync' }>): Promise<void> {
    if (replyTo === undefined) return this.#connected.sync(sessionKeys)
    for (const sessionKey of sessionKeys) {
      const result = await this.#connected.syncSession(sessionKey)
      await this.#deps.bus.publish(syncResultTopic(replyTo).name, { result })
    }
  }
}
