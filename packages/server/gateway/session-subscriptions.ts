import { disconnectCodes, type SystemMessage } from '@onair/contract'
import type { ConnectedSession } from '../features/sessions/redeem-ticket.ts'
import type { SubscriptionState } from '../features/sessions/subscription-state-store.ts'
import { channelTopic } from '../shared/bus-messages.ts'
import { socketPayload } from '../shared/callers/wire-profile.ts'
import type { Deps } from '../infra/deps.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import type { FrameRecorder } from './frame-recorder.ts'
import type { Hub } from './hub.ts'

/** A client that can read `connected` subscribes long before. In process time. */
const silentAfterMs = 10_000

export type SessionDeps = Pick<Deps, 'clock' | 'log'> & { hub: Hub; frameRecorder: FrameRecorder }

type Subscription = SubscriptionState & {
  topic: string
  /** Whether the session receives the events of the channel. */
  isActive: boolean
  /** False if starting failed. True once the subscription has started, or was removed before that. */
  started: Promise<boolean>
}

/**
 * The subscriptions of one connected session, by topic. The constructor sends `connected`; each change sends its
 * `SYSTEM` message. The database decides which they are: decision 4.
 */
export class SessionSubscriptions {
  readonly session: ConnectedSession
  readonly socket: ClientSocket
  readonly #deps: SessionDeps
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #silence: Disposable
  #hasSubscribed = false

  constructor(session: ConnectedSession, socket: ClientSocket, deps: SessionDeps) {
    this.session = session
    this.socket = socket
    this.#deps = deps
    deps.frameRecorder.register(socket, session)
    this.#sendSystemMessage({ type: 'connected', data: { sessionKey: session.sessionKey } })
    this.#silence = deps.clock.after(silentAfterMs, () => deps.frameRecorder.recordSilence(session))
  }

  /** Whether a subscription ever started. */
  get hasSubscribed(): boolean {
    return this.#hasSubscribed
  }

  /** The subscriptions that are not among `states`. */
  findEnded(states: readonly SubscriptionState[] = []): Subscription[] {
    const activeIds = new Set(states.map(({ id }) => id))
    return [...this.#subscriptions.values()].filter(({ id }) => !activeIds.has(id))
  }

  /**
   * Ends and starts subscriptions until they are those of the database. `states` is undefined when the session has ended.
   * `stillPermitted` holds the ids of ended subscriptions whose scope is still granted.
   */
  apply(states: readonly SubscriptionState[] | undefined, stillPermitted: ReadonlySet<number>): void {
    for (const subscription of this.findEnded(states))
      this.#end(subscription, stillPermitted.has(subscription.id) ? 'unsubscribed' : 'revoked')
    if (states === undefined) return this.socket.close(disconnectCodes.SESSION_ENDED)
    for (const state of states) {
      const topic = channelTopic(state.channelId, state.eventType).name
      if (!this.#subscriptions.has(topic)) this.#start(topic, state)
    }
  }

  /** Resolves when all subscriptions have started. False when one failed. */
  async allStarted(): Promise<boolean> {
    const started = await Promise.all([...this.#subscriptions.values()].map((subscription) => subscription.started))
    return !started.includes(false)
  }

  /** Call it after the socket was closed. */
  release(): void {
    this.#silence[Symbol.dispose]()
    this.#deps.hub.unsubscribeAll(this.socket)
    this.#subscriptions.clear()
  }

  #start(topic: string, state: SubscriptionState): void {
    const subscription: Subscription = { ...state, topic, isActive: false, started: Promise.resolve(true) }
    this.#subscriptions.set(topic, subscription)
    this.#hasSubscribed = true
    this.#silence[Symbol.dispose]()
    subscription.started = this.#subscribe(subscription).then(
      () => true,
      (error: unknown) => {
        const { sessionKey } = this.session
        this.#deps.log.warn({ sessionKey, topic, error: String(error) }, 'session.subscribe_failed')
        if (this.#isCurrent(subscription)) this.#subscriptions.delete(topic)
        return false
      },
    )
  }

  #subscribe(subscription: Subscription): Promise<void> {
    const { topic, channelId, eventType } = subscription
    const onSubscribed = () => {
      subscription.isActive = true
      this.#sendSystemMessage({ type: 'subscribed', data: { eventType, channelId } })
    }
    return this.#deps.hub.subscribe(topic, this.socket, this.session.wireProfile, { onSubscribed, skipsEarlier: true })
  }

  #end(subscription: Subscription, type: 'unsubscribed' | 'revoked'): void {
    const { topic, channelId, eventType, isActive } = subscription
    this.#subscriptions.delete(topic)
    this.#deps.hub.unsubscribe(topic, this.socket)
    if (isActive) this.#sendSystemMessage({ type, data: { eventType, channelId } })
  }

  #isCurrent(subscription: Subscription): boolean {
    return this.#subscriptions.get(subscription.topic) === subscription
  }

  #sendSystemMessage(message: SystemMessage): void {
    this.socket.emit('SYSTEM', socketPayload(this.session.wireProfile, JSON.stringify(message)))
    this.#deps.frameRecorder.recordSystemMessage(this.socket, this.session, message)
  }
}
