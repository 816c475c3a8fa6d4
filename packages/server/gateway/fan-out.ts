import type { WireProfile } from '@onair/contract'
import type { ClientSocket } from './engine-io/connection.ts'
import type { Frame } from './engine-io/frames.ts'
import type { SlicedWork, TimeSlices } from './time-slices.ts'

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

/**
 * Passes each event to the sockets of its topic, in slices. Events wait while earlier ones are unfinished, so that each
 * socket receives all of them in order. When more than `maxWaiting` events wait, the oldest is passed to its remaining
 * sockets at once.
 */
export class FanOut implements SlicedWork {
  readonly #slices: TimeSlices
  readonly #maxWaiting: number
  readonly #waiting: Pass[] = []

  readonly #spend = () => this.#slices.spend()

  constructor(slices: TimeSlices, maxWaiting: number) {
    this.#slices = slices
    this.#maxWaiting = maxWaiting
  }

  add(broadcast: Broadcast): void {
    const isIdle = this.#waiting.length === 0
    const pass = new Pass(broadcast)
    if (isIdle && pass.run(this.#spend)) return
    this.#waiting.push(pass)
    if (this.#waiting.length > this.#maxWaiting) this.#waiting.shift()?.run(() => true)
    this.#slices.add(this)
  }

  run(): boolean {
    while (this.#waiting[0]?.run(this.#spend)) this.#waiting.shift()
    return this.#waiting.length === 0
  }

  /** Sends the socket all events that wait. To be called before it receives anything else, and before it is unsubscribed. */
  deliver(socket: ClientSocket): void {
    for (const pass of this.#waiting) pass.deliver(socket)
  }
}

/** An event on its way to the sockets of its topic. Each receives it once. */
class Pass {
  readonly #broadcast: Broadcast
  readonly #rest: Iterator<[ClientSocket, Subscription]>
  /** The subscription that was reached last. */
  #reachedOrder = 0
  /** Sockets that received the event before they were reached. */
  #delivered: Set<ClientSocket> | null = null
  #documented: Frame | null = null
  #observed: Frame | null = null

  constructor(broadcast: Broadcast) {
    this.#broadcast = broadcast
    this.#rest = broadcast.subscribers.entries()
  }

  /** Continues while `spend` allows it. True when all sockets have received the event. */
  run(spend: () => boolean): boolean {
    const { lastOrder } = this.#broadcast
    while (spend()) {
      const next = this.#rest.next()
      if (next.done) return true
      const [socket, { order, profile }] = next.value
      if (order > lastOrder) return true
      this.#reachedOrder = order
      if (this.#delivered?.has(socket) !== true) this.#send(socket, profile)
    }
    return false
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
