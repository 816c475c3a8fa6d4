import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

/** How long after a message was due its deliveries are still counted. Bounds the memory. */
export const settleAfterMs = 30_000

const [absent, expected, received] = [0, 1, 2]

type Message = { dueAt: number; isAcknowledged: boolean; listeners: Uint8Array; missing: number }

/** Counts which of the sessions that followed a channel when a message was sent have received it. */
export class DeliveryCount {
  readonly sent = { acknowledged: 0, failed: 0, notSent: 0 }
  readonly deliveries = { received: 0, lost: 0, repeated: 0 }
  readonly #latencies: RecordableHistogram = createHistogram()
  /** The messages in the order of their numbers, which is the order of the times at which they were due. */
  readonly #messages = new Map<number, Message>()
  #nextNumber = 0
  #missing = 0

  /** Returns the number of a message that goes to the channel's open sessions. */
  add(dueAt: number, areOpen: readonly boolean[]): number {
    const number = this.#nextNumber++
    const listeners = Uint8Array.from(areOpen, (isOpen) => (isOpen ? expected : absent))
    const missing = areOpen.filter(Boolean).length
    this.#messages.set(number, { dueAt, isAcknowledged: false, listeners, missing })
    return number
  }

  acknowledge(number: number): void {
    this.sent.acknowledged += 1
    const message = this.#messages.get(number)
    if (message === undefined) return
    message.isAcknowledged = true
    this.#missing += message.missing
  }

  /** Whether the server accepted the message is unknown or false, so its deliveries are neither expected nor lost. */
  fail(): void {
    this.sent.failed += 1
  }

  skip(): void {
    this.sent.notSent += 1
  }

  receive(number: number, listener: number, now: number): void {
    const message = this.#messages.get(number)
    if (message === undefined) return
    const state = message.listeners[listener]
    if (state === received) this.deliveries.repeated += 1
    else this.deliveries.received += 1
    if (state === expected) {
      message.missing -= 1
      if (message.isAcknowledged) this.#missing -= 1
    }
    if (state === received) return
    message.listeners[listener] = received
    this.#latencies.record(Math.max(1, Math.round((now - message.dueAt) * 1_000)))
  }

  /** Deliveries of acknowledged messages that have not arrived and are not counted as lost. */
  get missing(): number {
    return this.#missing
  }

  /** Counts the missing deliveries of messages that were due before this time as lost. */
  settle(dueBefore: number): void {
    for (const [number, { dueAt, isAcknowledged, missing }] of this.#messages) {
      if (dueAt >= dueBefore) return
      this.#messages.delete(number)
      if (!isAcknowledged) continue
      this.deliveries.lost += missing
      this.#missing -= missing
    }
  }

  /** The latency in ms from the time at which the message was due; null without a delivery. */
  percentile(percent: number): number | null {
    if (this.#latencies.count === 0) return null
    return Math.round(this.#latencies.percentile(percent) / 10) / 100
  }

  get maxMs(): number | null {
    return this.#latencies.count === 0 ? null : Math.round(this.#latencies.max / 10) / 100
  }
}
