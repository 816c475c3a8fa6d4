import type { World } from '../world/world.ts'

/** Something done again and again, one after the other. Disposing ends it and waits for the one that runs. */
export type Rounds = AsyncDisposable & {
  /** Begins the next one at once, or as soon as the one that runs has ended. */
  now(): void
}

export function rounds(
  everyMs: number,
  act: () => Promise<void>,
  { clock, log }: Pick<World, 'clock' | 'log'>,
): Rounds {
  let timer: Disposable | null = null
  let running: Promise<void> | null = null
  let again = false
  let ended = false

  const run = () => {
    timer?.[Symbol.dispose]()
    if (ended || running !== null) return
    running = act()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'gateway.round-failed'))
      .finally(() => {
        running = null
        if (ended) return
        if (again) {
          again = false
          run()
        } else timer = clock.after(everyMs, run)
      })
  }
  timer = clock.after(everyMs, run)
  return {
    now() {
      if (running !== null) again = true
      else run()
    },
    async [Symbol.asyncDispose]() {
      ended = true
      timer?.[Symbol.dispose]()
      await running
    },
  }
}
