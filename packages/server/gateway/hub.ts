import type { DisconnectCode, WireProfile } from '@onair/contract'
import { socketPayload } from '../shared/callers/wire-profile.ts'
import { encodeFrame } from './engine-io/frames.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import { eventPacket } from './engine-io/packets.ts'
import { FanOut, type Subscription } from './fan-out.ts'
import type { TimeSlices } from './time-slices.ts'

/** The sockets of a topic. The object is replaced when they change. */
export type Audience = { readonly sockets: () => Iterable<ClientSocket> }
type OnBroadcast = (audience: Audience, eventName: string, payload: object, socketCount: number) => void

/** Brings the events of topics from other processes. */
export type TopicSource = {
  /**
   * Opens a topic for its first subscriber: all later events reach the sink. Null if only this process has its events. The
   * disposal never rejects.
   */
  open(topic: string, sink: TopicSink): Promise<AsyncDisposable> | null
  /** Resolves when the sink of an open topic has received all events that were committed before the call. */
  catchUp(topic: string): Promise<void>
}

/** The subscribers of one topic. */
export type TopicSink = {
  broadcast(eventName: string, payload: object): void
  /** Closes their sockets. */
  close(code: DisconnectCode): void
}

type HubOptions = {
  source?: TopicSource
  /** Called with all sockets that an event was sent to. */
  onBroadcast?: OnBroadcast
  uptime: () => number
  /** The time for passing events to sockets. */
  slices: TimeSlices
  /** The events that wait for the next slice. */
  maxWaiting?: number
}

type SubscribeOptions = {
  /** Called before the first event is sent to the socket. */
  onSubscribed?: () => void
  /** Whether the socket receives no event that was committed before. */
  skipsEarlier?: boolean
}

type Topic = {
  readonly subscribers: Map<ClientSocket, Subscription>
  readonly rate: MessageRate
  /** Null if the sockets have changed since the last broadcast. */
  audience: Audience | null
  /** Null if the topic has no source. */
  source: Promise<AsyncDisposable> | null
  isOpen: boolean
  /** The sockets that are about to be subscribed, each with its last call. */
  waiting: Map<ClientSocket, object> | null
}

/**
 * The sockets that are subscribed to each topic. The first subscriber of a topic opens its source, and the last one closes
 * it. An event is encoded once for each wire profile, and passed to thousands of sockets in slices. The events of a busy
 * topic may wait a few milliseconds for further ones, and are then written together.
 */
export class Hub {
  readonly #topics = new Map<string, Topic>()
  /** Most sockets have few topics, and an array takes less memory than a set. */
  readonly #topicsBySocket = new Map<ClientSocket, string[]>()
  readonly #source: TopicSource | null
  readonly #onBroadcast: OnBroadcast
  readonly #uptime: () => number
  readonly #fanOut: FanOut
  #lastOrder = 0

  constructor({ source, onBroadcast = () => {}, uptime, slices, maxWaiting = 1_000 }: HubOptions) {
    this.#source = source ?? null
    this.#onBroadcast = onBroadcast
    this.#uptime = uptime
    this.#fanOut = new FanOut(slices, maxWaiting)
  }

  /**
   * Subscribes the socket: at once if the topic is open and earlier events may reach the socket. Resolves when it is
   * subscribed, or was unsubscribed before.
   */
  async subscribe(
    topic: string,
    socket: ClientSocket,
    profile: WireProfile,
    { onSubscribed, skipsEarlier = false }: SubscribeOptions = {},
  ): Promise<void> {
    const existing = this.#topics.get(topic)
    const subscribed = existing ?? this.#openTopic(topic)
    this.#addTopic(socket, topic)
    if (!subscribed.isOpen || (skipsEarlier && existing !== undefined)) {
      const call = {}
      const waiting = (subscribed.waiting ??= new Map<ClientSocket, object>()).set(socket, call)
      try {
        await subscribed.source
        if (skipsEarlier && existing !== undefined) await this.#source?.catchUp(topic)
      } catch (error) {
        if (waiting.get(socket) === call) this.unsubscribe(topic, socket)
        throw error
      }
      if (waiting.get(socket) !== call) return
      waiting.delete(socket)
    }
    const order = subscribed.subscribers.get(socket)?.order ?? ++this.#lastOrder
    subscribed.subscribers.set(socket, { order, profile })
    subscribed.audience = null
    onSubscribed?.()
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
    if (subscribed !== undefined) this.#broadcast(subscribed, eventName, payload)
  }

  /** Sends the socket the events that wait for it. To be called before anything else is sent to it. */
  deliverWaiting(socket: ClientSocket): void {
    this.#fanOut.deliver(socket)
  }

  get topicCount(): number {
    return this.#topics.size
  }

  subscriberCount(topic: string): number {
    return this.#topics.get(topic)?.subscribers.size ?? 0
  }

  #broadcast(subscribed: Topic, eventName: string, payload: object): void {
    const { subscribers, rate } = subscribed
    if (subscribers.size === 0) return
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

  #openTopic(topic: string): Topic {
    const subscribed = newTopic()
    this.#topics.set(topic, subscribed)
    const sink: TopicSink = {
      broadcast: (eventName, payload) => this.#broadcast(subscribed, eventName, payload),
      close(code) {
        for (const socket of subscribed.subscribers.keys()) socket.close(code)
      },
    }
    subscribed.source = this.#source?.open(topic, sink) ?? null
    if (subscribed.source === null) subscribed.isOpen = true
    else
      subscribed.source.then(
        () => (subscribed.isOpen = true),
        () => {}, // The sockets that wait report it.
      )
    return subscribed
  }

  #addTopic(socket: ClientSocket, topic: string): void {
    const topics = this.#topicsBySocket.get(socket)
    if (topics === undefined) this.#topicsBySocket.set(socket, [topic])
    else if (!topics.includes(topic)) topics.push(topic)
  }

  #removeSubscriber(topic: string, socket: ClientSocket): void {
    const subscribed = this.#topics.get(topic)
    if (subscribed === undefined) return
    const { subscribers, waiting, source } = subscribed
    subscribers.delete(socket)
    waiting?.delete(socket)
    subscribed.audience = null
    if (subscribers.size > 0 || (waiting !== null && waiting.size > 0)) return
    this.#topics.delete(topic)
    source?.then(
      (opened) => opened[Symbol.asyncDispose](),
      () => {},
    )
  }
}

function newTopic(): Topic {
  return { subscribers: new Map(), rate: new MessageRate(), audience: null, source: null, isOpen: false, waiting: null }
}

const windowMs = 200
/** More than 50 messages per second. */
const maxQuietMessages = 10

/** Whether a channel is busy: whether the current or the previous window of 200 ms has more than 10 messages. */
export class MessageRate {
  #windowEndsAt = 0
  #count = 0
  #previousCount = 0

  /** Counts a message, and returns whether the channel is busy. Times are those of the process. */
  count(now: number): boolean {
    if (now >= this.#windowEndsAt) {
      this.#previousCount = now < this.#windowEndsAt + windowMs ? this.#count : 0
      this.#count = 0
      this.#windowEndsAt = now + windowMs
    }
    this.#count++
    return Math.max(this.#count, this.#previousCount) > maxQuietMessages
  }
}
