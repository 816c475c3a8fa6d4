import type { WireProfile } from '@onair/contract'
import { socketPayload } from '../kit/wire-profile.ts'
import { frame, type Frame } from './frames.ts'
import { eventPacket } from './packets.ts'
import type { SessionSocket } from './session.ts'

type OnTold = (sockets: Iterable<SessionSocket>, event: string, payload: object) => void

/** Who hears what. An event is framed once for each wire profile, and every listener gets the same bytes. */
export type Audience = {
  join(topic: string, socket: SessionSocket, profile: WireProfile): void
  leave(topic: string, socket: SessionSocket): void
  leaveAll(socket: SessionSocket): void
  tell(topic: string, event: string, payload: object): void
  /** Closes every session that hears a topic. */
  close(topic: string, reason: string): void
  /** How many sockets hear a topic. */
  listeners(topic: string): number
}

/** `onTold` is called with everyone that an event was told to. */
export function audience(onTold: OnTold = () => {}): Audience {
  const profilesByTopic = new Map<string, Map<SessionSocket, WireProfile>>()
  const topicsBySocket = new Map<SessionSocket, Set<string>>()

  const forget = (topic: string, socket: SessionSocket) => {
    const listeners = profilesByTopic.get(topic)
    listeners?.delete(socket)
    if (listeners?.size === 0) profilesByTopic.delete(topic)
  }
  return {
    join(topic, socket, profile) {
      entryOf(profilesByTopic, topic, () => new Map()).set(socket, profile)
      entryOf(topicsBySocket, socket, () => new Set()).add(topic)
    },
    leave(topic, socket) {
      forget(topic, socket)
      const topics = topicsBySocket.get(socket)
      topics?.delete(topic)
      if (topics?.size === 0) topicsBySocket.delete(socket)
    },
    leaveAll(socket) {
      for (const topic of topicsBySocket.get(socket) ?? []) forget(topic, socket)
      topicsBySocket.delete(socket)
    },
    tell(topic, event, payload) {
      const listeners = profilesByTopic.get(topic)
      if (listeners === undefined) return

      const json = JSON.stringify(payload)
      const framed = (profile: WireProfile) => frame(eventPacket(event, socketPayload(profile, json)))
      let documented: Frame | undefined
      let observed: Frame | undefined
      for (const [socket, profile] of listeners) {
        if (profile === 'documented') socket.send((documented ??= framed(profile)))
        else socket.send((observed ??= framed(profile)))
      }
      onTold(listeners.keys(), event, payload)
    },
    close(topic, reason) {
      for (const socket of profilesByTopic.get(topic)?.keys() ?? []) socket.close(reason)
    },
    listeners: (topic) => profilesByTopic.get(topic)?.size ?? 0,
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, otherwise: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = otherwise()
  map.set(key, made)
  return made
}
