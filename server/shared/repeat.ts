import type { Deps } from '../infra/deps.ts'

/** Something done again and again, one after the other. Disposing ends it and waits for the one that runs. */
export type RepeatingTask = AsyncDisposable & {
  /** Begins the next one at once, or as soon as the one that runs has ended. */
  runNow(): void
}

export function repeat(
  intervalMs: number,
  task: () => Promise<void>,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
): RepeatingTask {
  let timer: Disposable | null = null
  let running: Promise<void> | null = null
  let runAgain = false
  let isStopped = false

  const run = () => {
    timer?.[Symbol.dispose]()
    if (isStopped || running !== null) return
    running = task()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'gateway.reconcile_failed'))
      .finally(() => {
        running = null
        if (isStopped) return
        if (runAgain) {
          runAgain = false
          run()
        } else timer = clock.after(intervalMs, run)
      })
  }
  timer = clock.after(intervalMs, run)
  return {
    runNow() {
      if (running !== null) runAgain = true
      else run()
    },
    async [Symbol.asyncDispose]() {
      isStopped = true
      timer?.[Symbol.dispose]()
      await running
    },
  }
}
