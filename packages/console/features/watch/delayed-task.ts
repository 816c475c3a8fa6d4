/** Runs a task after a delay. Scheduling it again replaces the delay. */
export class DelayedTask {
  readonly #run: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(run: () => void) {
    this.#run = run
  }

  schedule(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#run, delayMs)
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }
}
