import type { DisconnectCode, WireProfile } from '@onair/contract'
import { socketPayload } from '../shared/wire-profile.ts'
import { processTime } from '../infra/clock.ts'
import { encodeFrame, type Frame } from './engine-io/frames.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import { eventPacket } from './engine-io/packets.ts'
import { MessageRate } from './message-rate.ts'

/** The sockets of a topic. The object is replaced when they change. */
export type Audience = { readonly sockets: () => Iterable<ClientSocket> }
type OnBroadcast = (audience: Audience, eventName: string, payload: object) => void

type Topic = {
  readonly profiles: Map<ClientSocket, WireProfile>
  readonly rate: MessageRate
  /** Null if the sockets have changed since the last broadcast. */
  audience: Audience | null
}

/**
 * The sockets that are subscribed to each topic. An event is encoded once for each wire profile. The events of a busy
 * topic may wait a few milliseconds for further ones, and are then written together.
 */
export class Hub {
  readonly #topics = new Map<string, Topic>()
  /** Most sockets have few topics, and an array takes less memory than a set. */
  readonly #topicsBySocket = new Map<ClientSocket, string[]>()
  readonly #onBroadcast: OnBroadcast
  readonly #uptime: () => number

  /** `onBroadcast` is called with all sockets that an event was sent to. */
  constructor(onBroadcast: OnBroadcast = () => {}, uptime = processTime) {
    this.#onBroadcast = onBroadcast
    this.#uptime = uptime
  }

  subscribe(topic: string, socket: ClientSocket, profile: WireProfile): void {
    const subscribed = getOrCreate(this.#topics, topic, newTopic)
    subscribed.profiles.set(socket, profile)
    subscribed.audience = null
    const topics = this.#topicsBySocket.get(socket)
    if (topics === undefined) this.#topicsBySocket.set(socket, [topic])
    else if (!topics.includes(topic)) topics.push(topic)
  }

  unsubscribe(topic: string, socket: ClientSocket): void {
    this.#removeSubscriber(topic, socket)
    const topics = (this.#topicsBySocket.get(socket) ?? []).filter((each) => each !== topic)
    if (topics.length === 0) this.#topicsBySocket.delete(socket)
    else this.#topicsBySocket.set(socket, topics)
  }

  unsubscribeAll(socket: ClientSocket): void {
    for (const topic of this.#topicsBySocket.get(socket) ?? []) this.#removeSubscriber(topic, socket)
    this.#topicsBySocket.delete(socket)
  }

  broadcast(topic: string, eventName: string, payload: object): void {
    const subscribed = this.#topics.get(topic)
    if (subscribed === undefined) return

    const { profiles, rate } = subscribed
    const isBusy = rate.count(this.#uptime())
    const json = JSON.stringify(payload)
    const encodeFor = (profile: WireProfile) => encodeFrame(eventPacket(eventName, socketPayload(profile, json)))
    let documentedFrame: Frame | undefined
    let observedFrame: Frame | undefined
    for (const [socket, profile] of profiles) {
      if (profile === 'documented') socket.send((documentedFrame ??= encodeFor(profile)), isBusy)
      else socket.send((observedFrame ??= encodeFor(profile)), isBusy)
    }
    subscribed.audience ??= { sockets: () => profiles.keys() }
    this.#onBroadcast(subscribed.audience, eventName, payload)
  }

  closeSubscribers(topic: string, code: DisconnectCode): void {
    for (const socket of this.#topics.get(topic)?.profiles.keys() ?? []) socket.close(code)
  }

  subscriberCount(topic: string): number {
    return this.#topics.get(topic)?.profiles.size ?? 0
  }

  #removeSubscriber(topic: string, socket: ClientSocket): void {
    const subscribed = this.#topics.get(topic)
    if (subscribed === undefined) return
    subscribed.profiles.delete(socket)
    subscribed.audience = null
    if (subscribed.profiles.size === 0) this.#topics.delete(topic)
  }
}

function newTopic(): Topic {
  return { profiles: new Map(), rate: new MessageRate(), audience: null }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}
