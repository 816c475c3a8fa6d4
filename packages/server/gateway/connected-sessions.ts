import type { DisconnectCode } from '@onair/contract'
import type { ConnectedSession } from '../features/sessions/redeem-ticket.ts'
import { findStillPermitted, findSubscriptionStates } from '../features/sessions/subscription-state-store.ts'
import { chunk } from '../shared/chunk.ts'
import { coalesce } from '../shared/coalesce.ts'
import type { SyncResult } from '../shared/bus-messages.ts'
import { runInTrace } from '../infra/observability/trace.ts'
import type { Deps } from '../infra/deps.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import { type SessionDeps, SessionSubscriptions } from './session-subscriptions.ts'

const sessionBatchSize = 500

export type SyncDeps = SessionDeps & Pick<Deps, 'db'>

/**
 * The connected sessions of this gateway. Keeps their event subscriptions equal to those in the database. Bus messages
 * only trigger a sync of some sessions, so a lost, late or repeated message does not change the result.
 */
export class ConnectedSessions {
  readonly #gatewayId: string
  readonly #deps: SyncDeps
  readonly #sessions = new Map<string, SessionSubscriptions>()

  constructor(gatewayId: string, deps: SyncDeps) {
    this.#gatewayId = gatewayId
    this.#deps = deps
  }

  add(session: ConnectedSession, socket: ClientSocket): void {
    this.#sessions.set(session.sessionKey, new SessionSubscriptions(session, socket, this.#deps))
  }

  /** Call it after the session's socket was closed, also when it was never added. */
  remove(session: ConnectedSession, code: DisconnectCode): void {
    const subscriptions = this.#sessions.get(session.sessionKey)
    this.#deps.frameRecorder.recordClose(session, code, { hasSubscribed: subscriptions?.hasSubscribed ?? false })
    subscriptions?.release()
    this.#sessions.delete(session.sessionKey)
  }

  get count(): number {
    return this.#sessions.size
  }

  listSockets(): ClientSocket[] {
    return [...this.#sessions.values()].map(({ socket }) => socket)
  }

  findSocket(sessionKey: string): ClientSocket | undefined {
    return this.#sessions.get(sessionKey)?.socket
  }

  syncAll(): Promise<void> {
    return this.sync([...this.#sessions.keys()])
  }

  /**
   * Brings the subscriptions of these sessions to a state of the database after this call. Resolves when removed
   * subscriptions have ended; new ones may still be starting.
   */
  readonly sync = coalesce<string>(async (requested) => {
    const connected = [...requested].filter(([key]) => this.#sessions.has(key))
    for (const batch of chunk(connected, sessionBatchSize)) await this.#syncBatch(new Map(batch))
  })

  /** The same for one session. Also waits until new subscriptions have started. */
  async syncSession(sessionKey: string): Promise<SyncResult['result']> {
    await this.sync([sessionKey])
    const subscriptions = this.#sessions.get(sessionKey)
    if (subscriptions === undefined) return 'not connected'
    return (await subscriptions.allStarted()) ? 'synced' : 'failed'
  }

  async #syncBatch(traceIds: ReadonlyMap<string, string | undefined>): Promise<void> {
    const { read } = this.#deps.db
    const keys = [...traceIds.keys()]
    const sessions = keys.flatMap((key) => this.#sessions.get(key) ?? [])
    const statesBySession = await findSubscriptionStates(read, this.#gatewayId, keys)
    const ended = sessions.flatMap((subscriptions) =>
      subscriptions.findEnded(statesBySession.get(subscriptions.session.sessionKey)),
    )
    const stillPermitted = ended.length === 0 ? new Set<number>() : await findStillPermitted(read, ended)

    for (const subscriptions of sessions) {
      const { sessionKey } = subscriptions.session
      if (this.#sessions.get(sessionKey) !== subscriptions) continue
      runInTrace(traceIds.get(sessionKey), () => subscriptions.apply(statesBySession.get(sessionKey), stillPermitted))
    }
  }
}
