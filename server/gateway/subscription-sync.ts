import type { SystemMessage } from '@onair/contract'
import { failureCodes } from '@onair/contract'
import type { ConnectedSession } from '../features/sessions/redeem-ticket.ts'
import {
  findStillPermitted,
  findSubscriptionStates,
  type SubscriptionState,
} from '../features/sessions/subscription-state-store.ts'
import type { SyncResult } from '../shared/events.ts'
import { channelTopic } from '../shared/events.ts'
import { chunk } from '../shared/chunk.ts'
import { socketPayload } from '../shared/wire-profile.ts'
import { runInTrace } from '../infra/trace.ts'
import type { Deps } from '../infra/deps.ts'
import type { Hub } from './hub.ts'
import type { EventFeed } from './event-feed.ts'
import { coalesce } from '../shared/coalesce.ts'
import type { FrameRecorder } from './frame-recorder.ts'
import type { ClientSocket } from './connection.ts'

/**
 * Keeps the sessions of this process subscribed to what the database says, and tells them what changed. Nothing but the
 * database is believed: a signal only says where to look, so one that is lost, late or doubled makes no difference to
 * what a session ends up with.
 */
export type SubscriptionSync = {
  add(connectedSession: ConnectedSession, socket: ClientSocket): void
  remove(sessionKey: string): void
  /** Makes these sessions what the database says at some moment from now on. Resolves when all that ended has ended. */
  sync(sessionKeys: readonly string[]): Promise<void>
  /** The same for one session; resolves when also what began has begun. */
  syncSession(sessionKey: string): Promise<SyncResult['result']>
  close(sessionKey: string, reason: string): void
  sessionKeys(): string[]
}

type SyncedSession = ConnectedSession & { socket: ClientSocket; subscriptions: Map<string, Subscription> }
/** `channel` is there once the session hears it; `begun` tells whether it came to that, or ended before it could. */
type Subscription = SubscriptionState & {
  topic: string
  feedSubscription: AsyncDisposable | null
  started: Promise<boolean>
}

const sessionBatchSize = 500

type SyncDeps = Pick<Deps, 'db' | 'log'>

export function createSubscriptionSync(
  gatewayId: string,
  { db, log }: SyncDeps,
  { hub, eventFeed, frameRecorder }: { hub: Hub; eventFeed: EventFeed; frameRecorder: FrameRecorder },
): SubscriptionSync {
  const sessionsByKey = new Map<string, SyncedSession>()
  const sync = coalesce<string>(async (requested) => {
    const connected = [...requested].filter(([key]) => sessionsByKey.has(key))
    for (const batch of chunk(connected, sessionBatchSize)) await reconcile(new Map(batch))
  })

  async function reconcile(traceIds: ReadonlyMap<string, string | undefined>) {
    const keys = [...traceIds.keys()]
    const sessions = keys.flatMap((key) => sessionsByKey.get(key) ?? [])
    const statesBySession = await findSubscriptionStates(db.read, gatewayId, keys)
    const ended = sessions.flatMap((session) => findEnded(session, statesBySession.get(session.sessionKey)))
    const stillPermitted = ended.length === 0 ? new Set<number>() : await findStillPermitted(db.read, ended)

    for (const session of sessions) {
      if (sessionsByKey.get(session.sessionKey) !== session) continue
      const states = statesBySession.get(session.sessionKey)
      runInTrace(traceIds.get(session.sessionKey), () => applyStates(session, states, stillPermitted))
    }
  }

  function applyStates(
    session: SyncedSession,
    states: readonly SubscriptionState[] | undefined,
    stillPermitted: ReadonlySet<number>,
  ) {
    for (const subscription of findEnded(session, states))
      endSubscription(session, subscription, stillPermitted.has(subscription.id) ? 'unsubscribed' : 'revoked')
    if (states === undefined) return session.socket.close(failureCodes.SESSION_ENDED)
    for (const state of states) {
      const topic = channelTopic(state.channelId, state.eventType).name
      if (!session.subscriptions.has(topic)) startSubscription(session, topic, state)
    }
  }

  function findEnded({ subscriptions }: SyncedSession, states: readonly SubscriptionState[] = []): Subscription[] {
    const activeIds = new Set(states.map(({ id }) => id))
    return [...subscriptions.values()].filter(({ id }) => !activeIds.has(id))
  }

  function startSubscription(session: SyncedSession, topic: string, state: SubscriptionState) {
    const subscription: Subscription = { ...state, topic, feedSubscription: null, started: Promise.resolve(true) }
    const isCurrent = () => session.subscriptions.get(topic) === subscription
    session.subscriptions.set(topic, subscription)
    subscription.started = subscribeToFeed().catch((error: unknown) => {
      log.warn({ sessionKey: session.sessionKey, topic, error: String(error) }, 'session.subscribe_failed')
      if (isCurrent()) session.subscriptions.delete(topic)
      return false
    })

    async function subscribeToFeed() {
      const feedSubscription = await eventFeed.subscribe(state.channelId, state.eventType)
      if (!isCurrent()) {
        await feedSubscription[Symbol.asyncDispose]()
        return true
      }
      subscription.feedSubscription = feedSubscription
      hub.subscribe(topic, session.socket, session.wireProfile)
      sendSystemMessage(session, { type: 'subscribed', data: eventDataOf(state) })
      return true
    }
  }

  function endSubscription(session: SyncedSession, subscription: Subscription, type: 'unsubscribed' | 'revoked') {
    session.subscriptions.delete(subscription.topic)
    if (subscription.feedSubscription === null) return
    hub.unsubscribe(subscription.topic, session.socket)
    sendSystemMessage(session, { type, data: eventDataOf(subscription) })
    releaseFeed(subscription.feedSubscription)
  }

  function sendSystemMessage(session: SyncedSession, message: SystemMessage) {
    session.socket.emit('SYSTEM', socketPayload(session.wireProfile, JSON.stringify(message)))
    frameRecorder.recordSystemMessage(session, message)
  }

  function releaseFeed(feedSubscription: AsyncDisposable) {
    feedSubscription[Symbol.asyncDispose]().then(
      () => {},
      (error: unknown) => log.warn({ error: String(error) }, 'channel.unsubscribe_failed'),
    )
  }

  return {
    sync,
    async syncSession(sessionKey) {
      await sync([sessionKey])
      const session = sessionsByKey.get(sessionKey)
      if (session === undefined) return 'gone'
      const started = await Promise.all([...session.subscriptions.values()].map((subscription) => subscription.started))
      return started.includes(false) ? 'failed' : 'whole'
    },
    add(connectedSession, socket) {
      const session = { ...connectedSession, socket, subscriptions: new Map<string, Subscription>() }
      sessionsByKey.set(connectedSession.sessionKey, session)
      frameRecorder.register(socket, connectedSession)
      sendSystemMessage(session, { type: 'connected', data: { sessionKey: connectedSession.sessionKey } })
    },
    remove(sessionKey) {
      const session = sessionsByKey.get(sessionKey)
      if (session === undefined) return
      sessionsByKey.delete(sessionKey)
      hub.unsubscribeAll(session.socket)
      for (const { feedSubscription } of session.subscriptions.values())
        if (feedSubscription !== null) releaseFeed(feedSubscription)
      session.subscriptions.clear()
    },
    close: (sessionKey, reason) => sessionsByKey.get(sessionKey)?.socket.close(reason),
    sessionKeys: () => [...sessionsByKey.keys()],
  }
}

function eventDataOf({ eventType, channelId }: SubscriptionState) {
  return { eventType, channelId }
}
