import type { WireProfile } from '@onair/contract'
import { socketPayload } from '../shared/wire-profile.ts'
import { encodeFrame, type Frame } from './engine-io/frames.ts'
import { eventPacket } from './engine-io/packets.ts'
import type { ClientSocket } from './connection.ts'

type OnBroadcast = (sockets: Iterable<ClientSocket>, event: string, payload: object) => void

/** Who hears what. An event is framed once for each wire profile, and every listener gets the same bytes. */
export type Hub = {
  subscribe(topic: string, socket: ClientSocket, profile: WireProfile): void
  unsubscribe(topic: string, socket: ClientSocket): void
  unsubscribeAll(socket: ClientSocket): void
  broadcast(topic: string, event: string, payload: object): void
  /** Closes every session that hears a topic. */
  closeSubscribers(topic: string, reason: string): void
  /** How many sockets hear a topic. */
  subscriberCount(topic: string): number
}

/** `onTold` is called with everyone that an event was told to. */
export function createHub(onBroadcast: OnBroadcast = () => {}): Hub {
  const profilesByTopic = new Map<string, Map<ClientSocket, WireProfile>>()
  const topicsBySocket = new Map<ClientSocket, Set<string>>()

  const removeSubscriber = (topic: string, socket: ClientSocket) => {
    const subscribers = profilesByTopic.get(topic)
    subscribers?.delete(socket)
    if (subscribers?.size === 0) profilesByTopic.delete(topic)
  }
  return {
    subscribe(topic, socket, profile) {
      getOrCreate(profilesByTopic, topic, () => new Map()).set(socket, profile)
      getOrCreate(topicsBySocket, socket, () => new Set()).add(topic)
    },
    unsubscribe(topic, socket) {
      removeSubscriber(topic, socket)
      const topics = topicsBySocket.get(socket)
      topics?.delete(topic)
      if (topics?.size === 0) topicsBySocket.delete(socket)
    },
    unsubscribeAll(socket) {
      for (const topic of topicsBySocket.get(socket) ?? []) removeSubscriber(topic, socket)
      topicsBySocket.delete(socket)
    },
    broadcast(topic, event, payload) {
      const subscribers = profilesByTopic.get(topic)
      if (subscribers === undefined) return

      const json = JSON.stringify(payload)
      const encodeFor = (profile: WireProfile) => encodeFrame(eventPacket(event, socketPayload(profile, json)))
      let documentedFrame: Frame | undefined
      let observedFrame: Frame | undefined
      for (const [socket, profile] of subscribers) {
        if (profile === 'documented') socket.send((documentedFrame ??= encodeFor(profile)))
        else socket.send((observedFrame ??= encodeFor(profile)))
      }
      onBroadcast(subscribers.keys(), event, payload)
    },
    closeSubscribers(topic, reason) {
      for (const socket of profilesByTopic.get(topic)?.keys() ?? []) socket.close(reason)
    },
    subscriberCount: (topic) => profilesByTopic.get(topic)?.size ?? 0,
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}
