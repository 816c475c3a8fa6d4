import { fillNumber, type Action, type Values } from '@onair/contract/sandbox/actions'

/** The result of one action. */
export type ActionResult = { id: number; action: Action; at: string; response: unknown; traceId: string | null } & (
  | { ok: true }
  | { ok: false; error: unknown }
)
export type Burst = { perSecond: number; seconds: number }
/** The latest burst: the position of the last record before it, and the traces of its actions that have a response. */
export type BurstTraces = { position: number; traceIds: ReadonlySet<string> }
export type RunnerState = {
  results: readonly ActionResult[]
  progress: { done: number; total: number } | null
  burst: BurstTraces | null
}
export type CallAction = (action: Action, values: Values, onResponse: (headers: Headers) => void) => Promise<unknown>

const maxResults = 100

/** Runs actions, once or in a burst, and keeps the latest results, newest first. */
export class ActionRunner {
  readonly #call: CallAction
  readonly #listeners = new Set<() => void>()
  #state: RunnerState = { results: [], progress: null, burst: null }
  #count = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(call: CallAction) {
    this.#call = call
  }

  readonly getState = (): RunnerState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the trace id of the action. Null without a response. */
  async run(action: Action, values: Values): Promise<string | null> {
    const id = (this.#count += 1)
    const base = { id, action, at: new Date().toISOString() }
    let traceId: string | null = null
    const onResponse = (headers: Headers) => (traceId = headers.get('x-request-id'))
    const result = await this.#call(action, fillNumber(values, id), onResponse).then(
      (response): ActionResult => ({ ...base, ok: true, response, traceId }),
      (error: unknown): ActionResult => ({ ...base, ok: false, error, response: null, traceId }),
    )
    const results = [result, ...this.#state.results].sort((a, b) => b.id - a.id).slice(0, maxResults)
    this.#update({ results })
    return traceId
  }

  /** `position`: of the last record before the burst. */
  startBurst(action: Action, values: Values, { perSecond, seconds }: Burst, position: number): void {
    this.stop()
    const traceIds = new Set<string>()
    this.#update({ burst: { position, traceIds } })
    const total = perSecond * seconds
    let started = 0
    const runNext = () => {
      started += 1
      void this.run(action, values).then((traceId) => traceId !== null && traceIds.add(traceId))
      if (started >= total) this.stop()
      else this.#update({ progress: { done: started, total } })
    }
    this.#timer = setInterval(runNext, 1_000 / perSecond)
    runNext()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#update({ progress: null })
  }

  #update(changes: Partial<RunnerState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const notify of this.#listeners) notify()
  }
}
