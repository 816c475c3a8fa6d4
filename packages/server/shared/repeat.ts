import type { Clock } from '../infra/clock.ts'
import { runInTrace } from '../infra/observability/trace.ts'

/** A loop with one run at a time. Disposing stops it and waits for the current run. */
export type Repeat = AsyncDisposable & {
  /**
   * Starts a run immediately, or right after the current one. The task may call it to be run again
   * without a pause.
   */
  runNow(): void
}

type RepeatOptions = {
  clock: Pick<Clock, 'after'>
  /** Pause before the first run and between runs, in process time. */
  intervalMs: number
  /** Pause after a run that failed. Defaults to `intervalMs`. */
  retryMs?: number
  onError: (error: unknown) => void
}

export function repeat(
  task: () => Promise<void>,
  { clock, intervalMs, retryMs = intervalMs, onError }: RepeatOptions,
): Repeat {
  let current: Promise<void> = Promise.resolve()
  let isRunning = false
  let shouldRunAgain = false
  let isStopped = false

  function start() {
    timer[Symbol.dispose]()
    if (isRunning || isStopped) return
    isRunning = true
    shouldRunAgain = false
    current = run()
  }
  async function run() {
    const succeeded = await runTask()
    isRunning = false
    if (shouldRunAgain) start()
    else if (!isStopped) timer = clock.after(succeeded ? intervalMs : retryMs, start)
  }
  async function runTask(): Promise<boolean> {
    try {
      // A run serves many requests, so it belongs to the trace of none.
      await runInTrace(undefined, task)
      return true
    } catch (error) {
      onError(error)
      return false
    }
  }

  let timer = clock.after(intervalMs, start)
  return {
    runNow() {
      if (isRunning) shouldRunAgain = true
      else start()
    },
    async [Symbol.asyncDispose]() {
      isStopped = true
      timer[Symbol.dispose]()
      await current
    },
  }
}
