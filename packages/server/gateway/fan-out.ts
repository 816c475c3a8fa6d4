import type { WireProfile } from '@onair/contract'
import { processTime } from '../infra/clock.ts'
import type { ClientSocket } from './engine-io/connection.ts'
import type { Frame } from './engine-io/frames.ts'

/** The sockets of a topic, in the order in which they were subscribed. */
export type Subscribers = ReadonlyMap<ClientSocket, Subscription>
/** `order` increases with every subscription of the hub. */
export type Subscription = { readonly order: number; readonly profile: WireProfile }

/** `lastOrder`: sockets that were subscribed later do not receive the event. */
type Broadcast = {
  subscribers: Subscribers
  lastOrder: number
  encode: (profile: WireProfile) => Frame
  mayWait: boolean
}

export type FanOutLimits = {
  /** The time for which one tick of the event loop passes events to sockets. */
  sliceMs: number
  /** The number of sockets after which the time is read. */
  socketsPerCheck: number
  /** Events that wait. One more passes the oldest to its remaining sockets at once. */
  maxWaiting: number
}

const defaultLimits: FanOutLimits = { sliceMs: 3, socketsPerCheck: 64, maxWaiting: 1_000 }

/**
 * Passes each event to the sockets of its topic, in slices, so that an event for thousands does not block everything else.
 * Events wait while earlier ones are unfinished, so that each socket receives all of them in order.
 */
export class FanOut {
  readonly #limits: FanOutLimits
  readonly #waiting: Pass[] = []
  #isScheduled = false

  constructor(limits: Partial<FanOutLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
  }

  add(broadcast: Broadcast): void {
    const { maxWaiting, sliceMs, socketsPerCheck } = this.#limits
    const isIdle = this.#waiting.length === 0
    if (isIdle && broadcast.subscribers.size <= socketsPerCheck) return sendToAll(broadcast)
    const pass = new Pass(broadcast, socketsPerCheck)
    if (isIdle && pass.run(sliceMs)) return
    this.#waiting.push(pass)
    if (this.#waiting.length > maxWaiting) this.#waiting.shift()?.run(Number.POSITIVE_INFINITY)
    this.#schedule()
  }

  /** Sends the socket all events that wait. To be called before it receives anything else, and before it is unsubscribed. */
  deliver(socket: ClientSocket): void {
    for (const pass of this.#waiting) pass.deliver(socket)
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#runSlice)
  }

  readonly #runSlice = (): void => {
    this.#isScheduled = false
    const endsAt = processTime() + this.#limits.sliceMs
    while (this.#waiting[0]?.run(endsAt - processTime())) this.#waiting.shift()
    if (this.#waiting.length > 0) this.#schedule()
  }
}

/** Sends an event at once to all sockets of a topic with few sockets. */
function sendToAll({ subscribers, encode, mayWait }: Broadcast): void {
  let documented: Frame | null = null
  let observed: Frame | null = null
  for (const [socket, { profile }] of subscribers)
    if (profile === 'documented') socket.send((documented ??= encode(profile)), mayWait)
    else socket.send((observed ??= encode(profile)), mayWait)
}

/** An event on its way to the sockets of its topic. Each receives it once. */
class Pass {
  readonly #broadcast: Broadcast
  readonly #socketsPerCheck: number
  readonly #rest: Iterator<[ClientSocket, Subscription]>
  /** The subscription that was reached last. */
  #reachedOrder = 0
  /** Sockets that received the event before they were reached. */
  #delivered: Set<ClientSocket> | null = null
  #documented: Frame | null = null
  #observed: Frame | null = null

  constructor(broadcast: Broadcast, socketsPerCheck: number) {
    this.#broadcast = broadcast
    this.#socketsPerCheck = socketsPerCheck
    this.#rest = broadcast.subscribers.entries()
  }

  /** Continues for the given time. True when all sockets have received the event. */
  run(forMs: number): boolean {
    const { lastOrder } = this.#broadcast
    const endsAt = processTime() + forMs
    let untilCheck = this.#socketsPerCheck
    for (let next = this.#rest.next(); !next.done; next = this.#rest.next()) {
      const [socket, { order, profile }] = next.value
      if (order > lastOrder) return true
      this.#reachedOrder = order
      if (this.#delivered?.has(socket) !== true) this.#send(socket, profile)
      if (--untilCheck > 0) continue
      if (processTime() >= endsAt) return false
      untilCheck = this.#socketsPerCheck
    }
    return true
  }

  deliver(socket: ClientSocket): void {
    const subscription = this.#broadcast.subscribers.get(socket)
    if (subscription === undefined || this.#delivered?.has(socket)) return
    const { order, profile } = subscription
    if (order <= this.#reachedOrder || order > this.#broadcast.lastOrder) return
    ;(this.#delivered ??= new Set()).add(socket)
    this.#send(socket, profile)
  }

  #send(socket: ClientSocket, profile: WireProfile): void {
    const { encode, mayWait } = this.#broadcast
    if (profile === 'documented') socket.send((this.#documented ??= encode(profile)), mayWait)
    else socket.send((this.#observed ??= encode(profile)), mayWait)
  }
}
