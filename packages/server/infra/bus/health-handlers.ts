type Handler = (isHealthy: boolean) => void

/** The handlers of `Bus.onHealthChange`. */
export class HealthHandlers {
  readonly #entries = new Set<{ handler: Handler }>()

  add(handler: Handler): Disposable {
    const entry = { handler }
    this.#entries.add(entry)
    return { [Symbol.dispose]: () => void this.#entries.delete(entry) }
  }

  call(isHealthy: boolean): void {
    for (const { handler } of this.#entries) handler(isHealthy)
  }

  clear(): void {
    this.#entries.clear()
  }
}
