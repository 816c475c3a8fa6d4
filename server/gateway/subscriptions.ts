import type { SystemMessage } from '@onair/contract'
import { causes } from '@onair/contract'
import type { Admission } from '../features/sessions/connection.ts'
import { findPermitted, findStandings, type Subscribed } from '../features/sessions/standing-store.ts'
import type { SessionLooked } from '../kit/signals.ts'
import { channelTopic } from '../kit/signals.ts'
import { slices } from '../kit/slices.ts'
import { socketPayload } from '../kit/wire-profile.ts'
import { inChain } from '../world/chain.ts'
import type { World } from '../world/world.ts'
import type { Audience } from './audience.ts'
import type { ChannelEvents } from './channel-events.ts'
import { looks } from './looks.ts'
import type { FrameRecords } from './record-frames.ts'
import type { SessionSocket } from './session.ts'

/**
 * Keeps the sessions of this process subscribed to what the database says, and tells them what changed. Nothing but the
 * database is believed: a signal only says where to look, so one that is lost, late or doubled makes no difference to
 * what a session ends up with.
 */
export type Subscriptions = {
  hold(admission: Admission, socket: SessionSocket): void
  release(sessionKey: string): void
  /** Makes these sessions what the database says at some moment from now on. Resolves when all that ended has ended. */
  look(sessionKeys: readonly string[]): Promise<void>
  /** The same for one session; resolves when also what began has begun. */
  lookWhole(sessionKey: string): Promise<SessionLooked['result']>
  close(sessionKey: string, reason: string): void
  keys(): string[]
}

type Held = Admission & { socket: SessionSocket; subscriptions: Map<string, Subscription> }
/** `channel` is there once the session hears it; `begun` tells whether it came to that, or ended before it could. */
type Subscription = Subscribed & { topic: string; channel: AsyncDisposable | null; begun: Promise<boolean> }

const sessionsAtOnce = 500

type Needs = Pick<World, 'db' | 'log'>

export function subscriptions(
  gatewayId: string,
  { db, log }: Needs,
  { audience, channels, records }: { audience: Audience; channels: ChannelEvents; records: FrameRecords },
): Subscriptions {
  const held = new Map<string, Held>()
  const look = looks<string>(async (asked) => {
    const known = [...asked].filter(([key]) => held.has(key))
    for (const slice of slices(known, sessionsAtOnce)) await lookAt(new Map(slice))
  })

  async function lookAt(chains: ReadonlyMap<string, string | undefined>) {
    const keys = [...chains.keys()]
    const sessions = keys.flatMap((key) => held.get(key) ?? [])
    const standings = await findStandings(db.read, gatewayId, keys)
    const ended = sessions.flatMap((session) => endedIn(session, standings.get(session.sessionKey)))
    const permitted = ended.length === 0 ? new Set<number>() : await findPermitted(db.read, ended)

    for (const session of sessions) {
      if (held.get(session.sessionKey) !== session) continue
      const standing = standings.get(session.sessionKey)
      inChain(chains.get(session.sessionKey), () => follow(session, standing, permitted))
    }
  }

  function follow(session: Held, standing: readonly Subscribed[] | undefined, permitted: ReadonlySet<number>) {
    for (const subscription of endedIn(session, standing))
      end(session, subscription, permitted.has(subscription.made) ? 'unsubscribed' : 'revoked')
    if (standing === undefined) return session.socket.close(causes.SESSION_ENDED)
    for (const subscribed of standing) {
      const topic = channelTopic(subscribed.channelId, subscribed.eventType).name
      if (!session.subscriptions.has(topic)) begin(session, topic, subscribed)
    }
  }

  function endedIn({ subscriptions }: Held, standing: readonly Subscribed[] = []): Subscription[] {
    const stands = new Set(standing.map(({ made }) => made))
    return [...subscriptions.values()].filter(({ made }) => !stands.has(made))
  }

  function begin(session: Held, topic: string, subscribed: Subscribed) {
    const subscription: Subscription = { ...subscribed, topic, channel: null, begun: Promise.resolve(true) }
    const isWanted = () => session.subscriptions.get(topic) === subscription
    session.subscriptions.set(topic, subscription)
    subscription.begun = open().catch((error: unknown) => {
      log.warn({ sessionKey: session.sessionKey, topic, error: String(error) }, 'session.not-subscribed')
      if (isWanted()) session.subscriptions.delete(topic)
      return false
    })

    async function open() {
      const channel = await channels.open(subscribed.channelId, subscribed.eventType)
      if (!isWanted()) {
        await channel[Symbol.asyncDispose]()
        return true
      }
      subscription.channel = channel
      audience.join(topic, session.socket, session.wireProfile)
      tell(session, { type: 'subscribed', data: dataOf(subscribed) })
      return true
    }
  }

  function end(session: Held, subscription: Subscription, type: 'unsubscribed' | 'revoked') {
    session.subscriptions.delete(subscription.topic)
    if (subscription.channel === null) return
    audience.leave(subscription.topic, session.socket)
    tell(session, { type, data: dataOf(subscription) })
    leaveChannel(subscription.channel)
  }

  function tell(session: Held, system: SystemMessage) {
    session.socket.emit('SYSTEM', socketPayload(session.wireProfile, JSON.stringify(system)))
    records.toldSystem(session, system)
  }

  function leaveChannel(channel: AsyncDisposable) {
    channel[Symbol.asyncDispose]().then(
      () => {},
      (error: unknown) => log.warn({ error: String(error) }, 'channel.not-left'),
    )
  }

  return {
    look,
    async lookWhole(sessionKey) {
      await look([sessionKey])
      const session = held.get(sessionKey)
      if (session === undefined) return 'gone'
      const begun = await Promise.all([...session.subscriptions.values()].map((subscription) => subscription.begun))
      return begun.includes(false) ? 'failed' : 'whole'
    },
    hold(admission, socket) {
      const session = { ...admission, socket, subscriptions: new Map<string, Subscription>() }
      held.set(admission.sessionKey, session)
      records.know(socket, admission)
      tell(session, { type: 'connected', data: { sessionKey: admission.sessionKey } })
    },
    release(sessionKey) {
      const session = held.get(sessionKey)
      if (session === undefined) return
      held.delete(sessionKey)
      audience.leaveAll(session.socket)
      for (const { channel } of session.subscriptions.values()) if (channel !== null) leaveChannel(channel)
      session.subscriptions.clear()
    },
    close: (sessionKey, reason) => held.get(sessionKey)?.socket.close(reason),
    keys: () => [...held.keys()],
  }
}

function dataOf({ eventType, channelId }: Subscribed) {
  return { eventType, channelId }
}
