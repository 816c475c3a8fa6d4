import type { DisconnectCode, WireProfile } from '@onair/contract'
import { socketPayload } from '../shared/wire-profile.ts'
import { encodeFrame } from './engine-io/frames.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import { eventPacket } from './engine-io/packets.ts'
import { FanOut, type FanOutLimits, type Subscription } from './fan-out.ts'
import { MessageRate } from './message-rate.ts'

/** The sockets of a topic. The object is replaced when they change. */
export type Audience = { readonly sockets: () => Iterable<ClientSocket> }
type OnBroadcast = (audience: Audience, eventName: string, payload: object, socketCount: number) => void

type Topic = {
  readonly subscribers: Map<ClientSocket, Subscription>
  readonly rate: MessageRate
  /** Null if the sockets have changed since the last broadcast. */
  audience: Audience | null
}

/**
 * The sockets that are subscribed to each topic. An event is encoded once for each wire profile, and passed to thousands of
 * sockets in slices. The events of a busy topic may wait a few milliseconds for further ones, and are then written together.
 */
export class Hub {
  readonly #topics = new Map<string, Topic>()
  /** Most sockets have few topics, and an array takes less memory than a set. */
  readonly #topicsBySocket = new Map<ClientSocket, string[]>()
  readonly #onBroadcast: OnBroadcast
  readonly #uptime: () => number
  readonly #fanOut: FanOut
  #lastOrder = 0

  /** `onBroadcast` is called with all sockets that an event was sent to. */
  constructor(onBroadcast: OnBroadcast, uptime: () => number, limits: Partial<FanOutLimits> = {}) {
    this.#onBroadcast = onBroadcast
    this.#uptime = uptime
    this.#fanOut = new FanOut(limits)
  }

  subscribe(topic: string, socket: ClientSocket, profile: WireProfile): void {
    const subscribed = getOrCreate(this.#topics, topic, newTopic)
    const order = subscribed.subscribers.get(socket)?.order ?? ++this.#lastOrder
    subscribed.subscribers.set(socket, { order, profile })
    subscribed.audience = null
    const topics = this.#topicsBySocket.get(socket)
    if (topics === undefined) this.#topicsBySocket.set(socket, [topic])
    else if (!topics.includes(topic)) topics.push(topic)
  }

  unsubscribe(topic: string, socket: ClientSocket): void {
    this.deliverWaiting(socket)
    this.#removeSubscriber(topic, socket)
    const topics = (this.#topicsBySocket.get(socket) ?? []).filter((each) => each !== topic)
    if (topics.length === 0) this.#topicsBySocket.delete(socket)
    else this.#topicsBySocket.set(socket, topics)
  }

  unsubscribeAll(socket: ClientSocket): void {
    this.deliverWaiting(socket)
    for (const topic of this.#topicsBySocket.get(socket) ?? []) this.#removeSubscriber(topic, socket)
    this.#topicsBySocket.delete(socket)
  }

  broadcast(topic: string, eventName: string, payload: object): void {
    const subscribed = this.#topics.get(topic)
    if (subscribed === undefined) return

    const { subscribers, rate } = subscribed
    const json = JSON.stringify(payload)
    this.#fanOut.add({
      subscribers,
      lastOrder: this.#lastOrder,
      encode: (profile) => encodeFrame(eventPacket(eventName, socketPayload(profile, json))),
      mayWait: rate.count(this.#uptime()),
    })
    subscribed.audience ??= { sockets: () => subscribers.keys() }
    this.#onBroadcast(subscribed.audience, eventName, payload, subscribers.size)
  }

  /** Sends the socket the events that wait for it. To be called before anything else is sent to it. */
  deliverWaiting(socket: ClientSocket): void {
    this.#fanOut.deliver(socket)
  }

  closeSubscribers(topic: string, code: DisconnectCode): void {
    for (const socket of this.#topics.get(topic)?.subscribers.keys() ?? []) socket.close(code)
  }

  get topicCount(): number {
    return this.#topics.size
  }

  subscriberCount(topic: string): number {
    return this.#topics.get(topic)?.subscribers.size ?? 0
  }

  #removeSubscriber(topic: string, socket: ClientSocket): void {
    const subscribed = this.#topics.get(topic)
    if (subscribed === undefined) return
    subscribed.subscribers.delete(socket)
    subscribed.audience = null
    if (subscribed.subscribers.size === 0) this.#topics.delete(topic)
  }
}

function newTopic(): Topic {
  return { subscribers: new Map(), rate: new MessageRate(), audience: null }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}
