import type { AdjustableClock } from '@onair/server/infra/clock.ts'

/** A clock whose timers can wait: while it is paused none runs, and those that are due run when it continues. */
export type PausableClock = AdjustableClock & { pause(): void; resume(): void }

export function pausableClock(clock: AdjustableClock): PausableClock {
  const timers = new Set<{ start: () => void; stop: () => void }>()
  let isPaused = false
  return {
    ...clock,
    after(delayMs, callback) {
      const dueAt = clock.uptime() + delayMs
      let running: Disposable | null = null
      const timer = {
        start() {
          running = clock.after(Math.max(0, dueAt - clock.uptime()), () => {
            timers.delete(timer)
            callback()
          })
        },
        stop: () => running?.[Symbol.dispose](),
      }
      timers.add(timer)
      if (!isPaused) timer.start()
      return {
        [Symbol.dispose]() {
          timers.delete(timer)
          timer.stop()
        },
      }
    },
    pause() {
      if (isPaused) return
      isPaused = true
      for (const timer of timers) timer.stop()
    },
    resume() {
      if (!isPaused) return
      isPaused = false
      for (const timer of timers) timer.start()
    },
  }
}
