import { fillNumber, type Action, type Values } from '@onair/contract/sandbox/actions'

/** The result of one action. `at`: the platform's time when it was sent. */
export type ActionResult = {
  id: number
  action: Action
  values: Values
  at: string
  response: unknown
  traceId: string | null
} & ({ ok: true } | { ok: false; error: unknown })
/** The answered actions of one burst, and the latest of their results, newest first. */
export type BurstResult = {
  id: number
  action: Action
  values: Values
  at: string
  done: number
  rejected: number
  /** Whether the burst was stopped before its end. */
  isStopped: boolean
  latest: readonly ActionResult[]
}
export type Burst = { perSecond: number; seconds: number }
/** The latest burst: its rate as asked for, the position of the last record before it, and the traces of its actions that have a response. */
export type BurstTraces = {
  action: Action
  values: Values
  perSecond: number
  position: number
  traceIds: ReadonlySet<string>
}
export type RunnerState = {
  results: readonly (ActionResult | BurstResult)[]
  progress: { done: number; total: number } | null
  burst: BurstTraces | null
}
export type CallAction = (action: Action, values: Values, onResponse: (headers: Headers) => void) => Promise<unknown>

const maxResults = 100
/** The most latest results of a burst that are kept. */
const maxLatest = 20

/** Runs actions, once or in a burst, and keeps the latest results, newest first. */
export class ActionRunner {
  readonly #call: CallAction
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #state: RunnerState = { results: [], progress: null, burst: null }
  #count = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #markStopped: (() => void) | null = null

  /** `now`: the platform's time. */
  constructor(call: CallAction, now: () => number) {
    this.#call = call
    this.#now = now
  }

  readonly getState = (): RunnerState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async run(action: Action, values: Values): Promise<void> {
    this.#put(await this.#perform(action, values))
  }

  /** `position`: of the last record before the burst. */
  startBurst(action: Action, values: Values, { perSecond, seconds }: Burst, position: number): void {
    this.stop()
    const traceIds = new Set<string>()
    this.#update({ burst: { action, values, perSecond, position, traceIds } })
    const total = perSecond * seconds
    let started = 0
    let result: BurstResult = {
      id: this.#count + 1,
      action,
      values,
      at: this.#sentAt(),
      done: 0,
      rejected: 0,
      isStopped: false,
      latest: [],
    }
    this.#markStopped = () => this.#put((result = { ...result, isStopped: true }))
    const runNext = () => {
      started += 1
      void this.#perform(action, values).then((one) => {
        if (one.traceId !== null) traceIds.add(one.traceId)
        result = addToBurst(result, one)
        this.#put(result)
      })
      if (started >= total) this.#endBurst()
      else this.#update({ progress: { done: started, total } })
    }
    this.#timer = setInterval(runNext, 1_000 / perSecond)
    runNext()
  }

  /** Stops the burst that runs, if one does. */
  stop(): void {
    this.#markStopped?.()
    this.#endBurst()
  }

  #endBurst(): void {
    clearInterval(this.#timer)
    this.#markStopped = null
    this.#update({ progress: null })
  }

  async #perform(action: Action, values: Values): Promise<ActionResult> {
    const id = (this.#count += 1)
    const filledIn = fillNumber(values, id)
    const base = { id, action, values: filledIn, at: this.#sentAt() }
    let traceId: string | null = null
    const onResponse = (headers: Headers) => (traceId = headers.get('x-request-id'))
    return this.#call(action, filledIn, onResponse).then(
      (response): ActionResult => ({ ...base, ok: true, response, traceId }),
      (error: unknown): ActionResult => ({ ...base, ok: false, error, response: null, traceId }),
    )
  }

  #sentAt(): string {
    return new Date(this.#now()).toISOString()
  }

  /** Adds a result, or replaces that of the same burst. */
  #put(result: ActionResult | BurstResult): void {
    const others = this.#state.results.filter(({ id }) => id !== result.id)
    this.#update({ results: newestFirst([result, ...others]).slice(0, maxResults) })
  }

  #update(changes: Partial<RunnerState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const notify of this.#listeners) notify()
  }
}

function addToBurst(burst: BurstResult, result: ActionResult): BurstResult {
  return {
    ...burst,
    done: burst.done + (result.ok ? 1 : 0),
    rejected: burst.rejected + (result.ok ? 0 : 1),
    latest: newestFirst([result, ...burst.latest]).slice(0, maxLatest),
  }
}

function newestFirst<Result extends { id: number }>(results: Result[]): Result[] {
  return results.toSorted((a, b) => b.id - a.id)
}
