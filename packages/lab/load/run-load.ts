import { setTimeout as wait } from 'node:timers/promises'
import { chat, inEnglish } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'
import type { LoadAccount } from './accounts.ts'
import { DeliveryCount, settleAfterMs } from './delivery-count.ts'
import { Listeners } from './listeners.ts'

type LoadOptions = {
  prepare: () => Promise<LoadAccount[]>
  sessions: number
  /** Messages per second. */
  rate: number
  seconds: number
  /** Ends the load early; the report then covers what happened before. */
  signal: AbortSignal
  /** Prints a line of progress. */
  print: (line: string) => void
}

export type LoadReport = {
  /** The load was not ended early. */
  isComplete: boolean
  sessions: number
  sessionsEnded: number
  rate: number
  seconds: number
  sent: number
  sentPerSec: number
  failed: number
  notSent: number
  received: number
  lost: number
  repeated: number
  latencyMs: { p50: number | null; p99: number | null; p999: number | null; max: number | null }
  /** How often messages failed and sessions ended, by reason. */
  reasons: Record<string, number>
}

const tickMs = 10
const printEveryMs = 1_000
/** Further messages that are due are not sent: the server does not keep up. */
const maxInFlight = 1_000
const drainMs = 10_000
const maxReasons = 20

/** Opens the sessions, sends messages at the rate to their channels in turn, and waits for the last deliveries. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { prepare, sessions, seconds, signal, print } = options
  const load = new Load(options)
  using listeners = load.listeners
  let sendingSec = 0
  try {
    const accounts = await prepare()
    await listeners.openAll(accounts, { sessions, signal, onProgress: countPrinter(`of ${sessions} sessions`, print) })
    sendingSec = await load.send(accounts, seconds)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  await load.drain()
  return load.report(sendingSec)
}

class Load {
  readonly listeners: Listeners
  readonly #options: LoadOptions
  readonly #count = new DeliveryCount()
  /** Marks the messages of this run, which may share its channels with others. */
  readonly #mark = `load-${Date.now().toString(36)}-`
  readonly #inFlight = new Set<Promise<void>>()
  readonly #reasons = new Map<string, number>()
  #opened = 0

  constructor(options: LoadOptions) {
    this.#options = options
    this.listeners = new Listeners((frame, listener) => {
      const [, marked] = frame.split(this.#mark, 2)
      if (marked !== undefined) this.#count.receive(Number.parseInt(marked), listener, performance.now())
    })
  }

  /** Sends what is due every 10 ms. Returns the seconds that it lasted. */
  async send(accounts: readonly LoadAccount[], seconds: number): Promise<number> {
    const { rate, signal } = this.#options
    this.#opened = this.listeners.count
    const startedAt = performance.now()
    let printedAt = startedAt
    let next = 0
    for (let elapsedMs = 0; elapsedMs < seconds * 1_000 && !signal.aborted;) {
      for (; next < (elapsedMs * rate) / 1_000; next++)
        this.#sendOne(accounts[next % accounts.length]!, startedAt + (next * 1_000) / rate)
      if (performance.now() - printedAt >= printEveryMs) {
        printedAt = performance.now()
        this.#printProgress(elapsedMs)
      }
      await wait(tickMs, undefined, { signal }).catch(() => {})
      elapsedMs = performance.now() - startedAt
    }
    return (performance.now() - startedAt) / 1_000
  }

  /** Waits for the responses and deliveries that are outstanding, and counts the rest as lost. */
  async drain(): Promise<void> {
    const endAt = performance.now() + drainMs
    while ((this.#inFlight.size > 0 || this.#count.missing > 0) && performance.now() < endAt) await wait(tickMs)
    for (const _ of this.#inFlight) this.#fail('no response in time')
    this.#count.settle(Infinity)
  }

  report(sendingSec: number): LoadReport {
    const { sent, deliveries } = this.#count
    const reasons = new Map([...this.#reasons, ...this.listeners.ended])
    return {
      isComplete: !this.#options.signal.aborted,
      sessions: this.#opened,
      sessionsEnded: [...this.listeners.ended.values()].reduce((sum, count) => sum + count, 0),
      rate: this.#options.rate,
      seconds: Math.round(sendingSec * 10) / 10,
      sent: sent.acknowledged,
      sentPerSec: sendingSec === 0 ? 0 : Math.round(sent.acknowledged / sendingSec),
      failed: sent.failed,
      notSent: sent.notSent,
      ...deliveries,
      latencyMs: {
        p50: this.#count.percentile(50),
        p99: this.#count.percentile(99),
        p999: this.#count.percentile(99.9),
        max: this.#count.maxMs,
      },
      reasons: Object.fromEntries(reasons),
    }
  }

  #sendOne(account: LoadAccount, dueAt: number): void {
    if (this.#inFlight.size >= maxInFlight) return this.#count.skip()
    const number = this.#count.add(dueAt, this.listeners.listOpen(account.channelId))
    const sending = account.call(chat.sendMessage, { body: { message: `${this.#mark}${number}.` } }).then(
      () => this.#count.acknowledge(number),
      (error: unknown) => this.#fail(error),
    )
    this.#inFlight.add(sending)
    void sending.finally(() => this.#inFlight.delete(sending))
  }

  #fail(error: unknown): void {
    this.#count.fail()
    const reason = error instanceof ApiError ? `${error.status} ${inEnglish(error.apiMessage)}` : String(error)
    const key = this.#reasons.has(reason) || this.#reasons.size < maxReasons ? reason : 'other reasons'
    this.#reasons.set(key, (this.#reasons.get(key) ?? 0) + 1)
  }

  #printProgress(elapsedMs: number): void {
    this.#count.settle(performance.now() - settleAfterMs)
    const { sent, deliveries, missing } = this.#count
    const latencies = [50, 99].map((percent) => `p${percent} ${this.#count.percentile(percent) ?? '–'} ms`)
    this.#options.print(
      `${Math.round(elapsedMs / 1_000)} s  ${this.listeners.count} sessions, ${sent.acknowledged} sent, ${sent.failed + sent.notSent} not, ${deliveries.received} received, ${missing} outstanding, ${latencies.join(', ')}`,
    )
  }
}

/** Prints a number at most once per second. */
export function countPrinter(what: string, print: (line: string) => void) {
  let printedAt = performance.now()
  return (done: number) => {
    if (performance.now() - printedAt < printEveryMs) return
    printedAt = performance.now()
    print(`${done} ${what} …`)
  }
}
