/** A value in the storage of the browser, which all its windows share. If there is no storage, it lasts as long as the page. */
export class StoredValue<V> {
  readonly #key: string
  readonly #parse: (stored: unknown) => V
  readonly #listeners = new Set<() => void>()
  #value: V

  /** `parse` gets null if nothing is stored, and anything else that was. */
  constructor(key: string, parse: (stored: unknown) => V) {
    this.#key = key
    this.#parse = parse
    this.#value = this.#read()
  }

  readonly get = (): V => this.#value

  /** Other windows of the browser change it too. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) window.addEventListener('storage', this.#onStorage)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) window.removeEventListener('storage', this.#onStorage)
    }
  }

  set(value: V): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(value))
    } catch {
      // The storage is full or disabled.
    }
    this.#change(value)
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === this.#key || key === null) this.#change(this.#read())
  }

  #read(): V {
    try {
      return this.#parse(JSON.parse(localStorage.getItem(this.#key) ?? 'null'))
    } catch {
      return this.#parse(null) // Storage can be disabled.
    }
  }

  #change(value: V): void {
    this.#value = value
    for (const notify of this.#listeners) notify()
  }
}
