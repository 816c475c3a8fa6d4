import type { DisconnectCode, WireProfile } from '@onair/contract'
import { socketPayload } from '../shared/wire-profile.ts'
import { encodeFrame, type Frame } from './engine-io/frames.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import { eventPacket } from './engine-io/packets.ts'

/** The sockets of a topic. The object is replaced when they change. */
export type Audience = { readonly sockets: () => Iterable<ClientSocket> }
type OnBroadcast = (audience: Audience, eventName: string, payload: object) => void

/**
 * The sockets that are subscribed to each topic. An event is encoded once for each wire profile.
 */
export class Hub {
  readonly #profilesByTopic = new Map<string, Map<ClientSocket, WireProfile>>()
  /** Of topics whose subscribers have not changed since the last broadcast. */
  readonly #audiences = new Map<string, Audience>()
  readonly #topicsBySocket = new Map<ClientSocket, Set<string>>()
  readonly #onBroadcast: OnBroadcast

  /** `onBroadcast` is called with all sockets that an event was sent to. */
  constructor(onBroadcast: OnBroadcast = () => {}) {
    this.#onBroadcast = onBroadcast
  }

  subscribe(topic: string, socket: ClientSocket, profile: WireProfile): void {
    getOrCreate(this.#profilesByTopic, topic, () => new Map()).set(socket, profile)
    this.#audiences.delete(topic)
    getOrCreate(this.#topicsBySocket, socket, () => new Set()).add(topic)
  }

  unsubscribe(topic: string, socket: ClientSocket): void {
    this.#removeSubscriber(topic, socket)
    const topics = this.#topicsBySocket.get(socket)
    topics?.delete(topic)
    if (topics?.size === 0) this.#topicsBySocket.delete(socket)
  }

  unsubscribeAll(socket: ClientSocket): void {
    for (const topic of this.#topicsBySocket.get(socket) ?? []) this.#removeSubscriber(topic, socket)
    this.#topicsBySocket.delete(socket)
  }

  broadcast(topic: string, eventName: string, payload: object): void {
    const subscribers = this.#profilesByTopic.get(topic)
    if (subscribers === undefined) return

    const json = JSON.stringify(payload)
    const encodeFor = (profile: WireProfile) => encodeFrame(eventPacket(eventName, socketPayload(profile, json)))
    let documentedFrame: Frame | undefined
    let observedFrame: Frame | undefined
    for (const [socket, profile] of subscribers) {
      if (profile === 'documented') socket.send((documentedFrame ??= encodeFor(profile)))
      else socket.send((observedFrame ??= encodeFor(profile)))
    }
    const audience = getOrCreate(this.#audiences, topic, () => ({ sockets: () => subscribers.keys() }))
    this.#onBroadcast(audience, eventName, payload)
  }

  closeSubscribers(topic: string, code: DisconnectCode): void {
    for (const socket of this.#profilesByTopic.get(topic)?.keys() ?? []) socket.close(code)
  }

  subscriberCount(topic: string): number {
    return this.#profilesByTopic.get(topic)?.size ?? 0
  }

  #removeSubscriber(topic: string, socket: ClientSocket): void {
    const subscribers = this.#profilesByTopic.get(topic)
    subscribers?.delete(socket)
    this.#audiences.delete(topic)
    if (subscribers?.size === 0) this.#profilesByTopic.delete(topic)
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}
